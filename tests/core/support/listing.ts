/** Listings with the trading terms that a test cares about and nothing else of interest. */
import type { CatalogMarket, Listing } from "../../../src/core/markets/catalog.ts";
import type { FeeSchedule } from "../../../src/core/markets/market-terms.ts";
import { lots, ticks } from "../../../src/core/units.ts";

/** The trading terms in plain numbers; `name` gives the condition and both token ids. */
export type TestMarket = {
  name: string;
  tick?: number;
  minimumLots?: number;
  state?: "draft" | "active" | "closed" | "archived";
  payout?: readonly [number, number];
  /** Token ids, when they are not `<name>-yes` and `<name>-no`. */
  tokenIds?: readonly [string, string];
  negativeRisk?: boolean;
  fees?: FeeSchedule;
  autoRedeem?: boolean;
};

/** Markets of event 1. */
export const marketListing = (...markets: TestMarket[]): Listing => eventListing("1", markets);

export function eventListing(id: string, markets: readonly TestMarket[]): Listing {
  return {
    event: {
      id,
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
    markets: markets.map(catalogMarket),
  };
}

function catalogMarket(terms: TestMarket): CatalogMarket {
  const { name, tick = 100, minimumLots = 1, state = "active" } = terms;
  return {
    id: name,
    conditionId: name,
    questionId: name,
    tokenIds: terms.tokenIds ?? [`${name}-yes`, `${name}-no`],
    outcomes: ["Yes", "No"],
    question: name,
    slug: name,
    description: "",
    active: state !== "draft",
    closed: state === "closed",
    archived: state === "archived",
    tick: ticks(tick),
    minimumLots: lots(minimumLots),
    negativeRisk: terms.negativeRisk ?? false,
    secondsDelay: 0,
    rewards: { rates: [], minSize: 0, maxSpread: 0 },
    ...(terms.payout === undefined ? {} : { payout: terms.payout }),
    ...(terms.fees === undefined ? {} : { fees: terms.fees }),
    ...(terms.autoRedeem === undefined ? {} : { autoRedeem: terms.autoRedeem }),
  };
}
