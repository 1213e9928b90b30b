/**
 * POST /accounts: opens the account of a wallet, with nothing in it. Outside the sandbox no account opens by itself:
 * only the operator knows which key signs for a contract wallet, and who may come in.
 */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { NO_MICROS } from "../../core/units.ts";
import { once } from "../once.ts";
import { COLLATERAL } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

export const openAccount = operation({
  method: "POST",
  path: "/accounts",
  summary: "Open the account of a wallet",
  group: COLLATERAL,
  refuses: ["not_accepting", "wallet_taken"],
  role: "treasury",
  body: Type.Object(
    {
      address: GivenWallet,
      owner: Type.Optional(
        Type.String({
          maxLength: 100,
          description: "The wallet whose key signs for it, when it is a contract wallet; itself otherwise",
        }),
      ),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    address: Type.String(),
    owner: Type.String(),
    opened: Type.Boolean({ description: "False when it was open before, and nothing was done" }),
  }),
  handle: (call) =>
    once(call, {
      act: async () => {
        const { body } = call;
        const address = readWallet(body.address);
        if (isRejection(address)) return address;
        const owner = body.owner === undefined ? address : readWallet(body.owner, "owner");
        if (isRejection(owner)) return owner;
        const change = {
          action: "open-account",
          subject: address,
          reason: body.reason,
          details: { owner },
          command: { type: "open-account", address, owner, credit: NO_MICROS },
        } as const;
        return operate(call, change, ({ events }) => ({ address, owner, opened: events.length > 0 }));
      },
      tell: ({ result }) => result,
    }),
});
