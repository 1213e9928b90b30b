/** Intents: orders and cancels that a strategy wants, in the order in which they are executed. */
import type { OrderKind, Outcome, Side } from "../../../core/state.ts";
import { complement, cost } from "../../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../../core/units.ts";
import type { MarketView, AccountHoldings } from "./market-view.ts";
import type { Random } from "./seeded-random.ts";

/** Inputs of a step, at `now` in ms. */
export type StepInput = {
  readonly market: MarketView;
  readonly own: AccountHoldings;
  readonly random: Random;
  readonly now: number;
};

export type Intent = PlaceIntent | { readonly type: "cancel"; readonly id: string };

/** An order for one outcome's token, with a limit price of that token. */
export type PlaceIntent = {
  readonly type: "place";
  readonly outcome: Outcome;
  readonly side: Side;
  readonly limit: Ticks;
  readonly lots: Lots;
  readonly kind: Extract<OrderKind, "GTC" | "FAK">;
  readonly postOnly: boolean;
};

/** A bid or an ask for outcome 0. */
export type Quote = { readonly bid: boolean; readonly price: Ticks; readonly lots: Lots };

/**
 * Turns a quote into an order: a sale if there are enough shares, else a purchase of the opposite outcome. Both are
 * worth the same, and sales reduce the complete sets that purchases of both outcomes build up.
 */
export function toOrder(
  { bid, price, lots }: Quote,
  { unheld }: Pick<AccountHoldings, "unheld">,
): OrderParams {
  const sold: Outcome = bid ? 1 : 0;
  if (unheld[sold] >= lots) return { outcome: sold, side: "SELL", limit: priceOfToken(price, sold), lots };
  const bought: Outcome = bid ? 0 : 1;
  return { outcome: bought, side: "BUY", limit: priceOfToken(price, bought), lots };
}

/** An order without its kind. */
export type OrderParams = Pick<PlaceIntent, "outcome" | "side" | "limit" | "lots">;

const priceOfToken = (price: Ticks, outcome: Outcome): Ticks => (outcome === 0 ? price : complement(price));

/** Makes an order that rests and never matches on arrival. */
export const restingIntent = (terms: OrderParams): PlaceIntent => ({
  type: "place",
  ...terms,
  kind: "GTC",
  postOnly: true,
});

/** Makes an order that matches at once as far as possible. */
export const takingIntent = (terms: OrderParams): PlaceIntent => ({
  type: "place",
  ...terms,
  kind: "FAK",
  postOnly: false,
});

/** Computes the budget of a market buy for the core's command; `undefined` for all other orders. */
export const computeBudget = ({ kind, side, lots, limit }: PlaceIntent): Micros | undefined =>
  kind === "FAK" && side === "BUY" ? cost(lots, limit) : undefined;
