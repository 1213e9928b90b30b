/** POST /bans: refuses the orders of an owner from now on, and cancels those that rest. */
import { Type } from "typebox";
import { BanAnswer, changeBan } from "./change-ban.ts";
import { operation, Reason } from "./operation.ts";
import { GivenWallet } from "./wallet-term.ts";

export const banOwner = operation({
  method: "POST",
  path: "/bans",
  summary: "Ban an owner from trading",
  role: "market-admin",
  body: Type.Object({ address: GivenWallet, reason: Reason }, { additionalProperties: false }),
  answer: BanAnswer,
  handle: (call) => changeBan(call, "ban", call.body),
});
