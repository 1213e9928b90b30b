/**
 * A simulated trader's view of a market, and the trader's own holdings and orders there. Both are read from the state
 * of an exchange, live or in the seeded history. Prices are those of outcome 0.
 */
import type { OutcomeShares } from "../../../core/events/event.ts";
import type { FeeSchedule } from "../../../core/markets/market-terms.ts";
import { availableCollateral, availableLots, tokenNumber } from "../../../core/state.ts";
import type { Account, Market, Order, Outcome, Side } from "../../../core/state.ts";
import { bestAsk, bestBid } from "../../../core/orders/book.ts";
import { addLots, NO_LOTS } from "../../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../../core/units.ts";

export type MarketView = {
  readonly tick: Ticks;
  readonly minimumLots: Lots;
  readonly fees: FeeSchedule | undefined;
  readonly bestBid: Ticks | undefined;
  readonly bestAsk: Ticks | undefined;
};

/** A resting order of the trader. */
export type OwnOrder = {
  readonly id: string;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly bid: boolean;
  readonly price: Ticks;
  /** Remaining size. */
  readonly lots: Lots;
};

export type AccountHoldings = {
  /** Collateral, including the part held by resting orders. */
  readonly collateral: Micros;
  /** Collateral available to new orders. */
  readonly available: Micros;
  readonly shares: OutcomeShares;
  /** Shares available to new sell orders. */
  readonly unheld: OutcomeShares;
  /** Resting orders in this market, oldest first. */
  readonly orders: readonly OwnOrder[];
};

export const viewMarket = (market: Market): MarketView => ({
  tick: market.tick,
  minimumLots: market.minimumLots,
  fees: market.fees,
  bestBid: bestBid(market.book),
  bestAsk: bestAsk(market.book),
});

/** Reads an account's holdings and orders in a market. */
export const readAccountHoldings = (account: Account, market: Market): AccountHoldings => ({
  collateral: account.collateral,
  available: availableCollateral(account),
  shares: [getShares(account, tokenNumber(market, 0)), getShares(account, tokenNumber(market, 1))],
  unheld: [availableLots(account, tokenNumber(market, 0)), availableLots(account, tokenNumber(market, 1))],
  orders: listOrdersIn(account, market),
});

const getShares = ({ positions }: Account, token: number): Lots => positions.get(token)?.lots ?? NO_LOTS;

function listOrdersIn(account: Account, market: Market): OwnOrder[] {
  const orders: OwnOrder[] = [];
  if (!account.openIn.has(market.no)) return orders;
  for (let order: Order | undefined = account.firstOrder; order !== undefined; order = order.nextOwn) {
    const { id, outcome, side, bid, price, remaining: lots } = order;
    if (order.market === market) orders.push({ id, outcome, side, bid, price, lots });
  }
  return orders;
}

/** Sums the trader's resting orders at a quote's side and price. */
export const sumOwnLotsAt = (
  orders: readonly OwnOrder[],
  { bid, price }: Pick<OwnOrder, "bid" | "price">,
): Lots =>
  orders.reduce(
    (sum, order) => (order.bid === bid && order.price === price ? addLots(sum, order.lots) : sum),
    NO_LOTS,
  );
