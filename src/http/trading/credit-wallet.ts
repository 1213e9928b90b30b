/**
 * POST /sandbox/faucet: test collateral for a wallet that has an account. It opens none, since it cannot know whose
 * signature a contract wallet goes by. The route does not exist outside the sandbox.
 */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { collateralText, micros } from "../../core/units.ts";
import { parseAddress } from "../../signing/address.ts";
import { endpoint } from "../endpoint.ts";
import { AmountOf, COLLATERAL_PLACES, readAmount } from "./amount.ts";

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
    if (address === undefined) {
      return {
        rejection: reject("invalid_payload", `address: expected a wallet address, got "${body.address}"`),
      };
    }
    const amount = readAmount(body.amount, COLLATERAL_PLACES);
    if (typeof amount !== "number") return { rejection: amount };
    const outcome = await context.engine.submit({ type: "credit", address, amount: micros(amount) });
    if (outcome.type === "rejected") return { rejection: explained(outcome.rejection) };
    const balance = context.engine.exchange.accountByAddress.get(address)?.collateral ?? micros(0);
    return {
      body: {
        address: body.address,
        credited: collateralText(micros(amount)),
        balance: collateralText(balance),
      },
    };
  },
});

const explained = (rejection: Rejection): Rejection =>
  rejection.code === "unknown_account"
    ? reject("unknown_account", `${rejection.hint}; its first API key or its first order opens one`)
    : rejection;
