/** First prices of markets that nobody has traded: drawn from a seed, and in all one where one market of an event wins. */
import { ONE } from "../core/units.ts";
import type { Listing } from "../core/catalog.ts";
import { seededRandom } from "./strategies/seeded-random.ts";

/** Draws the price of outcome 0 of each market, in ticks with fractions. */
export function firstPrices({ event, markets }: Listing, seed: string): readonly number[] {
  const random = seededRandom(`${seed}/${event.id}`);
  const weights = markets.map(() => 0.1 + random() ** 2);
  if (!event.negativeRisk) return markets.map(() => ONE * (0.15 + 0.7 * random()));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (ONE * weight) / all);
}
