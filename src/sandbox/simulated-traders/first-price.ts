/** First prices of untraded markets, drawn from a seed. The prices of an event where one market wins add up to one. */
import { ONE } from "../../core/units.ts";
import type { Listing } from "../../core/markets/catalog.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { MAKER_PARAMS } from "./trader-params.ts";
import { computeBounds } from "./strategies/fair-value.ts";
import { createRandom } from "./strategies/seeded-random.ts";
import type { Random } from "./strategies/seeded-random.ts";

/** Draws the price of outcome 0 of each market, in ticks with fractions. */
export function drawFirstPrices(listing: Listing, seed: string): readonly number[] {
  const random = createRandom(`${seed}/${listing.event.id}`);
  const prices = drawExclusivePrices(listing, random);
  return listing.event.negativeRisk ? prices : prices.map(() => ONE * (0.15 + 0.7 * random()));
}

/**
 * Draws prices of mutually exclusive markets that add up to one. Each price leaves room for all levels of the market
 * maker's quotes, as far as the number of markets allows.
 */
export function drawExclusivePrices(
  { markets }: Pick<Listing, "markets">,
  random: Random,
): readonly number[] {
  const weights = markets.map(() => 0.1 + random() ** 2);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const floors = markets.map(({ tick }) =>
    Math.min(computeBounds(tick, MAKER_PARAMS.levels).low, (MAX_FLOOR * ONE) / markets.length),
  );
  const rest = floors.reduce((left, floor) => left - floor, ONE as number);
  return weights.map((weight, index) => elementAt(floors, index) + (rest * weight) / all);
}

/** Maximum sum of the minimum prices of all markets, as a share of one. */
const MAX_FLOOR = 0.8;
