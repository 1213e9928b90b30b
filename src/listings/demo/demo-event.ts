/**
 * Data format of the demo catalog: events as plain data, without ids and dates. Times are whole hours from the first
 * start. In texts, `{end}` stands for the written-out end of the event and `{option}` for the option of a market. A
 * question must not contain `{end}`: ids derive from it, and must be the same in every sandbox.
 */
import type { CatalogMarket, Instant, Rewards } from "../../core/markets/catalog.ts";
import type { MarketVersion } from "../../core/markets/market-version.ts";
import { STANDARD_TERMS, pickStatedTerms } from "../../core/markets/market-terms.ts";
import { ticks } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import { toHex } from "../../signing/hex.ts";
import {
  buildAncillaryData,
  computeMarketIds,
  computeNegRiskMarketId,
  computeNegRiskQuestionId,
  computeQuestionId,
} from "../../signing/orders/market-ids.ts";
import type { MarketIds } from "../../signing/orders/market-ids.ts";
import { chooseVersion, computeLegIds } from "../../signing/orders/position-ids.ts";
import { demoPicture } from "./pictures.ts";
import type { DemoPicture } from "./pictures.ts";
import type { DemoTagSlug } from "./tags.ts";

// Ids of the demo markets, by the formulas of the Conditional Tokens contracts. The addresses are made up: each is the
// start of a SHA-256 hash (of "presage demo oracle" and the like), and nobody has its key.

/** Wallet that the demo markets name as their creator. */
export const DEMO_CREATOR = "0xdd086a5f33356d2fb9e0470e69ad8f2b74a074cb";
/** Token of the demo rewards, and collateral of ordinary markets. */
export const DEMO_COLLATERAL = "0x573f1fdfd7803e5741c53a3ccd2951f51aa050c7";
/** Collateral of negative-risk markets. */
const WRAPPED_COLLATERAL = "0x834e6f6874040cfb7559f38d0526422f7cd4cc9d";
const ORACLE = "0x6e727e48a1096c8435c68758a717c05a8a674e86";
const NEGATIVE_RISK_ORACLE = "0x279a3ae9dd9b2a70eb5465052546fb89654ff2e7";

type DemoIds = MarketIds & {
  questionId: string;
  otherVersionIds?: readonly [string, string];
  negativeRisk?: { marketId: string; requestId: string };
};

/** Computes the ids of a question that is not part of a negative-risk event. */
export function computeDemoQuestionIds({ question, version = "v1", hasLegs }: DemoQuestion): DemoIds {
  const demoQuestionId = computeQuestionId(buildAncillaryData(question, DEMO_CREATOR));
  const tokens = computeMarketIds({
    oracle: ORACLE,
    questionId: demoQuestionId,
    collateral: DEMO_COLLATERAL,
  });
  const positions = { module: "binary", source: demoQuestionId, index: 0 } as const;
  return {
    questionId: demoQuestionId,
    ...chooseVersion(version, tokens, positions),
    ...(hasLegs === true && { otherVersionIds: computeLegIds(tokens.conditionId) }),
  };
}

type ExclusiveIdsParams = { readonly eventTitle: string; readonly index: number };

/** Computes the ids of question number `index` (from 0) of an event in which exactly one answer is Yes. */
export function computeDemoExclusiveIds(
  { question, version = "v1" }: DemoQuestion,
  { eventTitle, index }: ExclusiveIdsParams,
): DemoIds {
  const marketId = computeDemoMarketId(eventTitle);
  const demoQuestionId = computeNegRiskQuestionId(marketId, index);
  const tokens = computeMarketIds({
    oracle: NEGATIVE_RISK_ORACLE,
    questionId: demoQuestionId,
    collateral: WRAPPED_COLLATERAL,
  });
  return {
    questionId: demoQuestionId,
    ...chooseVersion(version, tokens, { module: "negative-risk", source: marketId, index }),
    negativeRisk: { marketId, requestId: computeQuestionId(buildAncillaryData(question, DEMO_CREATOR)) },
  };
}

/** Computes the negative-risk id of an event from its title, without a conversion fee. */
export const computeDemoMarketId = (eventTitle: string): string =>
  computeNegRiskMarketId({ oracle: ORACLE, feeBips: 0, metadata: toHex(Buffer.from(eventTitle, "utf8")) });

/** First id of the demo's series of recurring events, far above the ids of public catalogs. */
const FIRST_SERIES_ID = 900_001;

const DEMO_SERIES_BY_SLUG = {
  "meridian-basketball-weekly": { title: "Meridian Basketball League", recurrence: "weekly" },
  "bank-of-aldermere-monthly": { title: "Bank of Aldermere rate decision", recurrence: "monthly" },
  "noon-toss-daily": { title: "The noon toss", recurrence: "daily" },
} as const;

