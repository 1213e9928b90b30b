/** Public events of accounts and balances, except trades. */
import { Type } from "typebox";
import { Collateral, ConditionId, MARKET, MOVEMENTS, Shares, Wallet } from "./event-fields.ts";

const amount = (description: string) =>
  Type.Object({ wallet: Wallet, amount: Collateral, ...MOVEMENTS }, { description });

export const BALANCE_EVENTS = {
  "account.opened": Type.Object(
    {
      wallet: Wallet,
      owner: Type.String({ pattern: "^0x[0-9a-f]{40}$", description: "Signs for the wallet" }),
    },
    { description: "A wallet has an account. A first deposit follows as an event of its own" },
  ),
  "account.banned": Type.Object(
    { wallet: Wallet },
    { description: "Orders of an owner are refused from now on" },
  ),
  "account.unbanned": Type.Object({ wallet: Wallet }, { description: "A ban was lifted" }),
  "balance.deposited": amount("Collateral came in, also by an operator's credit or an invite"),
  "balance.withdrawn": amount("Collateral went out at its owner's wish"),
  "balance.debited": amount("An operator took collateral out"),
  "balance.split": Type.Object(
    { wallet: Wallet, ...MARKET, shares: Shares, ...MOVEMENTS },
    { description: "Collateral became complete sets: so many shares of each outcome" },
  ),
  "balance.merged": Type.Object(
    { wallet: Wallet, ...MARKET, shares: Shares, ...MOVEMENTS },
    { description: "Complete sets became collateral" },
  ),
  "balance.converted": Type.Object(
    {
      wallet: Wallet,
      given: Type.Array(ConditionId, { description: "Markets whose NO shares were given" }),
      got: Type.Array(ConditionId, { description: "Markets whose YES shares were got" }),
      shares: Shares,
      ...MOVEMENTS,
    },
    {
      description:
        "NO shares of markets of a negative-risk event became YES shares of the others, and collateral",
    },
  ),
  "balance.redeemed": Type.Object(
    { wallet: Wallet, ...MARKET, paid: Collateral, ...MOVEMENTS },
    { description: "Shares of a resolved market were paid out" },
  ),
};
