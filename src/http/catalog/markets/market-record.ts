/** A market in catalog answers: its listing and its current flags. */
import { Type } from "typebox";
import { instantAt } from "../../../listings/dates.ts";
import { ZERO_ADDRESS } from "../../../core/ledger/accounts.ts";
import type { CatalogMarket, Instant } from "../../../core/markets/catalog.ts";
import { isOpen } from "../../../core/ledger/negative-risk.ts";
import { MARKET_VERSIONS, versionOf } from "../../../core/markets/market-version.ts";
import type { MarketVersion } from "../../../core/markets/market-version.ts";
import { shownHalfTicks } from "../../../core/markets/shown-price.ts";
import { ONE, collateralText, priceNumber, sharesText, ticks } from "../../../core/units.ts";
import type { EventRecord, MarketEntry } from "../../../store/catalog/catalog-records.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { inEachDialect } from "../../dialects/dialect.ts";
import { constant, fieldsOf, pick, recordOf } from "../../operation/record.ts";
import type { Fields } from "../../operation/record.ts";
import { rewardPeriod } from "../../values/reward-period.ts";
import { halfTicksNumber, halfTicksText, readKnownPrices } from "../../values/shown-prices.ts";
import {
  OptionalInstant,
  OptionalText,
  amountField,
  instantField,
  listedText,
  textField,
  textsIn,
} from "../texts.ts";

/** A market, with its event if given. */
export type ShownMarket = MarketEntry & { readonly event?: Pick<EventRecord, "markets"> | undefined };

// Fields of a market: those of the specification, which Kuest shares, and those of Polymarket, which adds prices,
// volumes and rules.

const DESCRIPTION_FIELDS = fieldsOf<ShownMarket>()({
  id: [Type.String(), ({ content }) => content.id],
  question: textField("question"),
  conditionId: [Type.String(), ({ content }) => content.conditionId],
  slug: textField("slug"),
  resolutionSource: textField("resolutionSource"),
  image: textField("image"),
  icon: textField("icon"),
  description: textField("description"),
  outcomes: [
    Type.String({ description: 'JSON array in a string: ["Yes", "No"]' }),
    ({ content }) => listedText(content.outcomes),
  ],
  startDate: instantField("startDate"),
  endDate: instantField("endDate"),
  createdAt: instantField("createdAt"),
  updatedAt: instantField("updatedAt"),
  active: [
    Type.Boolean({ description: "Published; stays true when the market is resolved" }),
    ({ flags }) => flags.active,
  ],
  closed: [Type.Boolean(), ({ flags }) => flags.closed],
  archived: [Type.Boolean(), ({ flags }) => flags.archived],
  questionID: [OptionalText, ({ content }) => content.questionId || undefined],
  clobTokenIds: [
    Type.String({ description: "JSON array in a string: the token ids, in the order of outcomes" }),
    ({ content }) => listedText(content.tokenIds),
  ],
});

const instantOf = (ms: number | null): Instant | undefined => (ms === null ? undefined : instantAt(ms));

const findStartDate = ({ content, openedAt }: ShownMarket): Instant | undefined =>
  content.startDate ?? content.createdAt ?? instantOf(openedAt);

const findCreation = (market: ShownMarket): Instant | undefined =>
  market.content.createdAt ?? findStartDate(market);

/** Times that Polymarket always sends; missing times are derived from the others. */
const KNOWN_INSTANTS = fieldsOf<ShownMarket>()({
  startDate: [OptionalInstant, (market) => findStartDate(market) || undefined],
  createdAt: [OptionalInstant, (market) => findCreation(market) || undefined],
  updatedAt: [OptionalInstant, (market) => (market.content.updatedAt ?? findCreation(market)) || undefined],
});

/** Best prices shown for an empty side of the book: the price bounds. */
const NO_BID = ticks(0);
const NO_ASK = ONE;

/** Computes the closeness of the midpoint to one half, a sort key: 1 at even odds, 0 if a side of the book is empty. */
export const competitiveness = ({ bid, ask }: Pick<MarketEntry, "bid" | "ask">): number =>
  bid === null || ask === null ? 0 : 1 / (1 + (halfTicksNumber(bid + ask) - 0.5) ** 2);

/** Returns the difference of the best prices. */
export const computeSpread = ({ bid, ask }: Pick<MarketEntry, "bid" | "ask">): number =>
  priceNumber(ticks((ask ?? NO_ASK) - (bid ?? NO_BID)));

