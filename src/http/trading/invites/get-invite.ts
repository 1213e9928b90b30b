/** GET /invite/{code}: the invite of a link, for whoever has it. */
import { Type } from "typebox";
import { stateOf } from "../../../core/invite.ts";
import { isRejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { OrNull, timeAt } from "../../resolution-answer.ts";
import { INVITES } from "../groups.ts";
import { findInvite } from "./find-invite.ts";
import { InvitedName, InviteParams } from "./invite-answer.ts";

export const getInvite = endpoint({
  method: "GET",
  path: "/invite/:code",
  fromMemory: true,
  dialects: ["spec"],
  summary: "Get what a link gives, and whether it still does",
  group: INVITES,
  limits: [TRADING_LIMITS.invites],
  refuses: ["not_accepting", "invite_not_found"],
  params: InviteParams,
  strict: true,
  answer: Type.Object({
    exchange: Type.String({ description: "The exchange's own name" }),
    amount: Type.String({ description: "Collateral for each owner" }),
    name: InvitedName,
    state: Type.Enum(["open", "used_up", "ended", "revoked"]),
    until: OrNull(Type.String({ description: "ISO 8601; null if it has no end" })),
  }),
  handle: async ({ context, params: { code } }) => {
    const read = await findInvite(context, code, (invite, at) => ({ ...invite, state: stateOf(invite, at) }));
    if (isRejection(read)) return { rejection: read };
    const { found, name } = read;
    const { amount, state, until } = found;
    return {
      body: {
        exchange: context.brand.read().name,
        amount: collateralText(amount),
        name,
        state,
        until: until === undefined ? null : timeAt(until),
      },
    };
  },
});
