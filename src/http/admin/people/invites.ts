/** Invites at the operator API: make lists of invites, show their use, and revoke them. */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { getInviteState } from "../../../core/people/invite.ts";
import type { Invite, InviteRules } from "../../../core/people/invite.ts";
import { countOpen, listInvites as invitesIn } from "../../../core/people/invites.ts";
import { foldName, computeSkeleton } from "../../../core/people/name-skeletons.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import type { TraderName } from "../../../core/people/trader-name.ts";
import { collateralText, decimalText } from "../../../core/units.ts";
import { deleteInviteNames, putInviteNames, readInviteNames } from "../../../store/names/wallet-names.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { AmountSchema, readCollateral } from "../../values/amount.ts";
import { GivenInstant, pageFields, readTimes } from "../body-fields.ts";
import type { OpenAddresses } from "../diagnoses.ts";
import { readCsvLines } from "../../../base/csv.ts";
import type { CsvLine } from "../../../base/csv.ts";
import { rejectLines } from "./funding.ts";
import type { LineFault } from "./funding.ts";
import { changeOperation, readOperation, ReasonBody, INVITES, changeBody } from "../operation.ts";
import type { ChangeCall, OperatorCall } from "../operation.ts";

// Names that open invites promise, which must not be promised twice.

/** Finds a promised name that equals or resembles this one. */
type FindPromised = (name: TraderName) => string | undefined;

const NAMES_PER_TICK = 500;

/** Reads the promised names in slices of the event loop, so that orders are not delayed. */
async function readPromisedNames({
  engine,
  ownSql,
}: Pick<Context, "engine" | "ownSql">): Promise<FindPromised | Rejection> {
  const openIds = await engine.examine(({ invites }, at) =>
    [...invites.values()].filter((invite) => getInviteState(invite, at) === "open").map(({ id }) => id),
  );
  if (isRejection(openIds)) return openIds;
  const nameByText = new Map<string, string>();
  let readCount = 0;
  for (const name of (await readInviteNames(ownSql, openIds)).values()) {
    for (const text of [foldName(name), computeSkeleton(name)]) nameByText.set(text, name);
    readCount += 1;
    if (readCount % NAMES_PER_TICK === 0) await setImmediate();
  }
  return ({ folded, look }) => nameByText.get(folded) ?? nameByText.get(look);
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

/** Operator and open addresses; links are shown only to operators who may give funds. */
type InviteReader = Pick<OperatorCall<unknown, unknown, unknown>, "context" | "operator"> & {
  readonly addresses: OpenAddresses;
};

/** Returns the base address of the page: the published address, or the open one. */
export const pageAddress = ({ config }: Context, addresses: OpenAddresses): string =>
  config.publicUrls.web ?? addresses?.web ?? "";

/** State of an invite at a moment, copied from the exchange without sharing objects. */
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

/** Adds the names and links of the invites. */
async function describeInvites(
  { context, operator, addresses }: InviteReader,
  moments: readonly InviteMoment[],
): Promise<InviteAnswer[]> {
  const { ownSql, inviteCodes } = context;
  const names = await readInviteNames(
    ownSql,
    moments.map(({ id }) => id),
  );
  const showsLinks = operator.roles.includes("treasury");
  return moments.map((moment) => ({
    ...moment,
    name: names.get(moment.id) ?? "",
    link: showsLinks ? `${pageAddress(context, addresses)}/invite/${inviteCodes.codeOf(moment.id)}` : null,
  }));
}

// Names in a list of invites, one on each line.

const MAX_INVITED = 1000;

type InvitedNames = { readonly names: readonly string[]; readonly faults: readonly LineFault[] };

/**
 * Reads the list. A name is a fault if it could not be chosen now, resembles another name of the list, or is promised by an
 * open invite.
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
  const names: string[] = [];
  const faults: LineFault[] = [];
  for (const line of lines) {
    const name = await readLine(line, context.names);
    const fault = typeof name === "string" ? name : findRepeat(name, seen, findPromised);
    if (fault !== undefined) faults.push({ line: line.line, fault });
    if (typeof name === "string") continue;
    for (const text of [name.folded, name.look]) seen.set(text, line.line);
    names.push(name.text);
  }
  return { names, faults };
}

/** Returns the name of a line, or text that describes the line's fault. */
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
  const promisedName = findPromised(name);
  if (promisedName === undefined) return undefined;
  return `name: expected a name that no open invite promises, got "${text}", which reads like "${promisedName}"; revoke that invite first`;
}

// GET /invites, and GET /invites/{id} with the wallets that used it.

