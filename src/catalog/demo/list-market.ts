/** Turns one demo market, with its ids and number, into the record that the catalog keeps. */
import type { CatalogMarket, Instant, Rewards } from "../../core/catalog.ts";
import { lots, ticks } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import type { DemoEvent, DemoQuestion, DemoRewards, DemoTick } from "./demo-event.ts";
import { DEMO_COLLATERAL, DEMO_CREATOR } from "./ids.ts";
import type { DemoIds } from "./ids.ts";

/** The dates of one event, and what fills them into its texts. */
export type Dating = {
  createdAt: Instant;
  startDate: Instant;
  endDate: Instant;
  updatedAt: Instant;
  /** Age of what outlives an event: tags and series. */
  catalogCreatedAt: Instant;
  fillIn: (text: string) => string;
};

/** A market before it has a number and dates. */
export type PlainMarket = { asked: DemoQuestion; ids: DemoIds };

const ONE_SHARE = lots(100);

const TICKS: Readonly<Record<DemoTick, Ticks>> = {
  "0.1": ticks(1000),
  "0.01": ticks(100),
  "0.005": ticks(50),
  "0.0025": ticks(25),
  "0.001": ticks(10),
  "0.0001": ticks(1),
};

/** The event that a market belongs to, and its dates. */
export type MarketEvent = { demo: DemoEvent; dating: Dating };

export function listMarket(id: string, market: PlainMarket, { demo, dating }: MarketEvent): CatalogMarket {
  const { createdAt, startDate, endDate, updatedAt } = dating;
  const { asked } = market;
  const { negativeRisk, ...ids } = market.ids;
  return {
    id,
    ...ids,
    outcomes: asked.outcomes ?? ["Yes", "No"],
    question: asked.question,
    slug: asked.slug,
    description: dating.fillIn(asked.rules),
    ...(demo.resolutionSource === undefined ? {} : { resolutionSource: demo.resolutionSource }),
    startDate,
    endDate,
    ...(demo.startsAtEnd === true ? { gameStartTime: endDate } : {}),
    createdAt,
    updatedAt,
    active: true,
    closed: false,
    archived: false,
    tick: TICKS[asked.tick ?? "0.01"],
    minimumLots: ONE_SHARE,
    negativeRisk: negativeRisk !== undefined,
    ...(negativeRisk === undefined
      ? {}
      : { negativeRiskMarketId: negativeRisk.marketId, negativeRiskRequestId: negativeRisk.requestId }),
    ...(asked.label === undefined ? {} : { groupItemTitle: asked.label }),
    secondsDelay: 0,
    rewards: rewardsOf(asked.rewards),
    creator: DEMO_CREATOR,
  };
}

const rewardsOf = (rewards: DemoRewards | undefined): Rewards =>
  rewards === undefined
    ? { rates: [], minSize: 0, maxSpread: 0 }
    : {
        rates: [{ assetAddress: DEMO_COLLATERAL, dailyRate: rewards.dailyRate }],
        minSize: rewards.minSize,
        maxSpread: rewards.maxSpread,
      };
