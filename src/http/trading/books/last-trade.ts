/**
 * The latest execution of a market, seen from each of its tokens. The price is the token's own. The side is that of the
 * incoming order, seen from the token: a buy of one is a sale of the other.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Market, Outcome, Token } from "../../../core/state.ts";
import { outcomePrice, priceText } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import type { MarketRead } from "../../../engine/committed-reads.ts";

export const LastTrade = Type.Object({
  price: Type.String(),
  side: Type.String({ description: "BUY or SELL: what the incoming order did, seen from this token" }),
});
export type LastTrade = Type.Static<typeof LastTrade>;

const LAST_TRADE: MarketRead<Market["lastTrade"]> = { build: ({ lastTrade }) => lastTrade };

/** `undefined` when the market was never traded. */
export const findLastTrade = (
  { engine }: Pick<Context, "engine">,
  { market, outcome }: Token,
): LastTrade | undefined | Promise<LastTrade | undefined> =>
  whenRead(engine.reads.read(market, LAST_TRADE), (trade) => trade && lastTradeOf(trade, outcome));

const lastTradeOf = ({ price, side }: NonNullable<Market["lastTrade"]>, outcome: Outcome): LastTrade => ({
  price: priceText(outcomePrice(price, outcome)),
  side: outcome === 0 ? side : side === "BUY" ? "SELL" : "BUY",
});