const PRICES = fieldsOf<ShownMarket>()({
  outcomePrices: [
    Type.String({
      description:
        "JSON array in a string: the midpoint; the last trade when a side is empty or the spread is above 0.10; 0.5 when " +
        "nothing is known; what a share pays once resolved",
    }),
    (market) =>
      listedText(market.content.finalPrices ?? shownHalfTicks(readKnownPrices(market)).map(halfTicksText)),
  ],
});

const AMOUNTS = fieldsOf<ShownMarket>()({
  volume: [Type.String(), ({ figures }) => collateralText(figures.volume)],
  liquidity: [Type.String(), ({ figures }) => collateralText(figures.liquidity)],
  volumeNum: amountField(({ figures }) => figures.volume, "Collateral that changed hands"),
  liquidityNum: amountField(({ figures }) => figures.liquidity, "What the resting orders are worth"),
  volume24hr: amountField(
    ({ figures }) => figures.volume24h,
    "Of the last 24 full hours and the current one",
  ),
  volume1wk: amountField(({ figures }) => figures.volume1wk, "The same of 7 days"),
  volume1mo: amountField(({ figures }) => figures.volume1mo, "The same of 30 days"),
  volume1yr: amountField(({ figures }) => figures.volume1yr, "The same of 365 days"),
  volumeClob: amountField(
    ({ figures }) => figures.volume,
    "The same as volumeNum, as are the others that end so",
  ),
  liquidityClob: amountField(({ figures }) => figures.liquidity),
  volume24hrClob: amountField(({ figures }) => figures.volume24h),
  volume1wkClob: amountField(({ figures }) => figures.volume1wk),
  volume1moClob: amountField(({ figures }) => figures.volume1mo),
  volume1yrClob: amountField(({ figures }) => figures.volume1yr),
});

const BOOK = fieldsOf<ShownMarket>()({
  competitive: [
    Type.Number({
      description:
        "1 / (1 + (m - 0.5)^2), m the midpoint: 1 of an even chance; 0 where a side of the book is empty",
    }),
    competitiveness,
  ],
  lastTradePrice: [
    Type.Optional(
      Type.Number({ description: "Of the first outcome, in USDC from 0 to 1; left out until traded" }),
    ),
    ({ lastPrice }) => (lastPrice === null ? undefined : priceNumber(lastPrice)),
  ],
  bestBid: [
    Type.Number({ description: "Of the first outcome; 0 without bids" }),
    ({ bid }) => priceNumber(bid ?? NO_BID),
  ],
  bestAsk: [
    Type.Number({ description: "Of the first outcome; 1 without asks" }),
    ({ ask }) => priceNumber(ask ?? NO_ASK),
  ],
  spread: [Type.Number(), computeSpread],
});

const RULES = fieldsOf<ShownMarket>()({
  orderPriceMinTickSize: [Type.Number(), ({ tick }) => priceNumber(tick)],
  orderMinSize: [
    Type.Number({ description: "Shares" }),
    ({ minimumLots }) => Number(sharesText(minimumLots)),
  ],
  acceptingOrders: [Type.Boolean(), ({ status }) => status === "active"],
  acceptingOrdersTimestamp: [
    OptionalInstant,
    ({ content, openedAt }) => (content.acceptingOrdersTimestamp ?? instantOf(openedAt)) || undefined,
  ],
  enableOrderBook: [Type.Boolean(), isOpen],
  negRisk: [Type.Boolean(), ({ negativeRisk }) => negativeRisk],
});

/** Formats a time like PostgreSQL, as clients expect in some fields. */
const databaseText = (instant: Instant | undefined): string | undefined =>
  instant && instant.replace("T", " ").replace("Z", "+00");

/** Returns "2026-01-14" for "2026-01-14T03:30:00Z". */
const formatDay = (instant: Instant | undefined): string | undefined =>
  instant?.split("T", 1)[0] || undefined;

const DateOnly = Type.Optional(Type.String({ description: "The date only" }));