const page = pageFields("Rows");

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
  readOperation({
    path: "/invites",
    summary: "List invites with their uses and links, the latest first, and what they can still give",
    group: INVITES,
    refuses: ["not_accepting"],
    query: ListQuery,
    answer: InviteList,
    read: async ({ context, operator, query }) => {
      const found = await context.engine.examine((exchange, at) => findInvites(exchange, query, at));
      if (isRejection(found)) return found;
      const { moments, ...counts } = found;
      return {
        ...counts,
        data: await describeInvites({ context, operator, addresses: addresses() }, moments),
      };
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
  readOperation({
    path: "/invites/:id",
    summary: "Get an invite with the wallets that used it",
    group: INVITES,
    refuses: ["not_accepting", "invite_not_found"],
    params: Type.Object({ id: Type.String({ maxLength: 100, description: "Id of an invite" }) }),
    query: Type.Object(page),
    answer: ShownInvite,
    read: async ({ context, operator, params: { id }, query: { limit, offset } }) => {
      const found = await context.engine.examine((exchange, at) => {
        const invite = exchange.invites.get(id);
        if (invite === undefined) return reject("invite_not_found", `no invite has the id "${id}"`);
        const uses = [...invite.used].slice(offset, offset + limit);
        return { moment: describeMoment(invite, at), uses };
      });
      if (isRejection(found)) return found;
      const [invite] = await describeInvites({ context, operator, addresses: addresses() }, [found.moment]);
      const wallets = found.uses.map(([owner, use]) => ({
        address: use.address,
        owner,
        time: timeAt(use.at),
        nameGiven: use.name === "given",
      }));
      return { ...invite, wallets };
    },
  });

// POST /invites: makes one link that gives funds to several people, or one link for each name of a list. All invites are
// made by one command in one batch.

const MAX_USES = 10_000;
const BODY_BYTES = 1024 * 1024;

const Body = changeBody({
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
});
type MakeCall = ChangeCall<unknown, unknown, Type.Static<typeof Body>>;

const makeInvites = (addresses: () => OpenAddresses) =>
  changeOperation({
    path: "/invites",
    summary: "Make an invite for so many people, or one for each name of a list",
    group: INVITES,
    refuses: ["invalid_amounts", "amount_too_large"],
    role: "treasury",
    bodyLimit: BODY_BYTES,
    body: Body,
    answer: Type.Object({
      list: Type.String({
        description: "Id of all of them together, by which they can be listed and revoked",
      }),
      invites: Type.Array(InviteAnswer),
    }),
    // Lists with names are processed one at a time, so that no two promise the same name.
    act: (call) =>
      call.body.names === undefined
        ? submitInvites(call)
        : call.context.requestTurns.take(["invite names"], () => submitInvites(call)),
    tell: async ({ result: { list } }, { context, operator }) => {
      const { engine } = context;
      const moments = invitesIn(engine.exchange, list).map((one) => describeMoment(one, engine.head().at));
      return { list, invites: await describeInvites({ context, operator, addresses: addresses() }, moments) };
    },
  });

async function submitInvites(call: MakeCall) {
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
  // Stores the names first: an invite must not exist without its name, but a name without an invite does no harm.
  if (names !== undefined) await putInviteNames(context.ownSql, named);
  const details = {
    invites: invites.length,
    uses: names === undefined ? uses : 1,
    amount: collateralText(amount),
  };
  const command = { type: "make-invites", operator: operator.name, reason, invites } as const;
  const madeInvites = await call.execute({ action: "make-invites", subject: list, details, command }, () => ({
    list,
  }));
  if (isRejection(madeInvites) && madeInvites.code !== "outcome_unknown" && names !== undefined)
    await deleteInviteNames(
      context.ownSql,
      invites.map(({ id }) => id),
    );
  return madeInvites;
}

/** Reads the expiration, which must be in the future; `undefined` if there is none. */
function readUntil(body: MakeCall["body"], now: number): number | Rejection | undefined {
  const read = readTimes(body, ["until"]);
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

// DELETE /invites/{id}: revokes an invite, or all invites that were made together. Funds already given stay.

export const RevokedInvites = Type.Object({
  revoked: Type.Integer({ description: "0 when they were revoked before, and nothing was done" }),
});

const revokeInvites = changeOperation({
  method: "DELETE",
  path: "/invites/:id",
  summary: "Revoke an invite, or all of a list; funds that were given stay",
  group: INVITES,
  refuses: ["invite_not_found"],
  role: "treasury",
  params: Type.Object({ id: Type.String({ maxLength: 100, description: "Id of an invite or of a list" }) }),
  body: ReasonBody,
  answer: RevokedInvites,
  act: (call) => {
    const { params, body, operator } = call;
    const command = { type: "revoke-invites", operator: operator.name, ...body, ...params } as const;
    return call.execute({ action: "revoke-invites", subject: params.id, command }, ({ events }) => ({
      revoked: events.filter((event) => event.type === "operated" && event.action === "revoke-invite").length,
    }));
  },
});

// The operations on invites, in the order of the operator API's document.

/** Lists the operations; `addresses` returns the open addresses, for the links. */
export const inviteEndpoints = (addresses: () => OpenAddresses): readonly Endpoint[] => [
  listInvites(addresses),
  getInvite(addresses),
  makeInvites(addresses),
  revokeInvites,
];
