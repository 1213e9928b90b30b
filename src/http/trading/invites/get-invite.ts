/** GET /invite/{code}: the invite of a link, for whoever has it. */
import { Type } from "typebox";
import { stateOf } from "../../../core/invite.ts";
import { isRejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { readInviteNames } from "../../../store/names/invite-names.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { OrNull, timeAt } from "../../resolution-answer.ts";
import { INVITES } from "../groups.ts";
import { InvitedName, InviteParams, unknownCode } from "./invite-answer.ts";

export const getInvite = endpoint({
  method: "GET",
  path: "/invite/:code",
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
    const id = context.inviteCodes.idOf(code);
    if (id === undefined) return { rejection: unknownCode(code) };
    const found = await context.engine.examine((exchange, at) => {
      const invite = exchange.invites.get(id);
      return invite === undefined ? unknownCode(code) : { ...invite, state: stateOf(invite, at) };
    });
    if (isRejection(found)) return { rejection: found };
    const names = await readInviteNames(context.ownSql, [id]);
    const { amount, state, until } = found;
    return {
      body: {
        exchange: context.brand.read().name,
        amount: collateralText(amount),
        name: names.get(id) ?? "",
        state,
        until: until === undefined ? null : timeAt(until),
      },
    };
  },
});