const NAMES = fieldsOf<ShownMarket>()({
  negRiskMarketID: [OptionalText, ({ content }) => content.negativeRiskMarketId || undefined],
  negRiskRequestID: [OptionalText, ({ content }) => content.negativeRiskRequestId || undefined],
  groupItemTitle: [
    Type.String({ description: 'The option of its event; "" of a market alone' }),
    ({ content }) => content.groupItemTitle ?? "",
  ],
  groupItemThreshold: [
    Type.Optional(
      Type.String({
        description: "Place among the markets of its event, in the order of their ids: 0 of the first",
      }),
    ),
    ({ no, event }) => event && String(event.markets.indexOf(no)),
  ],
  gameStartTime: [
    Type.Optional(Type.String({ description: "Time in UTC, as in 2026-01-14 03:30:00+00" })),
    ({ content }) => databaseText(content.gameStartTime) || undefined,
  ],
  secondsDelay: [
    Type.Optional(Type.Integer()),
    ({ content }) => (content.secondsDelay > 0 ? content.secondsDelay : undefined),
  ],
  startDateIso: [DateOnly, ({ content }) => formatDay(content.startDate)],
  endDateIso: [DateOnly, ({ content }) => formatDay(content.endDate)],
  marketMakerAddress: constant("", "There are no automated market makers"),
  submitted_by: [
    Type.String({ description: 'The wallet that made it; "" where none is listed' }),
    ({ content }) => content.creator ?? "",
  ],
});

const ClobReward = Type.Object({
  id: Type.String({ description: "The market's: a market has one program for each asset" }),
  conditionId: Type.String(),
  assetAddress: Type.String(),
  rewardsAmount: Type.Literal(0),
  rewardsDailyRate: Type.Number(),
  startDate: Type.String({ description: "The market's, the date only" }),
  endDate: Type.String({ description: "The same; 2500-12-31 where there is none" }),
});

function describeRewards({ content, openedAt }: ShownMarket): Type.Static<typeof ClobReward>[] | undefined {
  const { id, conditionId, rewards } = content;
  if (rewards.rates.length === 0) return undefined;
  const { start: startDate, end: endDate } = rewardPeriod({ market: content, openedAt });
  return rewards.rates.map(({ assetAddress, dailyRate }) => ({
    id,
    conditionId,
    assetAddress,
    rewardsAmount: 0,
    rewardsDailyRate: dailyRate,
    startDate,
    endDate,
  }));
}

const ASSURANCE = fieldsOf<ShownMarket>()({
  resolvedBy: constant(ZERO_ADDRESS, "No oracle resolves markets, and there is no bond or reward"),
  umaBond: constant("0"),
  umaReward: constant("0"),
});

const REWARDS = fieldsOf<ShownMarket>()({
  rewardsMinSize: [Type.Number(), ({ content }) => content.rewards.minSize],
  rewardsMaxSpread: [Type.Number({ description: "Cents" }), ({ content }) => content.rewards.maxSpread],
  clobRewards: [Type.Optional(Type.Array(ClobReward)), describeRewards],
});

/** Flags that Polymarket always sends; their values are equal for all markets here. */
const FLAGS = fieldsOf<ShownMarket>()({
  new: constant(false),
  featured: constant(false),
  restricted: constant(false),
  ready: constant(false),
  funded: constant(false),
  cyom: constant(false),
  approved: constant(true),
  automaticallyActive: constant(true),
  clearBookOnStart: constant(false),
  manualActivation: constant(false),
  negRiskOther: constant(false),
  pagerDutyNotificationEnabled: constant(false),
  hasReviewedDates: constant(true),
  pendingDeployment: constant(false),
  deploying: constant(false),
});

const FEES = fieldsOf<ShownMarket>()({
  feesEnabled: [Type.Boolean(), ({ fees }) => fees !== null],
  feeSchedule: [
    Type.Optional(
      Type.Object({
        rate: Type.Number({ description: "Fees of a fill are rate x shares x (p (1 - p)) ^ exponent" }),
        exponent: Type.Integer(),
        takerOnly: Type.Boolean({ description: "True if resting orders pay none" }),
        rebateRate: Type.Literal(0),
      }),
    ),
    ({ fees }) =>
      fees === null ? undefined : { ...fees, rate: priceNumber(ticks(fees.rate)), rebateRate: 0 as const },
  ],
});

function resolutionStatus({ status, payout, isProposed, isDisputed }: ShownMarket): string | undefined {
  if (payout !== null || status === "resolved") return "resolved";
  if (isDisputed) return "disputed";
  return isProposed ? "proposed" : undefined;
}

