/** GET /invite/{code}/use: whether the caller used an invite, also when it gives nothing any more. */
import { isRejection } from "../../../core/rejection.ts";
import { readInviteNames } from "../../../store/names/invite-names.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { INVITES } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { describeUse, InviteParams, InviteUseAnswer, unknownCode } from "./invite-answer.ts";

export const getInviteUse = keyOperation({
  method: "GET",
  path: "/invite/:code/use",
  dialects: ["spec"],
  summary: "Get whether the caller used an invite",
  group: INVITES,
  limits: [TRADING_LIMITS.invites],
  refuses: ["not_accepting", "invite_not_found"],
  params: InviteParams,
  strict: true,
  answer: InviteUseAnswer,
  handle: async ({ context, params: { code }, caller }) => {
    const id = context.inviteCodes.idOf(code);
    if (id === undefined) return { rejection: unknownCode(code) };
    const found = await context.engine.examine(({ invites }) => {
      const invite = invites.get(id);
      return invite === undefined ? unknownCode(code) : { invite, use: invite.used.get(caller.address) };
    });
    if (isRejection(found)) return { rejection: found };
    const names = await readInviteNames(context.ownSql, [id]);
    return { body: describeUse(found.invite, found.use, names.get(id) ?? "") };
  },
});
