/** Chosen names of people at the operator API: list and remove them. */
import { Type } from "typebox";
import { foldName } from "../../../core/people/name-skeletons.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { MAX_NAME_TEXT, readForbidden } from "../../../core/people/trader-name.ts";
import type { ForbiddenText } from "../../../core/people/trader-name.ts";
import { parseCount } from "../../../core/units.ts";
import { listForbiddenNames as readForbiddenNames } from "../../../store/names/forbidden-names.ts";
import { listAlike, listBorneNames, listRemovedNames } from "../../../store/names/wallet-names.ts";
import type { BorneName, FormerName, NameCursor, WalletName } from "../../../store/names/wallet-names.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { textLine, textLines, storableText } from "../../values/shown-text.ts";
import { changeOperation, readOperation, NAMES, changeBody } from "../operation.ts";
import type { ChangeCall, OperatorRequest } from "../operation.ts";
import { GivenWallet } from "../path-params.ts";
import { readWallet } from "../../values/wallets.ts";

// Forbidden names of wallets, as complete names or as words within a name.

const Match = Type.Enum(["name", "word"], {
  description: "name: a name that is or looks like the text; word: one that has the text within it, too",
});
const GivenText = textLine(MAX_NAME_TEXT, "Case, accents, separators and look-alikes do not count");

/** Maximum number of wallets in an answer that have a forbidden name now. */
const MAX_BEARERS = 100;

const ForbiddenAnswer = Type.Object({
  text: Type.String(),
  match: Match,
  changed: Type.Boolean({ description: "False when it was so before, and nothing was done" }),
});

const Bearers = Type.Array(Type.Object({ address: Type.String(), name: Type.String() }), {
  description: `Wallets that have such a name now, at most ${MAX_BEARERS}; they keep it until it is taken away`,
});

/** GET /forbidden-names: all texts that operators forbade. */
const listForbiddenNames = readOperation({
  path: "/forbidden-names",
  summary: "List the forbidden names and words",
  group: NAMES,
  answer: Type.Array(
    Type.Object({
      text: Type.String(),
      match: Match,
      time: Time,
      operator: Type.String(),
      reason: Type.String(),
    }),
    { description: "In the order of their letters; the exchange's own reserved words are not among them" },
  ),
  read: async ({ context }) =>
    (await readForbiddenNames(context.ownSql)).map(({ at, ...forbidden }) => ({
      text: forbidden.text,
      match: forbidden.match,
      time: timeAt(at),
      operator: forbidden.operator,
      reason: forbidden.reason,
    })),
});

const ForbiddenBody = changeBody({ text: GivenText, match: Match });

/** POST /forbidden-names: forbids a name or a word for the future. */
const forbidName = changeOperation({
  path: "/forbidden-names",
  summary: "Forbid a name or a word for the future",
  group: NAMES,
  refuses: ["invalid_name"],
  body: ForbiddenBody,
  answer: Type.Object({ ...ForbiddenAnswer.properties, bearers: Bearers }),
  act: (call) => {
    const { reason, ...text } = call.body;
    const forbidden = call.context.names.forbid(text, { operator: call.operator.name, reason });
    return auditForbidden(call, "forbid-name", text, forbidden);
  },
  tell: ({ result }, call) => addBearers(call, result),
});

/** DELETE /forbidden-names: allows a forbidden name or word again. */
const allowName = changeOperation({
  method: "DELETE",
  path: "/forbidden-names",
  summary: "Allow a forbidden name or word again",
  group: NAMES,
  refuses: ["invalid_name"],
  body: ForbiddenBody,
  answer: ForbiddenAnswer,
  act: (call) => {
    const { reason: _, ...text } = call.body;
    return auditForbidden(call, "allow-name", text, call.context.names.allow(text));
  },
});

type Changed = ForbiddenText & { readonly changed: boolean };

async function auditForbidden(
  { execute }: ChangeCall<unknown, unknown, unknown>,
  action: "forbid-name" | "allow-name",
  text: ForbiddenText,
  change: Promise<boolean | Rejection>,
) {
  const changed = await change;
  if (isRejection(changed)) return changed;
  const details = { match: text.match, changed };
  return execute({ action, subject: text.text, details }, (): Changed => ({ ...text, changed }));
}

