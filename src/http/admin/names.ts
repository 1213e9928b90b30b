/** Chosen names of people at the operator API: list and remove them. */
import { Type } from "typebox";
import { foldName } from "../../core/name-looks.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import { MAX_NAME_TEXT } from "../../core/trader-name.ts";
import { parseCount } from "../../core/units.ts";
import { listBorneNames, listRemovedNames } from "../../store/names/wallet-names.ts";
import type { BorneName, EndedName, NamePlace } from "../../store/names/wallet-names.ts";
import type { Endpoint } from "../endpoint.ts";
import { once } from "../once.ts";
import { pageLimit } from "../page-limit.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { storableText, textLines } from "../shown-text.ts";
import { allowName, forbidName, listForbiddenNames } from "./forbidden-names.ts";
import { NAMES } from "./groups.ts";
import { operate, operation } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";
import { GivenWallet, readWallet } from "./path-terms.ts";

// GET /names: chosen names, or those that operators removed, newest first.

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

const MAX_PLACE = 100;

const listNames = operation({
  method: "GET",
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
    before: Type.Optional(Type.String({ maxLength: MAX_PLACE, description: "`next` of the page before" })),
  }),
  answer: Type.Object({
    data: Type.Array(ListedName),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  handle: async ({ context, query: { search = "", removed, limit, before } }) => {
    const after = before === undefined ? undefined : readPlace(before);
    if (before !== undefined && after === undefined)
      return { rejection: reject("invalid_cursor", `before: expected next of a page, got "${before}"`) };
    const sql = await context.adHocSql();
    // One extra row shows whether there is a next page.
    const wanted = { term: foldName(search), after, limit: limit + 1 };
    const rows = removed ? await listRemovedNames(sql, wanted) : await listBorneNames(sql, wanted);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? placeText(last) : null;
    return { body: { data: page.map(describeName), next } };
  },
});

type Row = BorneName | EndedName;

const placeText = (row: Row): string => `${"endedAt" in row ? row.endedAt : row.chosenAt}-${row.wallet}`;

function readPlace(text: string): NamePlace | undefined {
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

// DELETE /names/{address}: removes a wallet's name. Its owner sees the reason.

const MAX_REASON = 1000;

const removeName = operation({
  method: "DELETE",
  path: "/names/:address",
  summary: "Take a wallet's name away",
  group: NAMES,
  refuses: ["not_accepting", "name_not_found"],
  role: "market-admin",
  params: Type.Object({ address: GivenWallet }),
  body: Type.Object(
    {
      reason: textLines(MAX_REASON, "Why, for the wallet's owner and for the audit log"),
      forbid: Type.Boolean({
        default: true,
        description: "Whether nobody may choose the name, or one that looks like it, from now on",
      }),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    address: Type.String(),
    forbidden: Type.Boolean(),
    time: Time,
  }),
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, operator, params, body } = call;
        const address = readWallet(params.address);
        if (isRejection(address)) return address;
        const { reason, forbid } = body;
        const ended = await context.names.remove(address, { operator: operator.name, reason }, forbid);
        if (isRejection(ended)) return ended;
        const change: OperatorAction = {
          action: "remove-name",
          subject: address,
          reason,
          details: { forbidden: forbid },
        };
        return operate(call, change, () => ({
          address,
          forbidden: forbid,
          time: timeAt(ended.endedAt),
        }));
      },
      tell: ({ result }) => result,
    }),
});

// The operations on names, in the order of the operator API's document.

export const NAME_ENDPOINTS: readonly Endpoint[] = [
  listNames,
  removeName,
  listForbiddenNames,
  forbidName,
  allowName,
];
