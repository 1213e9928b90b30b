import type { CatalogMarket, Listing } from "../../src/core/catalog.ts";
import { lots } from "../../src/core/units.ts";
import type { Ticks } from "../../src/core/units.ts";

/** One event with an open market for each condition. */
export function marketListing(
  conditionIds: readonly string[],
  tokenIds: readonly (readonly [string, string])[],
  tick: Ticks,
): Listing {
  return {
    event: {
      id: "1",
      ticker: "event",
      slug: "event",
      title: "Event",
      description: "",
      active: true,
      closed: false,
      archived: false,
      negativeRisk: false,
      tags: [],
      series: [],
    },
    markets: conditionIds.map((conditionId, index) => openMarket(conditionId, tokenIds[index], tick)),
  };
}

const openMarket = (
  conditionId: string,
  tokenIds: readonly [string, string],
  tick: Ticks,
): CatalogMarket => ({
  id: conditionId,
  conditionId,
  questionId: conditionId,
  tokenIds,
  outcomes: ["Yes", "No"],
  question: conditionId,
  slug: conditionId,
  description: "",
  active: true,
  closed: false,
  archived: false,
  tick,
  minimumLots: lots(500),
  negativeRisk: false,
  secondsDelay: 0,
  rewards: { rates: [], minSize: 0, maxSpread: 0 },
});
