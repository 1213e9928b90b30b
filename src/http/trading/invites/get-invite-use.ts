/** GET /invite/{code}/use: whether the caller used an invite, also when it gives nothing any more. */
import { isRejection } from "../../../core/rejection.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { INVITES } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { findInvite } from "./find-invite.ts";
import { describeUse, InviteParams, InviteUseAnswer } from "./invite-answer.ts";

export const getInviteUse = keyOperation({
  method: "GET",
  path: "/invite/:code/use",
  fromMemory: true,
  dialects: ["spec"],
  summary: "Get whether the caller used an invite",
  group: INVITES,
  limits: [TRADING_LIMITS.invites],
  refuses: ["not_accepting", "invite_not_found"],
  params: InviteParams,
  strict: true,
  answer: InviteUseAnswer,
  handle: async ({ context, params: { code }, caller }) => {
    const read = await findInvite(context, code, (invite) => ({
      invite,
      use: invite.used.get(caller.address),
    }));
    if (isRejection(read)) return { rejection: read };
    const { found, name } = read;
    return { body: describeUse(found.invite, found.use, name) };
  },
});