const RESOLUTION = fieldsOf<ShownMarket>()({
  umaResolutionStatuses: [
    Type.String({
      description: 'JSON array in a string, what was proposed and disputed so far: ["proposed", "disputed"]',
    }),
    ({ proposals }) => listedText(proposals),
  ],
  umaResolutionStatus: [
    Type.Optional(
      Type.String({ description: "proposed, disputed or resolved; left out until something is proposed" }),
    ),
    resolutionStatus,
  ],
  closedTime: [
    Type.Optional(Type.String({ description: "When it was resolved in UTC, as in 2026-01-14 03:30:00+00" })),
    ({ resolvedAt }) => databaseText(instantOf(resolvedAt)),
  ],
  umaEndDate: [
    Type.Optional(Type.String({ description: "The same, ISO 8601" })),
    ({ resolvedAt }) => instantOf(resolvedAt),
  ],
  automaticallyResolved: [
    Type.Optional(Type.Literal(true)),
    ({ resolvedAt }) => (resolvedAt === null ? undefined : true),
  ],
});

/** Ids as Polymarket lists them: by version, with those of the other version beside them where a market has some. */
const VERSION_IDS = fieldsOf<ShownMarket>()({
  version: [
    Type.Enum(MARKET_VERSIONS, {
      description:
        "Decides which ids trade: clobTokenIds of v1, positionIds of v2, whichever fields are there",
    }),
    ({ content }) => versionOf(content),
  ],
  positionIds: [
    Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Position ids of Protocol V2, in the order of outcomes; those of a v1 market are legs of combinations, without a book",
      }),
    ),
    ({ content }) => idsOfVersion(content, "v2"),
  ],
  clobTokenIds: [
    Type.String({
      description:
        "JSON array in a string: the token ids, in the order of outcomes; those of a v2 market have no book",
    }),
    ({ content }) => listedText(idsOfVersion(content, "v1") ?? []),
  ],
});

/** Returns the ids that the market has in a version; `undefined` if it has none. */
function idsOfVersion(market: CatalogMarket, version: MarketVersion): [string, string] | undefined {
  const ids = versionOf(market) === version ? market.tokenIds : market.otherVersionIds;
  return ids && [...ids];
}

const TRADING_FIELDS: Fields<ShownMarket> = {
  ...PRICES,
  ...AMOUNTS,
  ...BOOK,
  ...RULES,
  ...NAMES,
  ...ASSURANCE,
  ...REWARDS,
  ...FLAGS,
  ...FEES,
  ...RESOLUTION,
  ...VERSION_IDS,
};

/** Fields that Polymarket adds, in the order of its answers. */
const POLYMARKET_ANSWER_FIELDS: readonly Fields<ShownMarket>[] = [
  PRICES,
  BOOK,
  pick<ShownMarket>(
    AMOUNTS,
    "volume",
    "liquidity",
    "volumeNum",
    "liquidityNum",
    "volumeClob",
    "liquidityClob",
  ),
  pick<ShownMarket>(AMOUNTS, "volume24hr", "volume24hrClob", "volume1wk", "volume1wkClob"),
  pick<ShownMarket>(AMOUNTS, "volume1mo", "volume1moClob", "volume1yr", "volume1yrClob"),
  RULES,
  pick<ShownMarket>(NAMES, "secondsDelay", "groupItemTitle", "submitted_by", "negRiskMarketID"),
  pick<ShownMarket>(NAMES, "negRiskRequestID", "gameStartTime", "startDateIso", "endDateIso"),
  REWARDS,
  KNOWN_INSTANTS,
  pick<ShownMarket>(NAMES, "marketMakerAddress"),
  FLAGS,
  ASSURANCE,
  FEES,
  RESOLUTION,
  pick<ShownMarket>(NAMES, "groupItemThreshold"),
  VERSION_IDS,
];

/** Fields of a market by dialect, in the order of the API document and of the answer. */
export const MARKET_FIELDS = inEachDialect((dialect) => {
  const described = textsIn<ShownMarket>(dialect, DESCRIPTION_FIELDS);
  return DIFFERENCES.marketKeys.does[dialect] === "traded"
    ? { fields: { ...described, ...TRADING_FIELDS }, answer: [described, ...POLYMARKET_ANSWER_FIELDS] }
    : { fields: described, answer: [described] };
});

/** Markets inside an event, by dialect. */
export const EVENT_MARKETS = inEachDialect((dialect) => {
  const { fields, answer } = MARKET_FIELDS[dialect];
  return recordOf(fields, answer);
});
