/** Invites at the operator API: make lists of them, show their use, and revoke them. */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { REVOKE_INVITE, getInviteState } from "../../../core/people/invite.ts";
import type { Invite, InviteRules } from "../../../core/people/invite.ts";
import { countOpen, listInvites as invitesIn } from "../../../core/people/invites.ts";
import { foldName, computeSkeleton } from "../../../core/people/name-skeletons.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import type { TraderName } from "../../../core/people/trader-name.ts";
import { collateralText, decimalText } from "../../../core/units.ts";
import type { Operator } from "../../../signing/operators.ts";
import { deleteInviteNames, putInviteNames, readInviteNames } from "../../../store/names/wallet-names.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { answerOnce } from "../../operation/answer-once.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { AmountSchema, readCollateral } from "../../trading/amount.ts";
import { GivenInstant, readInstants } from "../body-fields.ts";
import type { OpenAddresses } from "../diagnoses.ts";
import { readCsvLines, rejectLines } from "./funding.ts";
import type { CsvLine, LineFault } from "./funding.ts";
import { INVITES, Reason, runOperatorAction, operation } from "../operation.ts";
import type { OperatorAction, OperatorCall } from "../operation.ts";

// Names that open invites promise, which must not be promised twice.

/** Finds a promised name that equals or resembles this one. */
type FindPromised = (name: TraderName) => string | undefined;

const NAMES_PER_TICK = 500;

/** Reads the names in slices of the event loop, so that orders are not delayed. */
async function readPromisedNames({
  engine,
  ownSql,
}: Pick<Context, "engine" | "ownSql">): Promise<FindPromised | Rejection> {
  const open = await engine.examine(({ invites }, at) =>
    [...invites.values()].filter((invite) => getInviteState(invite, at) === "open").map(({ id }) => id),
  );
  if (isRejection(open)) return open;
  const promised = new Map<string, string>();
  let read = 0;
  for (const name of (await readInviteNames(ownSql, open)).values()) {
    for (const text of [foldName(name), computeSkeleton(name)]) promised.set(text, name);
    read += 1;
    if (read % NAMES_PER_TICK === 0) await setImmediate();
  }
  return ({ folded, look }) => promised.get(folded) ?? promised.get(look);
}

// Invites in the answers to operators, and their links.

export const InviteAnswer = Type.Object({
  id: Type.String(),
  list: Type.String({ description: "Id that all invites share that were made together" }),
  name: Type.String({ description: 'The name that comes with it; "" without one' }),
  amount: Type.String({ description: "Collateral for each owner" }),
  uses: Type.Integer({ description: "Most uses" }),
  used: Type.Integer({ description: "Uses so far" }),
  given: Type.String({ description: "Collateral that it gave so far" }),
  state: Type.Enum(["open", "used_up", "ended", "revoked"]),
  made: Time,
  until: OrNull(Type.String({ description: "ISO 8601; null if it has no end" })),
  operator: Type.String({ description: "The operator who made it" }),
  reason: Type.String(),
  revoked: OrNull(Type.Object({ time: Time, operator: Type.String(), reason: Type.String() })),
  link: OrNull(
    Type.String({ description: "For operators with the role treasury, since it is worth the funds" }),
  ),
});
type InviteAnswer = Type.Static<typeof InviteAnswer>;

/** The address of the page, and the operator: links are shown only to roles that may give funds. */
type InviteLinkParams = { readonly page: string; readonly operator: Operator };

/** Returns the base address of the page: the published one, or the open one. */
export const pageAddress = ({ config }: Context, addresses: OpenAddresses): string =>
  config.publicUrls.web ?? addresses?.web ?? "";

/** An invite at a moment, to be described later; it shares no object with the exchange. */
type InviteMoment = Omit<InviteAnswer, "name" | "link">;

function describeMoment(invite: Invite, at: number): InviteMoment {
  const { id, list, amount, uses, used, madeAt, until, operator, reason, revoked } = invite;
  return {
    id,
    list,
    amount: collateralText(amount),
    uses,
    used: used.size,
    given: decimalText(BigInt(amount) * BigInt(used.size), 6),
    state: getInviteState(invite, at),
    made: timeAt(madeAt),
    until: until === undefined ? null : timeAt(until),
    operator,
    reason,
    revoked: revoked === undefined ? null : describeRevocation(revoked),
  };
}

