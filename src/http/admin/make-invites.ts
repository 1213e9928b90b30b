/**
 * POST /invites: makes a link that gives funds to each of so many people, or a link for each name of a list. All of it is one
 * step in one batch.
 */
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import type { InviteTerms } from "../../core/invite.ts";
import { listInvites } from "../../core/invites.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { collateralText } from "../../core/units.ts";
import { deleteInviteNames, putInviteNames } from "../../store/names/invite-names.ts";
import { once } from "../once.ts";
import { timeAt } from "../resolution-answer.ts";
import { AmountOf, readCollateral } from "../trading/amount.ts";
import { refuseLines } from "./funding-lines.ts";
import { GivenInstant, readInstants } from "./given-instant.ts";
import { INVITES } from "./groups.ts";
import { describeInvites, describeMoment, InviteAnswer, pageAddress } from "./invite-fields.ts";
import { MOST_INVITED, readInvitedNames } from "./invited-names.ts";
import type { OpenAddresses } from "./locate-request.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorCall } from "./operation.ts";

const MOST_USES = 10_000;
const BODY_BYTES = 1024 * 1024;

const Body = Type.Object(
  {
    amount: AmountOf("Collateral for each person, up to six decimals"),
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_USES,
        description: "Most people who can use the link; 1 unless given",
      }),
    ),
    names: Type.Optional(
      Type.String({
        maxLength: 200_000,
        description: `Lines with a name each, up to ${MOST_INVITED}, for a link of one use each; in place of uses`,
      }),
    ),
    until: GivenInstant,
    reason: Reason,
  },
  { additionalProperties: false },
);
type MakeCall = OperatorCall<unknown, unknown, Type.Static<typeof Body>>;

export const makeInvites = (addresses: () => OpenAddresses) =>
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
      once(call, {
        // Names of one list after the other, so that no two promise the same.
        act: () =>
          call.body.names === undefined
            ? make(call)
            : call.context.requestTurns.take(["invite names"], () => make(call)),
        tell: async ({ result: { list } }) => {
          const { context, operator } = call;
          const { engine } = context;
          const moments = listInvites(engine.exchange, list).map((one) =>
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
  const invites: readonly InviteTerms[] =
    names === undefined
      ? [{ ...terms, id: list, uses }]
      : names.map(() => ({ ...terms, id: randomUUID(), uses: 1 }));
  const named = invites.map(({ id }, index) => ({ invite: id, name: names?.[index] ?? "" }));
  // Stored first: an invite must not be known without its name, and a name without an invite does no harm.
  if (names !== undefined) await putInviteNames(context.ownSql, named);
  const details = {
    invites: invites.length,
    uses: names === undefined ? uses : 1,
    amount: collateralText(amount),
  };
  const command = { type: "make-invites", operator: operator.name, reason, invites } as const;
  const made = await operate(
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

/** Reads the end, which must be to come; `undefined` for none. */
function readUntil(body: MakeCall["body"], now: number): number | Rejection | undefined {
  const read = readInstants(body, ["until"]);
  if (isRejection(read)) return read;
  const until = read.until === undefined ? undefined : Date.parse(read.until);
  if (until === undefined || until > now) return until;
  return reject("invalid_payload", `until: expected a time after now, ${timeAt(now)}, got "${body.until}"`);
}

/** Reads the names; `undefined` when none are given. */
async function readNames({ context, body }: MakeCall): Promise<readonly string[] | Rejection | undefined> {
  if (body.names === undefined) return undefined;
  if (body.uses !== undefined)
    return reject(
      "invalid_payload",
      `uses: expected none beside names, each of which has one link of one use, got ${body.uses}`,
    );
  const read = await readInvitedNames(body.names, context);
  return isRejection(read) ? read : (refuseLines("names", read.faults) ?? read.names);
}
