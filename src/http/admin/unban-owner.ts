/** DELETE /bans/{address}: takes the orders of an owner again. */
import { Type } from "typebox";
import { BanAnswer, changeBan } from "./change-ban.ts";
import { operation, Reason } from "./operation.ts";
import { GivenWallet } from "./wallet-term.ts";

export const unbanOwner = operation({
  method: "DELETE",
  path: "/bans/:address",
  summary: "End the ban of an owner",
  role: "market-admin",
  params: Type.Object({ address: GivenWallet }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: BanAnswer,
  handle: (call) => changeBan(call, "unban", { address: call.params.address, reason: call.body.reason }),
});