const describeRevocation = ({ at, operator, reason }: NonNullable<Invite["revoked"]>) => ({
  time: timeAt(at),
  operator,
  reason,
});

/** Adds the names and the links. */
async function describeInvites(
  { ownSql, inviteCodes }: Context,
  moments: readonly InviteMoment[],
  { page, operator }: InviteLinkParams,
): Promise<InviteAnswer[]> {
  const names = await readInviteNames(
    ownSql,
    moments.map(({ id }) => id),
  );
  const shows = operator.roles.includes("treasury");
  return moments.map((moment) => ({
    ...moment,
    name: names.get(moment.id) ?? "",
    link: shows ? `${page}/invite/${inviteCodes.codeOf(moment.id)}` : null,
  }));
}

// Names in a list of invites, one on each line.

const MAX_INVITED = 1000;

type InvitedNames = { readonly names: readonly string[]; readonly faults: readonly LineFault[] };

/**
 * Reads the list. A name that could not be chosen now is a fault. So is one that resembles another name of the list, or one
 * that an open invite promises.
 */
async function readInvitedNames(csv: string, context: Context): Promise<InvitedNames | Rejection> {
  const lines = readCsvLines(csv, "name");
  if (lines.length === 0) return { names: [], faults: [{ line: 1, fault: "expected a name, got none" }] };
  const beyond = lines[MAX_INVITED];
  if (beyond !== undefined) {
    const fault = `expected at most ${MAX_INVITED} names, got ${lines.length}`;
    return { names: [], faults: [{ line: beyond.line, fault }] };
  }
  const findPromised = await readPromisedNames(context);
  if (isRejection(findPromised)) return findPromised;
  const seen = new Map<string, number>();
  const read: string[] = [];
  const faults: LineFault[] = [];
  for (const line of lines) {
    const name = await readLine(line, context.names);
    const fault = typeof name === "string" ? name : findRepeat(name, seen, findPromised);
    if (fault !== undefined) faults.push({ line: line.line, fault });
    if (typeof name === "string") continue;
    for (const text of [name.folded, name.look]) seen.set(text, line.line);
    read.push(name.text);
  }
  return { names: read, faults };
}

/** Returns the name of a line, or its fault. */
async function readLine({ cells }: CsvLine, names: Context["names"]): Promise<TraderName | string> {
  if (typeof cells === "string") return cells;
  const [given = "", ...more] = cells;
  if (more.length > 0) return `expected a name alone, got ${cells.length} values`;
  const name = await names.readFree(given);
  return isRejection(name) ? name.hint : name;
}

function findRepeat(
  name: TraderName,
  seen: ReadonlyMap<string, number>,
  findPromised: FindPromised,
): string | undefined {
  const { text, folded, look } = name;
  const earlier = seen.get(folded) ?? seen.get(look);
  if (earlier !== undefined)
    return `name: expected each name once, got "${text}", which reads like that of line ${earlier}`;
  const promised = findPromised(name);
  if (promised === undefined) return undefined;
  return `name: expected a name that no open invite promises, got "${text}", which reads like "${promised}"; revoke that invite first`;
}

// GET /invites, and GET /invites/{id} with the wallets that used it.

const page = {
  limit: pageLimit({ default: 100, maximum: 1000 }),
  offset: Type.Integer({ default: 0, minimum: 0, maximum: 1_000_000, description: "Rows to leave out" }),
};

const ListQuery = Type.Object({
  list: Type.Optional(Type.String({ maxLength: 100, description: "Id of those that were made together" })),
  state: Type.Optional(
    Type.Enum(["open", "used_up", "ended", "revoked"], { description: "Those of this state alone" }),
  ),
  ...page,
});

export const InviteList = Type.Object({
  promised: Type.String({
    description: "Collateral that all open invites can still give, also those not listed",
  }),
  open: Type.Integer({ description: "Invites that can still be used, also those not listed" }),
  total: Type.Integer({ description: "Invites that match" }),
  data: Type.Array(InviteAnswer),
});

