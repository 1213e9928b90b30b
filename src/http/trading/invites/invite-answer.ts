/** Invites on the trading interface: the code of a link, and a use as its owner sees it. */
import { Type } from "typebox";
import type { Invite, InviteUse } from "../../../core/invite.ts";
import { REJECTIONS } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { OrNull, Time, timeAt } from "../../resolution-answer.ts";

export const InviteParams = Type.Object({
  code: Type.String({ maxLength: 100, description: "The last part of the link, in any case of letters" }),
});

export const InvitedName = Type.String({
  description: 'The name that comes with the invite; "" without one',
});

export const InviteUseAnswer = Type.Object({
  used: Type.Boolean({ description: "True if the caller has the funds of this invite" }),
  address: OrNull(Type.String({ description: "The wallet that has them" })),
  amount: OrNull(Type.String()),
  time: OrNull(Time),
  name: InvitedName,
  name_given: Type.Boolean({ description: "True if the wallet got the name with the funds" }),
  name_code: OrNull(Type.String({ description: "Code of the reason why it did not" })),
  name_error: OrNull(Type.String({ description: "That reason in words" })),
});
type InviteUseAnswer = Type.Static<typeof InviteUseAnswer>;

/** Describes the use of an owner, who may have none. */
export function describeUse({ amount }: Invite, use: InviteUse | undefined, name: string): InviteUseAnswer {
  const code = use === undefined || use.name === "none" || use.name === "given" ? null : use.name;
  return {
    used: use !== undefined,
    address: use === undefined ? null : checksumAddress(use.address),
    amount: use === undefined ? null : collateralText(amount),
    time: use === undefined ? null : timeAt(use.at),
    name,
    name_given: use?.name === "given",
    name_code: code,
    name_error: code === null ? null : meaningOf(code),
  };
}

const meaningOf = (code: string): string =>
  Object.entries(REJECTIONS).find(([known]) => known === code)?.[1] ?? code;
