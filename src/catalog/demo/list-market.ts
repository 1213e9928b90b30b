/** Builds the catalog's record of one demo market. */
import type { CatalogMarket, Instant, Rewards } from "../../core/catalog.ts";
import { stateTerms } from "../../core/market-terms.ts";
import { lots, ticks } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import type { DemoEvent, DemoQuestion, DemoRewards, DemoTick } from "./demo-event.ts";
import { DEMO_COLLATERAL, DEMO_CREATOR } from "./ids.ts";
import type { DemoIds } from "./ids.ts";
import { demoPicture } from "./pictures.ts";

/** Dates of one event, with a function that fills them into texts. */
export type EventDates = {
  createdAt: Instant;
  startDate: Instant;
  endDate: Instant;
  updatedAt: Instant;
  /** Creation date of tags and series, which outlive an event. */
  catalogCreatedAt: Instant;
  fillDates: (text: string) => string;
};

/** A market before it has a number and dates. */
export type DemoMarket = { question: DemoQuestion; ids: DemoIds };

const ONE_SHARE = lots(100);

const TICKS: Readonly<Record<DemoTick, Ticks>> = {
  "0.1": ticks(1000),
  "0.01": ticks(100),
  "0.005": ticks(50),
  "0.0025": ticks(25),
  "0.001": ticks(10),
  "0.0001": ticks(1),
};

/** Event of a market, and its dates. */
export type DemoMarketEvent = { demo: DemoEvent; dates: EventDates };

export function listMarket(id: string, market: DemoMarket, { demo, dates }: DemoMarketEvent): CatalogMarket {
  const { createdAt, startDate, endDate, updatedAt } = dates;
  const { question } = market;
  const { negativeRisk, ...ids } = market.ids;
  return {
    id,
    ...ids,
    outcomes: question.outcomes ?? ["Yes", "No"],
    question: question.question,
    slug: question.slug,
    description: dates.fillDates(question.rules),
    ...(demo.resolutionSource === undefined ? {} : { resolutionSource: demo.resolutionSource }),
    startDate,
    endDate,
    image: demoPicture(demo.tags[0]),
    icon: demoPicture(demo.tags[0]),
    ...(demo.startsAtEnd === true ? { gameStartTime: endDate } : {}),
    createdAt,
    updatedAt,
    active: true,
    closed: false,
    archived: false,
    ...stateTerms({
      tick: TICKS[question.tick ?? "0.01"],
      minimumLots: ONE_SHARE,
      negativeRisk: negativeRisk !== undefined,
      fees: undefined,
      autoRedeem: undefined,
    }),
    ...(negativeRisk === undefined
      ? {}
      : { negativeRiskMarketId: negativeRisk.marketId, negativeRiskRequestId: negativeRisk.requestId }),
    ...(question.label === undefined ? {} : { groupItemTitle: question.label }),
    secondsDelay: 0,
    rewards: rewardsOf(question.rewards),
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