const listInvites = (addresses: () => OpenAddresses) =>
  operation({
    method: "GET",
    path: "/invites",
    summary: "List invites with their uses and links, the latest first, and what they can still give",
    group: INVITES,
    refuses: ["not_accepting"],
    query: ListQuery,
    answer: InviteList,
    handle: async ({ context, operator, query }) => {
      const found = await context.engine.examine((exchange, at) => findInvites(exchange, query, at));
      if (isRejection(found)) return { rejection: found };
      const { moments, ...counts } = found;
      const terms = { page: pageAddress(context, addresses()), operator };
      return { body: { ...counts, data: await describeInvites(context, moments, terms) } };
    },
  });

function findInvites(exchange: Exchange, query: Type.Static<typeof ListQuery>, at: number) {
  const { list, state, limit, offset } = query;
  const matches = (invite: Invite): boolean =>
    (list === undefined || invite.list === list) &&
    (state === undefined || getInviteState(invite, at) === state);
  // A stable sort: invites made together stay in the order of their list.
  const found = [...exchange.invites.values()]
    .filter(matches)
    .toSorted((one, other) => other.madeAt - one.madeAt);
  const { open, promised } = countOpen(exchange, at);
  return {
    promised: decimalText(promised, 6),
    open,
    total: found.length,
    moments: found.slice(offset, offset + limit).map((invite) => describeMoment(invite, at)),
  };
}

export const ShownInvite = Type.Object({
  ...InviteAnswer.properties,
  wallets: Type.Array(
    Type.Object({
      address: Type.String(),
      owner: Type.String({ description: "The wallet whose key signs for it; itself mostly" }),
      time: Time,
      nameGiven: Type.Boolean({ description: "True if it got the name with the funds" }),
    }),
    { description: "Wallets that used it, the first first; a page of them" },
  ),
});

const getInvite = (addresses: () => OpenAddresses) =>
  operation({
    method: "GET",
    path: "/invites/:id",
    summary: "Get an invite with the wallets that used it",
    group: INVITES,
    refuses: ["not_accepting", "invite_not_found"],
    params: Type.Object({ id: Type.String({ maxLength: 100, description: "Id of an invite" }) }),
    query: Type.Object(page),
    answer: ShownInvite,
    handle: async ({ context, operator, params: { id }, query: { limit, offset } }) => {
      const found = await context.engine.examine((exchange, at) => {
        const invite = exchange.invites.get(id);
        if (invite === undefined) return reject("invite_not_found", `no invite has the id "${id}"`);
        const uses = [...invite.used].slice(offset, offset + limit);
        return { moment: describeMoment(invite, at), uses };
      });
      if (isRejection(found)) return { rejection: found };
      const terms = { page: pageAddress(context, addresses()), operator };
      const [invite] = await describeInvites(context, [found.moment], terms);
      const wallets = found.uses.map(([owner, use]) => ({
        address: use.address,
        owner,
        time: timeAt(use.at),
        nameGiven: use.name === "given",
      }));
      return { body: { ...invite, wallets } };
    },
  });

// POST /invites: makes one link that gives funds to several people, or one link for each name of a list. It is one command
// in one batch.

const MAX_USES = 10_000;
const BODY_BYTES = 1024 * 1024;

const Body = Type.Object(
  {
    amount: AmountSchema("Collateral for each person, up to six decimals"),
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_USES,
        description: "Most people who can use the link; 1 unless given",
      }),
    ),
    names: Type.Optional(
      Type.String({
        maxLength: 200_000,
        description: `Lines with a name each, up to ${MAX_INVITED}, for a link of one use each; in place of uses`,
      }),
    ),
    until: GivenInstant,
    reason: Reason,
  },
  { additionalProperties: false },
);
type MakeCall = OperatorCall<unknown, unknown, Type.Static<typeof Body>>;

const makeInvites = (addresses: () => OpenAddresses) =>
  operation({
    method: "POST",
    path: "/invites",
    summary: "Make an invite for so many people, or one for each name of a list",
    group: INVITES,
    refuses: ["not_accepting", "invalid_amounts", "amount_too_large"],
    role: "treasury",
    bodyLimit: BODY_BYTES,
    body: Body,
    answer: Type.Object({
      list: Type.String({
        description: "Id of all of them together, by which they can be listed and revoked",
      }),
      invites: Type.Array(InviteAnswer),
    }),
    handle: (call) =>
      answerOnce(call, {
        // Lists with names are processed one after the other, so that no two promise the same name.
        act: () =>
          call.body.names === undefined
            ? make(call)
            : call.context.requestTurns.take(["invite names"], () => make(call)),
        tell: async ({ result: { list } }) => {
          const { context, operator } = call;
          const { engine } = context;
          const moments = invitesIn(engine.exchange, list).map((one) =>
            describeMoment(one, engine.head().at),
          );
          const terms = { page: pageAddress(context, addresses()), operator };
          return { list, invites: await describeInvites(context, moments, terms) };
        },
      }),
  });

