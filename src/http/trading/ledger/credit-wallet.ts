/**
 * POST /sandbox/faucet: test collateral for a wallet that has an account. It opens none, since it cannot know whose
 * signature a contract wallet goes by. The route does not exist outside the sandbox.
 */
import { Type } from "typebox";
import { refuseOwn } from "../../../core/accounts.ts";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { collateralText, NO_MICROS } from "../../../core/units.ts";
import { parseAddress } from "../../../signing/address.ts";
import { findBalance } from "../../../store/balances.ts";
import { endpoint } from "../../endpoint.ts";
import { badWallet } from "../../wallet-format.ts";
import { AmountOf, readCollateral } from "../amount.ts";
import { submit } from "./wallet-request.ts";

export const creditWallet = endpoint({
  method: "POST",
  path: "/sandbox/faucet",
  summary: "Give a wallet test collateral",
  body: Type.Object({
    address: Type.String(),
    amount: AmountOf("Collateral, up to six decimals"),
  }),
  answer: Type.Object({ address: Type.String(), credited: Type.String(), balance: Type.String() }),
  handle: async ({ context, body }) => {
    const address = parseAddress(body.address);
    if (address === undefined) return { rejection: badWallet("address", body.address) };
    const own = refuseOwn(address);
    if (own !== undefined) return { rejection: own };
    const amount = readCollateral(body.amount);
    if (typeof amount !== "number") return { rejection: amount };
    const committed = await submit(context, { type: "credit", address, amount });
    if ("code" in committed) return { rejection: explained(committed) };
    const account = await findBalance(context.sql, address);
    return {
      body: {
        address: body.address,
        credited: collateralText(amount),
        balance: collateralText(account?.collateral ?? NO_MICROS),
      },
    };
  },
});

const explained = (rejection: Rejection): Rejection =>
  rejection.code === "unknown_account"
    ? reject("unknown_account", `${rejection.hint}; its first API key or its first order opens one`)
    : rejection;