type DemoSeriesSlug = keyof typeof DEMO_SERIES_BY_SLUG;

export const DEMO_SERIES: readonly { id: string; slug: string; title: string; recurrence: string }[] =
  Object.entries(DEMO_SERIES_BY_SLUG).map(([slug, { title, recurrence }], index) => ({
    id: String(FIRST_SERIES_ID + index),
    slug,
    title,
    recurrence,
  }));

/** Price step of a demo market, as decimal text; "0.01" is the default. */
type DemoTick = "0.1" | "0.01" | "0.005" | "0.0025" | "0.001" | "0.0001";

/** Rewards for resting orders: collateral a day, shares, and cents from the midpoint. */
type DemoRewards = { dailyRate: number; minSize: number; maxSpread: number };

/** An independent question; its outcomes are Yes and No unless it names two others. */
export type DemoQuestion = {
  slug: string;
  question: string;
  rules: string;
  /** Short name of the market inside its event. */
  label?: string;
  outcomes?: readonly [string, string];
  tick?: DemoTick;
  rewards?: DemoRewards;
  /** "v2" for a market of Protocol V2; "v1" if absent. */
  version?: MarketVersion;
  /** True for a v1 market that lists position ids as well: legs of combinations, which have no book. */
  hasLegs?: true;
};

/** Option of an event in which exactly one option wins. */
export type DemoOption = { slug: string; name: string; tick?: DemoTick };

/**
 * Questions of an event. `independent`: each question is separate. `exclusive`: exactly one option is Yes (negative
 * risk); `question` and `rules` are templates over the options.
 */
export type DemoQuestions =
  | { kind: "independent"; list: readonly DemoQuestion[] }
  | {
      kind: "exclusive";
      question: string;
      rules: string;
      options: readonly DemoOption[];
      rewards?: DemoRewards;
      version?: MarketVersion;
    };

export type DemoEvent = {
  slug: string;
  title: string;
  description: string;
  resolutionSource?: string;
  picture: DemoPicture;
  /** Tags; the topic comes first. */
  tags: readonly DemoTagSlug[];
  series?: DemoSeriesSlug;
  openedHoursAgo: number;
  /** Hours from the first start to the end; negative for an event that is over. */
  endsInHours: number;
  /**
   * True if the question's period begins with the event's opening: a seeded history then lists the event no earlier.
   */
  asksFromOpening?: true;
  /** True for a contest that starts at the end time of its event: its markets have a game start. */
  startsAtEnd?: boolean;
  /** Background in a few sentences, shown beside the event. */
  background?: string;
  questions: DemoQuestions;
};

// Builds the catalog record of one demo market.

/** Dates of one event, with a function that inserts them into texts. */
export type EventDates = {
  createdAt: Instant;
  startDate: Instant;
  endDate: Instant;
  updatedAt: Instant;
  /** Creation date of tags and series, which are older than the events. */
  catalogCreatedAt: Instant;
  fillDates: (text: string) => string;
};

/** A market without a number and dates. */
export type DemoMarket = { question: DemoQuestion; ids: DemoIds };

const TICKS: Readonly<Record<DemoTick, Ticks>> = {
  "0.1": ticks(1000),
  "0.01": ticks(100),
  "0.005": ticks(50),
  "0.0025": ticks(25),
  "0.001": ticks(10),
  "0.0001": ticks(1),
};

/** Event of a market, and its dates. */
type DemoMarketEvent = { demo: DemoEvent; dates: EventDates };

export function buildMarket(id: string, market: DemoMarket, { demo, dates }: DemoMarketEvent): CatalogMarket {
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
    image: demoPicture(demo.picture),
    icon: demoPicture(demo.picture),
    ...(demo.startsAtEnd === true ? { gameStartTime: endDate } : {}),
    createdAt,
    updatedAt,
    active: true,
    closed: false,
    archived: false,
    ...pickStatedTerms({
      ...STANDARD_TERMS,
      tick: TICKS[question.tick ?? "0.01"],
      negativeRisk: negativeRisk !== undefined,
    }),
    ...(negativeRisk === undefined
      ? {}
      : { negativeRiskMarketId: negativeRisk.marketId, negativeRiskRequestId: negativeRisk.requestId }),
    ...(question.label === undefined ? {} : { groupItemTitle: question.label }),
    secondsDelay: 0,
    rewards: buildRewards(question.rewards),
    creator: DEMO_CREATOR,
  };
}

const buildRewards = (rewards: DemoRewards | undefined): Rewards =>
  rewards === undefined
    ? { rates: [], minSize: 0, maxSpread: 0 }
    : {
        rates: [{ assetAddress: DEMO_COLLATERAL, dailyRate: rewards.dailyRate }],
        minSize: rewards.minSize,
        maxSpread: rewards.maxSpread,
      };