async function make(call: MakeCall) {
  const { context, body, operator } = call;
  const { reason, uses = 1 } = body;
  const amount = readCollateral(body.amount);
  if (isRejection(amount)) return amount;
  const until = readUntil(body, context.clock());
  if (isRejection(until)) return until;
  const names = await readNames(call);
  if (isRejection(names)) return names;
  const list = randomUUID();
  const terms = { list, amount, until };
  const invites: readonly InviteRules[] =
    names === undefined
      ? [{ ...terms, id: list, uses }]
      : names.map(() => ({ ...terms, id: randomUUID(), uses: 1 }));
  const named = invites.map(({ id }, index) => ({ invite: id, name: names?.[index] ?? "" }));
  // Names are stored first: an invite must not exist without its name, and a name without an invite does no harm.
  if (names !== undefined) await putInviteNames(context.ownSql, named);
  const details = {
    invites: invites.length,
    uses: names === undefined ? uses : 1,
    amount: collateralText(amount),
  };
  const command = { type: "make-invites", operator: operator.name, reason, invites } as const;
  const made = await runOperatorAction(
    call,
    { action: "make-invites", subject: list, reason, details, command },
    () => ({
      list,
    }),
  );
  if (isRejection(made) && made.code !== "outcome_unknown" && names !== undefined)
    await deleteInviteNames(
      context.ownSql,
      invites.map(({ id }) => id),
    );
  return made;
}

/** Reads the expiration, which must be in the future; `undefined` if there is none. */
function readUntil(body: MakeCall["body"], now: number): number | Rejection | undefined {
  const read = readInstants(body, ["until"]);
  if (isRejection(read)) return read;
  const until = read.until === undefined ? undefined : Date.parse(read.until);
  if (until === undefined || until > now) return until;
  return reject("invalid_payload", `until: expected a time after now, ${timeAt(now)}, got "${body.until}"`);
}

/** Reads the names; `undefined` if none are given. */
async function readNames({ context, body }: MakeCall): Promise<readonly string[] | Rejection | undefined> {
  if (body.names === undefined) return undefined;
  if (body.uses !== undefined)
    return reject(
      "invalid_payload",
      `uses: expected none beside names, each of which has one link of one use, got ${body.uses}`,
    );
  const read = await readInvitedNames(body.names, context);
  return isRejection(read) ? read : (rejectLines("names", read.faults) ?? read.names);
}

// DELETE /invites/{id}: revokes an invite, or all that were made together. Funds already given stay.

export const RevokedInvites = Type.Object({
  revoked: Type.Integer({ description: "0 when they were revoked before, and nothing was done" }),
});

const revokeInvites = operation({
  method: "DELETE",
  path: "/invites/:id",
  summary: "Revoke an invite, or all of a list; funds that were given stay",
  group: INVITES,
  refuses: ["not_accepting", "invite_not_found"],
  role: "treasury",
  params: Type.Object({ id: Type.String({ maxLength: 100, description: "Id of an invite or of a list" }) }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: RevokedInvites,
  handle: (call) =>
    answerOnce(call, {
      act: () => {
        const { params, body, operator } = call;
        const { reason } = body;
        const command = { type: "revoke-invites", operator: operator.name, reason, id: params.id } as const;
        const change: OperatorAction = { action: "revoke-invites", subject: params.id, reason, command };
        return runOperatorAction(call, change, ({ events }) => ({
          revoked: events.filter((event) => event.type === "operated" && event.action === REVOKE_INVITE)
            .length,
        }));
      },
      tell: ({ result }) => result,
    }),
});

// The operations on invites, in the order of the operator API's document.

/** Lists the operations; `addresses` returns the open addresses, for the links. */
export const inviteEndpoints = (addresses: () => OpenAddresses): readonly Endpoint[] => [
  listInvites(addresses),
  getInvite(addresses),
  makeInvites(addresses),
  revokeInvites,
];