async function addBearers({ context }: OperatorRequest, done: Changed) {
  const look = readForbidden(done);
  const found: readonly WalletName[] = isRejection(look)
    ? []
    : await listAlike(context.ownSql, { look, match: done.match, limit: MAX_BEARERS });
  return { ...done, bearers: found.map(({ wallet, name }) => ({ address: wallet, name })) };
}

// GET /names: chosen names, or names that operators removed, newest first.

export const ListedName = Type.Object({
  address: Type.String(),
  name: Type.String(),
  chosen: Time,
  removed: OrNull(
    Type.Object(
      { time: Time, operator: Type.String(), reason: Type.String() },
      { description: "Null while the wallet has the name" },
    ),
  ),
});

const MAX_CURSOR = 100;

const listNames = readOperation({
  path: "/names",
  summary: "List the names that owners chose, or those that operators took away, the latest first",
  group: NAMES,
  refuses: ["invalid_cursor"],
  query: Type.Object({
    search: Type.Optional({
      ...storableText(MAX_NAME_TEXT),
      description: "A part of the name in any case of letters, or the beginning of the address",
    }),
    removed: Type.Boolean({ default: false, description: "true lists those that operators took away" }),
    limit: pageLimit({ default: 50, maximum: 200 }),
    before: Type.Optional(Type.String({ maxLength: MAX_CURSOR, description: "`next` of the page before" })),
  }),
  answer: Type.Object({
    data: Type.Array(ListedName),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  read: async ({ context, query: { search = "", removed, limit, before } }) => {
    const after = before === undefined ? undefined : parseCursor(before);
    if (before !== undefined && after === undefined)
      return reject("invalid_cursor", `before: expected next of a page, got "${before}"`);
    const sql = await context.adHocSql();
    // One extra row shows whether there is a next page.
    const pageQuery = { term: foldName(search), after, limit: limit + 1 };
    const rows = removed ? await listRemovedNames(sql, pageQuery) : await listBorneNames(sql, pageQuery);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? formatCursor(last) : null;
    return { data: page.map(describeName), next };
  },
});

type Row = BorneName | FormerName;

const formatCursor = (row: Row): string => `${"endedAt" in row ? row.endedAt : row.chosenAt}-${row.wallet}`;

function parseCursor(text: string): NameCursor | undefined {
  const [, digits = "", wallet = ""] = /^([0-9]{1,16})-(0x[0-9a-f]{40})$/.exec(text) ?? [];
  const at = parseCount(digits);
  return at === undefined ? undefined : { at, wallet };
}

function describeName(row: Row): Type.Static<typeof ListedName> {
  const { wallet, name, chosenAt } = row;
  const removed =
    "endedAt" in row && row.operator !== null && row.reason !== null
      ? { time: timeAt(row.endedAt), operator: row.operator, reason: row.reason }
      : null;
  return { address: wallet, name, chosen: timeAt(chosenAt), removed };
}

// DELETE /names/{address}: removes a wallet's name. The wallet's owner sees the reason.

const MAX_REASON = 1000;

const removeName = changeOperation({
  method: "DELETE",
  path: "/names/:address",
  summary: "Take a wallet's name away",
  group: NAMES,
  refuses: ["name_not_found"],
  params: Type.Object({ address: GivenWallet }),
  body: strictObject({
    reason: textLines(MAX_REASON, "Why, for the wallet's owner and for the audit log"),
    forbid: Type.Boolean({
      default: true,
      description: "Whether nobody may choose the name, or one that looks like it, from now on",
    }),
  }),
  answer: Type.Object({
    address: Type.String(),
    forbidden: Type.Boolean(),
    time: Time,
  }),
  act: async (call) => {
    const { context, operator, params, body } = call;
    const address = readWallet(params.address);
    if (isRejection(address)) return address;
    const { reason, forbid } = body;
    const removal = await context.names.remove(address, { operator: operator.name, reason }, forbid);
    if (isRejection(removal)) return removal;
    return call.execute({ action: "remove-name", subject: address, details: { forbidden: forbid } }, () => ({
      address,
      forbidden: forbid,
      time: timeAt(removal.endedAt),
    }));
  },
});

// The operations on names, in the order of the operator API's document.

export const NAME_ENDPOINTS: readonly Endpoint[] = [
  listNames,
  removeName,
  listForbiddenNames,
  forbidName,
  allowName,
];
