/** Public events of orders and trades. */
import { Type } from "typebox";
import {
  Collateral,
  MARKET,
  MOVEMENTS,
  ORDER,
  OrderId,
  Outcome,
  orNull,
  Price,
  Shares,
  Side,
  Time,
  TokenId,
  TradeNumber,
  Wallet,
} from "./event-fields.ts";

const PARTY = { wallet: Wallet, tokenId: TokenId, outcome: Outcome, side: Side };
const Party = Type.Object({ ...PARTY, order: OrderId, price: Price, fee: Collateral });

export const CANCEL_REASONS = [
  "by-owner",
  "by-operator",
  "no-heartbeat",
  "expired",
  "self-trade",
  "match-limit",
  "not-filled",
  "market-resolved",
  "market-archived",
  "banned",
  "settlement-failed",
] as const;

export const ORDER_EVENTS = {
  "order.placed": Type.Object(
    {
      ...ORDER,
      kind: Type.Enum(["GTC", "GTD", "FOK", "FAK"]),
      postOnly: Type.Boolean(),
      price: Price,
      shares: Shares,
      expiresAt: orNull(Time),
      builder: orNull(Type.String({ description: "Builder's code, hex" })),
    },
    {
      description:
        "An order was taken. Its trades follow in the same batch, and its end where it does not rest",
    },
  ),
  "order.filled": Type.Object(
    { ...ORDER, shares: Shares },
    { description: "Trades have filled all of an order. It follows the last of them" },
  ),
  "order.canceled": Type.Object(
    {
      ...ORDER,
      price: Price,
      shares: Shares,
      filled: Shares,
      reason: Type.Enum([...CANCEL_REASONS]),
    },
    { description: "An order ended before all of it was filled" },
  ),
  "trade.matched": Type.Object(
    { number: TradeNumber, ...MARKET, shares: Shares, taker: Party, maker: Party, ...MOVEMENTS },
    {
      description:
        "An incoming order, the taker's, met a resting one. Each price is of the party's own token; fees go to a wallet of the exchange",
    },
  ),
  "trade.failed": Type.Object(
    {
      ...MARKET,
      taker: Type.Object(PARTY),
      trades: Type.Array(
        Type.Object({ number: TradeNumber, maker: Type.Object(PARTY), shares: Shares, price: Price }),
        { description: "Trades that are undone; each price is of the taker's token" },
      ),
      ...MOVEMENTS,
    },
    {
      description:
        "The settlement of a match failed, which only a sandbox lets happen: each party gave back what it got",
    },
  ),
};
