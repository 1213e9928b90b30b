/**
 * Decides whether a resting order scores for liquidity rewards at a moment. It needs the market's minimum size, a price
 * within the maximum spread of the midpoint, and a minimum age. The midpoint is that of the best levels of at least the
 * minimum size, so that a small order cannot move it. Source: Polymarket's published reward rules.
 */
import type { Level } from "./book.ts";
import type { Rewards } from "../markets/catalog.ts";
import type { Order } from "../state.ts";
import { nearestLots, nearestTicks, outcomePrice } from "../units.ts";
import type { Ticks } from "../units.ts";

const MIN_AGE_MS = 3_500;

/** A market's rewards, and its levels in terms of outcome 0, best first. */
export type RewardedBook = {
  readonly rewards: Rewards;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
};

/**
 * Tells whether the order scores at `now` (ms, the clock). Without levels of the minimum size on both sides there is no
 * midpoint, and nothing scores. An order from a time when engine time was ahead of the clock counts as old enough.
 */
export function isScoring(
  order: Pick<Order, "outcome" | "limit" | "remaining" | "placedAt">,
  { rewards, bids, asks }: RewardedBook,
  now: number,
): boolean {
  const { rates, minSize, maxSpread } = rewards;
  const minLots = nearestLots(minSize);
  const best = (levels: readonly Level[]): Ticks | undefined =>
    levels.find(({ lots }) => lots >= minLots)?.price;
  const [bid, ask] = [best(bids), best(asks)];
  if (rates.length === 0 || bid === undefined || ask === undefined) return false;
  const doubled = 2 * outcomePrice(order.limit, order.outcome) - (bid + ask);
  return (
    order.remaining >= minLots &&
    Math.abs(doubled) <= 2 * nearestTicks(maxSpread) &&
    Math.abs(now - order.placedAt) >= MIN_AGE_MS
  );
}
