/**
 * POST /accounts: opens the account of a wallet, with nothing in it. Outside the sandbox no account opens by itself:
 * only the operator knows which key signs for a contract wallet, and who may come in.
 */
import { Type } from "typebox";
import { NO_MICROS } from "../../core/units.ts";
import { operate, operation, Reason } from "./operation.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

export const openAccount = operation({
  method: "POST",
  path: "/accounts",
  summary: "Open the account of a wallet",
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
  handle: async ({ context, operator, body }) => {
    const address = readWallet(body.address);
    if (typeof address !== "string") return { rejection: address };
    const owner = body.owner === undefined ? address : readWallet(body.owner, "owner");
    if (typeof owner !== "string") return { rejection: owner };
    const outcome = await operate(
      { context, operator },
      {
        action: "open-account",
        subject: address,
        reason: body.reason,
        details: { owner },
        command: { type: "open-account", address, owner, credit: NO_MICROS },
      },
    );
    if ("code" in outcome) return { rejection: outcome };
    return { body: { address, owner, opened: outcome.events.length > 0 } };
  },
});
