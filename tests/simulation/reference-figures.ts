/** Figures that the reference recomputes from its plain state for every use: holds, supplies, backing and debts. */
import type { Payout } from "../../src/core/markets/catalog.ts";
import { bounded } from "./reference-position.ts";
import { restingFee } from "./reference-fees.ts";
import { ONE, sharesOf } from "./reference-state.ts";
import type { RestingOrder } from "./reference-fees.ts";
import type { RefEvent, Reference, RefMarket, RefWallet } from "./reference-state.ts";

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Collateral that a resting buy needs until it is filled: its cost, and its fee where the resting side pays one. */
export function needOf(order: RestingOrder): number {
  return order.remaining * order.limit + restingFee(order, order.remaining);
}

/** Collateral that the wallet's resting buys need. */
export const heldCash = (reference: Reference, wallet: RefWallet): number =>
  sum(reference.orders.filter((order) => order.wallet === wallet && order.side === "BUY").map(needOf));

/** Shares of a token that the wallet's resting sells need. */
export const heldShares = (reference: Reference, wallet: RefWallet, token: string): number =>
  sum(
    reference.orders
      .filter((order) => order.wallet === wallet && order.side === "SELL" && order.token === token)
      .map((order) => order.remaining),
  );

export const freeCash = (reference: Reference, wallet: RefWallet): number =>
  wallet.cash - heldCash(reference, wallet);
export const freeShares = (reference: Reference, wallet: RefWallet, token: string): number =>
  sharesOf(wallet, token) - heldShares(reference, wallet, token);

export const supply = (reference: Reference, token: string): number =>
  sum(reference.wallets.map((wallet) => sharesOf(wallet, token)));

/** Collateral locked behind outstanding shares: a unit for every set, or the remaining payouts of a resolved market. */
export function backing(reference: Reference, market: RefMarket): number {
  const [first, second] = market.tokens.map((token) => supply(reference, token)) as [number, number];
  if (market.payout === undefined) return (second + market.burned) * ONE;
  const [a, b] = market.payout;
  return first * a * (ONE / (a + b)) + second * b * (ONE / (a + b));
}

/** Collateral that conversions paid out ahead of what the event's markets will release. */
export function debt(reference: Reference, event: RefEvent): number {
  const burned = reference.markets
    .filter((market) => market.event === event && market.payout?.[0] !== 0)
    .map((market) => market.burned);
  return (sum(burned) - event.converted) * ONE;
}

/** Liquidity of a market, at most the largest amount. */
export function liquidity(reference: Reference, market: RefMarket): number {
  const orders = reference.orders.filter((order) => order.market === market);
  const worth = orders.map((order) => BigInt(order.remaining) * BigInt(order.limit));
  return Number(bounded(worth.reduce((total, value) => total + value, 0n)));
}

type Bests = { readonly bid: number | undefined; readonly ask: number | undefined };

/** The best prices of the first token; orders for the second token count as their mirror. */
export function bestPrices(reference: Reference, market: RefMarket): Bests {
  const prices = { bid: [] as number[], ask: [] as number[] };
  for (const order of reference.orders) {
    if (order.market !== market) continue;
    const first = order.token === market.tokens[0];
    prices[(order.side === "BUY") === first ? "bid" : "ask"].push(first ? order.limit : ONE - order.limit);
  }
  return {
    bid: prices.bid.length === 0 ? undefined : Math.max(...prices.bid),
    ask: prices.ask.length === 0 ? undefined : Math.min(...prices.ask),
  };
}

/** Twice the midpoint of the first token's best prices. */
export function doubleMidpoint(reference: Reference, market: RefMarket): number | undefined {
  const { bid, ask } = bestPrices(reference, market);
  return bid === undefined || ask === undefined ? undefined : bid + ask;
}

type KnownPrices = {
  readonly payout: Payout | undefined;
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  readonly lastPrice: number | undefined;
};

/**
 * Twice the price that is shown of the first token: the payout, a quote that is not wide, or the last trade. Without a
 * trade it is the middle of any book, where a missing bid is 0 and a missing ask 1; `undefined` without an order.
 */
export function doubleShownPrice({ payout, bid, ask, lastPrice }: KnownPrices): number | undefined {
  if (payout !== undefined) return (2 * ONE * payout[0]) / (payout[0] + payout[1]);
  if (bid !== undefined && ask !== undefined && ask - bid <= ONE / 10) return bid + ask;
  if (lastPrice !== undefined) return 2 * lastPrice;
  return bid === undefined && ask === undefined ? undefined : (bid ?? 0) + (ask ?? ONE);
}

/** Twice the first token's shown price; `undefined` without a payout, an order and a trade. */
export function doublePrice(reference: Reference, market: RefMarket): number | undefined {
  const { payout, lastTrade } = market;
  const lastPrice = lastTrade === undefined ? undefined : Number(lastTrade.split(" ")[1]);
  return doubleShownPrice({ payout, lastPrice, ...bestPrices(reference, market) });
}
