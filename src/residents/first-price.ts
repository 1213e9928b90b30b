/** First prices of markets that nobody has traded: drawn from a seed, and in all one where one market of an event wins. */
import { ONE } from "../core/units.ts";
import type { Listing } from "../core/catalog.ts";
import { elementAt } from "../core/element-at.ts";
import { MAKER } from "./resident-terms.ts";
import { boundsFor } from "./strategies/fair-value.ts";
import { seededRandom } from "./strategies/seeded-random.ts";
import type { Random } from "./strategies/seeded-random.ts";

/** Draws the price of outcome 0 of each market, in ticks with fractions. */
export function firstPrices(listing: Listing, seed: string): readonly number[] {
  const random = seededRandom(`${seed}/${listing.event.id}`);
  const prices = exclusivePrices(listing, random);
  return listing.event.negativeRisk ? prices : prices.map(() => ONE * (0.15 + 0.7 * random()));
}

/**
 * Draws prices that add up to one, of markets that exclude each other. Each leaves its maker room for all levels of its book, as
 * far as so many markets can.
 */
export function exclusivePrices({ markets }: Pick<Listing, "markets">, random: Random): readonly number[] {
  const weights = markets.map(() => 0.1 + random() ** 2);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const floors = markets.map(({ tick }) =>
    Math.min(boundsFor(tick, MAKER.levels).low, (MOST_FLOOR * ONE) / markets.length),
  );
  const rest = floors.reduce((left, floor) => left - floor, ONE as number);
  return weights.map((weight, index) => elementAt(floors, index) + (rest * weight) / all);
}

/** Share of the whole that the floors of all markets take at most. */
const MOST_FLOOR = 0.8;
