/** The reference exchange's state: plain arrays, nothing derived is stored, nothing shared with src/core but types. */
import type { MarketStatus, Payout } from "../../src/core/catalog.ts";
import type { OrderKind, SelfTradePolicy, Side } from "../../src/core/state.ts";

export type RefWallet = {
  readonly address: string;
  readonly owner: string;
  cash: number;
  /** By token id. */
  readonly shares: Map<string, number>;
};

export type RefMarket = {
  readonly condition: string;
  readonly tokens: readonly [string, string];
  tick: number;
  minimum: number;
  status: MarketStatus;
  payout: Payout | undefined;
  /** In terms of the first token. */
  lastTrade: string | undefined;
  /** What all its fills were worth, at the prices of the tokens that came in. */
  volume: number;
  recorded: { midpoint: number; minute: number } | undefined;
};

export type RefOrder = {
  readonly no: number;
  readonly id: string;
  readonly wallet: RefWallet;
  readonly market: RefMarket;
  readonly token: string;
  readonly side: Side;
  readonly limit: number;
  readonly kind: OrderKind;
  readonly expiresAt: number;
  remaining: number;
};

export type Reference = {
  readonly policy: SelfTradePolicy;
  readonly wallets: RefWallet[];
  readonly markets: RefMarket[];
  /** Resting orders in the order in which they were placed. */
  orders: RefOrder[];
  deposits: number;
  placed: number;
  traded: number;
};

export const createReference = (policy: SelfTradePolicy): Reference => ({
  policy,
  wallets: [],
  markets: [],
  orders: [],
  deposits: 0,
  placed: 0,
  traded: 0,
});

export const ONE = 10_000;

export const findWallet = (reference: Reference, address: string): RefWallet | undefined =>
  reference.wallets.find((wallet) => wallet.address === address);
export const findMarket = (reference: Reference, condition: string): RefMarket | undefined =>
  reference.markets.find((market) => market.condition === condition);

export const sharesOf = (wallet: RefWallet, token: string): number => wallet.shares.get(token) ?? 0;

export function addShares(wallet: RefWallet, token: string, lots: number): void {
  wallet.shares.set(token, sharesOf(wallet, token) + lots);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Collateral that the wallet's resting buys need. */
export const heldCash = (reference: Reference, wallet: RefWallet): number =>
  sum(
    reference.orders
      .filter((order) => order.wallet === wallet && order.side === "BUY")
      .map((order) => order.remaining * order.limit),
  );

/** Shares of a token that the wallet's resting sells need. */
export const heldShares = (reference: Reference, wallet: RefWallet, token: string): number =>
  sum(
    reference.orders
      .filter((order) => order.wallet === wallet && order.side === "SELL" && order.token === token)
      .map((order) => order.remaining),
  );

export const supply = (reference: Reference, token: string): number =>
  sum(reference.wallets.map((wallet) => sharesOf(wallet, token)));

/** What is locked behind the outstanding shares: a unit for every set, or what a resolved market still has to pay. */
export function backing(reference: Reference, market: RefMarket): number {
  const [first, second] = market.tokens.map((token) => supply(reference, token)) as [number, number];
  if (market.status !== "resolved" || market.payout === undefined) return first * ONE;
  const [a, b] = market.payout;
  return ((first * a + second * b) * ONE) / (a + b);
}

/** What the open orders of a market are worth at their limits. */
export const liquidity = (reference: Reference, market: RefMarket): number =>
  sum(
    reference.orders.filter((order) => order.market === market).map((order) => order.remaining * order.limit),
  );

/** Twice the midpoint of the first token's best prices, counting orders for the second one as their mirror. */
export function doubleMidpoint(reference: Reference, market: RefMarket): number | undefined {
  const bids: number[] = [];
  const asks: number[] = [];
  for (const order of reference.orders) {
    if (order.market !== market) continue;
    const first = order.token === market.tokens[0];
    const price = first ? order.limit : ONE - order.limit;
    if ((order.side === "BUY") === first) bids.push(price);
    else asks.push(price);
  }
  return bids.length === 0 || asks.length === 0 ? undefined : Math.max(...bids) + Math.min(...asks);
}
