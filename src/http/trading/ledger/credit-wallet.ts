/**
 * POST /sandbox/faucet: test collateral for a wallet that has an account. It opens none, since it cannot know whose
 * signature a contract wallet goes by. The route does not exist outside the sandbox.
 */
import { Type } from "typebox";
import { refuseFeeAccount } from "../../../core/accounts.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { parseAddress } from "../../../signing/address.ts";
import { endpoint } from "../../endpoint.ts";
import { carryOut, once } from "../../once.ts";
import { badWallet } from "../../wallet-format.ts";
import { AmountOf, readCollateral } from "../amount.ts";
import { SANDBOX } from "../groups.ts";
import { collateralOf } from "./wallet-request.ts";

export const creditWallet = endpoint({
  method: "POST",
  path: "/sandbox/faucet",
  summary: "Give a wallet test collateral",
  group: SANDBOX,
  limits: [],
  refuses: ["not_accepting", "unknown_account", "wallet_taken", "amount_too_large"],
  body: Type.Object({
    address: Type.String(),
    amount: AmountOf("Collateral, up to six decimals"),
  }),
  answer: Type.Object({ address: Type.String(), credited: Type.String(), balance: Type.String() }),
  once: true,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { body } = call;
        const address = parseAddress(body.address);
        if (address === undefined) return badWallet("address", body.address);
        const own = refuseFeeAccount(address);
        if (own !== undefined) return own;
        const amount = readCollateral(body.amount);
        if (isRejection(amount)) return amount;
        const done = await carryOut(call, { type: "credit", address, amount }, ({ exchange }) => ({
          address: body.address,
          credited: collateralText(amount),
          balance: collateralOf(exchange, address),
        }));
        return isRejection(done) ? explained(done) : done;
      },
      tell: ({ result }) => result,
    }),
});

const explained = (rejection: Rejection): Rejection =>
  rejection.code === "unknown_account"
    ? reject("unknown_account", `${rejection.hint}; its first API key or its first order opens one`)
    : rejection;
