/** Invites in the answers to operators, and the links that they hand out. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { stateOf } from "../../core/invite.ts";
import type { Invite } from "../../core/invite.ts";
import { collateralText, decimalText } from "../../core/units.ts";
import type { Operator } from "../../signing/operators.ts";
import { readInviteNames } from "../../store/names/invite-names.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import type { OpenAddresses } from "./locate-request.ts";

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

/** The address of the page, and the operator: only those who may give funds see the links. */
export type LinkTerms = { readonly page: string; readonly operator: Operator };

/** Base address of the page: as it is published, or as it is open here. */
export const pageAddress = ({ config }: Context, addresses: OpenAddresses): string =>
  config.publicUrls.web ?? addresses?.web ?? "";

/** An invite at a moment, as it is described later; it shares nothing with the exchange. */
export type InviteMoment = Omit<InviteAnswer, "name" | "link">;

export function describeMoment(invite: Invite, at: number): InviteMoment {
  const { id, list, amount, uses, used, madeAt, until, operator, reason, revoked } = invite;
  return {
    id,
    list,
    amount: collateralText(amount),
    uses,
    used: used.size,
    given: decimalText(BigInt(amount) * BigInt(used.size), 6),
    state: stateOf(invite, at),
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
export async function describeInvites(
  { ownSql, inviteCodes }: Context,
  moments: readonly InviteMoment[],
  { page, operator }: LinkTerms,
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
