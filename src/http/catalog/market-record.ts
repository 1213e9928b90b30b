/** A market in catalog answers: its listing and its current flags. */
import { Type } from "typebox";
import type { TProperties } from "typebox";
import { instantAt } from "../../listings/dates.ts";
import { ZERO_ADDRESS } from "../../core/ledger/accounts.ts";
import type { CatalogMarket, Instant } from "../../core/markets/catalog.ts";
import { isOpen } from "../../core/ledger/negative-risk.ts";
import { shownHalfTicks } from "../../core/markets/shown-price.ts";
import { ONE, collateralText, priceNumber, sharesText, ticks } from "../../core/units.ts";
import type { EventRecord, MarketEntry, SpanStatistics } from "../../store/catalog/catalog-records.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { rewardPeriod } from "../values/reward-period.ts";
import { halfTicksNumber, halfTicksText, readKnownPrices } from "../values/shown-prices.ts";
import {
  OptionalInstant,
  OptionalText,
  collateralNumber,
  listedText,
  present,
  textsIn,
  withBlanks,
} from "./texts.ts";

// Schemas of a market: the specification's, which Kuest shares, and Polymarket's, which adds trading statistics.

const DescribedMarket = Type.Object({
  id: Type.String(),
  question: OptionalText,
  conditionId: Type.String(),
  slug: OptionalText,
  resolutionSource: OptionalText,
  image: OptionalText,
  icon: OptionalText,
  description: OptionalText,
  outcomes: Type.String({ description: 'JSON array in a string: ["Yes", "No"]' }),
  startDate: OptionalInstant,
  endDate: OptionalInstant,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
  active: Type.Boolean({ description: "Published; stays true when the market is resolved" }),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  questionID: OptionalText,
  clobTokenIds: Type.String({
    description: "JSON array in a string: the token ids, in the order of outcomes",
  }),
});
type DescribedMarket = Type.Static<typeof DescribedMarket>;

const ClobReward = Type.Object({
  id: Type.String({ description: "The market's: a market has one program for each asset" }),
  conditionId: Type.String(),
  assetAddress: Type.String(),
  rewardsAmount: Type.Literal(0),
  rewardsDailyRate: Type.Number(),
  startDate: Type.String({ description: "The market's, the date only" }),
  endDate: Type.String({ description: "The same; 2500-12-31 where there is none" }),
});

const TradedMarket = Type.Object({
  outcomePrices: Type.String({
    description:
      "JSON array in a string: the midpoint; the last trade when a side is empty or the spread is above 0.10; 0.5 when " +
      "nothing is known; what a share pays once resolved",
  }),
  volume: Type.String(),
  liquidity: Type.String(),
  volumeNum: Type.Number({ description: "Collateral that changed hands" }),
  liquidityNum: Type.Number({ description: "What the resting orders are worth" }),
  volume24hr: Type.Number({ description: "Of the last 24 full hours and the current one" }),
  volume1wk: Type.Number({ description: "The same of 7 days" }),
  volume1mo: Type.Number({ description: "The same of 30 days" }),
  volume1yr: Type.Number({ description: "The same of 365 days" }),
  volumeClob: Type.Number({ description: "The same as volumeNum, as are the others that end so" }),
  liquidityClob: Type.Number(),
  volume24hrClob: Type.Number(),
  volume1wkClob: Type.Number(),
  volume1moClob: Type.Number(),
  volume1yrClob: Type.Number(),
  competitive: Type.Number({
    description:
      "1 / (1 + (m - 0.5)^2), m the midpoint: 1 of an even chance; 0 where a side of the book is empty",
  }),
  lastTradePrice: Type.Optional(Type.Number({ description: "Of the first outcome; left out until traded" })),
  bestBid: Type.Number({ description: "Of the first outcome; 0 without bids" }),
  bestAsk: Type.Number({ description: "Of the first outcome; 1 without asks" }),
  spread: Type.Number(),
  orderPriceMinTickSize: Type.Number(),
  orderMinSize: Type.Number({ description: "Shares" }),
  acceptingOrders: Type.Boolean(),
  acceptingOrdersTimestamp: OptionalInstant,
  enableOrderBook: Type.Boolean(),
  negRisk: Type.Boolean(),
  negRiskMarketID: OptionalText,
  negRiskRequestID: OptionalText,
  groupItemTitle: Type.String({ description: 'The option of its event; "" of a market alone' }),
  groupItemThreshold: Type.Optional(
    Type.String({
      description: "Place among the markets of its event, in the order of their ids: 0 of the first",
    }),
  ),
  gameStartTime: Type.Optional(Type.String({ description: "As in 2026-01-14 03:30:00+00" })),
  secondsDelay: Type.Optional(Type.Integer()),
  startDateIso: Type.Optional(Type.String({ description: "The date only" })),
  endDateIso: Type.Optional(Type.String({ description: "The date only" })),
  marketMakerAddress: Type.Literal("", { description: "There are no automated market makers" }),
  submitted_by: Type.String({ description: 'The wallet that made it; "" where none is listed' }),
  resolvedBy: Type.Literal(ZERO_ADDRESS, {
    description: "No oracle resolves markets, and there is no bond or reward",
  }),
  umaBond: Type.Literal("0"),
  umaReward: Type.Literal("0"),
  rewardsMinSize: Type.Number(),
  rewardsMaxSpread: Type.Number({ description: "Cents" }),
  clobRewards: Type.Optional(Type.Array(ClobReward)),
  new: Type.Literal(false),
  featured: Type.Literal(false),
  restricted: Type.Literal(false),
  ready: Type.Literal(false),
  funded: Type.Literal(false),
  cyom: Type.Literal(false),
  approved: Type.Literal(true),
  automaticallyActive: Type.Literal(true),
  clearBookOnStart: Type.Literal(false),
  manualActivation: Type.Literal(false),
  negRiskOther: Type.Literal(false),
  pagerDutyNotificationEnabled: Type.Literal(false),
  hasReviewedDates: Type.Literal(true),
  pendingDeployment: Type.Literal(false),
  deploying: Type.Literal(false),
  feesEnabled: Type.Boolean(),
  feeSchedule: Type.Optional(
    Type.Object({
      rate: Type.Number({ description: "Fees of a fill are rate x shares x (p (1 - p)) ^ exponent" }),
      exponent: Type.Integer(),
      takerOnly: Type.Boolean({ description: "True if resting orders pay none" }),
      rebateRate: Type.Literal(0),
    }),
  ),
  umaResolutionStatuses: Type.String({
    description: 'JSON array in a string, what was proposed and disputed so far: ["proposed", "disputed"]',
  }),
  umaResolutionStatus: Type.Optional(
    Type.String({ description: "proposed, disputed or resolved; left out until something is proposed" }),
  ),
  closedTime: Type.Optional(
    Type.String({ description: "When it was resolved, as in 2026-01-14 03:30:00+00" }),
  ),
  umaEndDate: Type.Optional(Type.String({ description: "The same, ISO 8601" })),
  automaticallyResolved: Type.Optional(Type.Literal(true)),
});
type TradedMarket = Type.Static<typeof TradedMarket>;

export const MARKET_PROPERTIES: { readonly [D in Dialect]: TProperties } = {
  spec: DescribedMarket.properties,
  kuest: DescribedMarket.properties,
  polymarket: { ...withBlanks(DescribedMarket.properties), ...TradedMarket.properties },
};

// Additional fields of Polymarket's markets: prices, volumes and trading rules.

export const tradedMarket = (entry: MarketEntry): TradedMarket => ({
  ...describePrices(entry),
  ...describeAmounts(entry.figures),
  ...describeMarketTerms(entry),
  ...describeNames(entry.content),
  ...describeRewards(entry),
  ...knownInstants(entry),
  ...CONSTANT_FIELDS,
  feesEnabled: entry.fees !== null,
  ...(entry.fees !== null && {
    feeSchedule: { ...entry.fees, rate: priceNumber(ticks(entry.fees.rate)), rebateRate: 0 },
  }),
  ...describeResolution(entry),
});

/** Flags and texts that the service always sends, with the same values for all markets here. */
const CONSTANT_FIELDS = {
  marketMakerAddress: "",
  new: false,
  featured: false,
  restricted: false,
  ready: false,
  funded: false,
  cyom: false,
  approved: true,
  automaticallyActive: true,
  clearBookOnStart: false,
  manualActivation: false,
  negRiskOther: false,
  pagerDutyNotificationEnabled: false,
  hasReviewedDates: true,
  pendingDeployment: false,
  deploying: false,
  resolvedBy: ZERO_ADDRESS,
  umaBond: "0",
  umaReward: "0",
} as const;

/** Returns the times that the service always sends; missing ones are derived from the others. */
function knownInstants({ content, openedAt }: MarketEntry) {
  const startDate =
    content.startDate ?? content.createdAt ?? (openedAt === null ? undefined : instantAt(openedAt));
  const createdAt = content.createdAt ?? startDate;
  return present({ startDate, createdAt, updatedAt: content.updatedAt ?? createdAt });
}

function describeResolution(entry: MarketEntry) {
  const { resolvedAt, proposals } = entry;
  const closedAt = resolvedAt === null ? undefined : instantAt(resolvedAt);
  return {
    umaResolutionStatuses: listedText(proposals),
    ...present({
      umaResolutionStatus: resolutionStatus(entry),
      closedTime: closedAt && databaseText(closedAt),
      umaEndDate: closedAt,
    }),
    ...(closedAt !== undefined && { automaticallyResolved: true as const }),
  };
}

function resolutionStatus({ status, payout, isProposed, isDisputed }: MarketEntry): string | undefined {
  if (payout !== null || status === "resolved") return "resolved";
  if (isDisputed) return "disputed";
  return isProposed ? "proposed" : undefined;
}

/** Formats a time as PostgreSQL's text, which clients expect in some fields. */
const databaseText = (instant: Instant): string => instant.replace("T", " ").replace("Z", "+00");

/** Best prices of an empty side: the price bounds. */
const NO_BID = ticks(0);
const NO_ASK = ONE;

function describePrices(entry: MarketEntry) {
  const { bid, ask, lastPrice, content } = entry;
  const best = { bid: bid ?? NO_BID, ask: ask ?? NO_ASK };
  return {
    outcomePrices: listedText(
      content.finalPrices ?? shownHalfTicks(readKnownPrices(entry)).map(halfTicksText),
    ),
    competitive: competitiveness(entry),
    ...(lastPrice !== null && { lastTradePrice: priceNumber(lastPrice) }),
    bestBid: priceNumber(best.bid),
    bestAsk: priceNumber(best.ask),
    spread: priceNumber(ticks(best.ask - best.bid)),
  };
}

/**
 * Returns the closeness of the midpoint to one half, by which lists are sorted: 1 at even odds, 0 if a side of the book is
 * empty.
 */
export const competitiveness = ({ bid, ask }: Pick<MarketEntry, "bid" | "ask">): number =>
  bid === null || ask === null ? 0 : 1 / (1 + (halfTicksNumber(bid + ask) - 0.5) ** 2);

const describeAmounts = ({
  volume,
  volume24h,
  volume1wk,
  volume1mo,
  volume1yr,
  liquidity,
}: SpanStatistics) => ({
  volume: collateralText(volume),
  liquidity: collateralText(liquidity),
  volumeNum: collateralNumber(volume),
  liquidityNum: collateralNumber(liquidity),
  volumeClob: collateralNumber(volume),
  liquidityClob: collateralNumber(liquidity),
  volume24hr: collateralNumber(volume24h),
  volume24hrClob: collateralNumber(volume24h),
  volume1wk: collateralNumber(volume1wk),
  volume1wkClob: collateralNumber(volume1wk),
  volume1mo: collateralNumber(volume1mo),
  volume1moClob: collateralNumber(volume1mo),
  volume1yr: collateralNumber(volume1yr),
  volume1yrClob: collateralNumber(volume1yr),
});

function describeMarketTerms({ tick, minimumLots, status, openedAt, negativeRisk, content }: MarketEntry) {
  const openedInstant = openedAt === null ? undefined : instantAt(openedAt);
  return {
    orderPriceMinTickSize: priceNumber(tick),
    orderMinSize: Number(sharesText(minimumLots)),
    acceptingOrders: status === "active",
    ...present({ acceptingOrdersTimestamp: content.acceptingOrdersTimestamp ?? openedInstant }),
    enableOrderBook: isOpen({ status }),
    negRisk: negativeRisk,
    ...(content.secondsDelay > 0 && { secondsDelay: content.secondsDelay }),
  };
}

const describeNames = (market: CatalogMarket) => ({
  groupItemTitle: market.groupItemTitle ?? "",
  submitted_by: market.creator ?? "",
  ...present({
    negRiskMarketID: market.negativeRiskMarketId,
    negRiskRequestID: market.negativeRiskRequestId,
    gameStartTime: market.gameStartTime && databaseText(market.gameStartTime),
    startDateIso: formatDay(market.startDate),
    endDateIso: formatDay(market.endDate),
  }),
});

/** Returns "2026-01-14" for "2026-01-14T03:30:00Z". */
const formatDay = (instant: Instant | undefined): string | undefined => instant?.split("T", 1)[0];

function describeRewards({ content, openedAt }: MarketEntry) {
  const { id, conditionId, rewards } = content;
  const { start: startDate, end: endDate } = rewardPeriod({ market: content, openedAt });
  const clobRewards = rewards.rates.map(({ assetAddress, dailyRate }) => ({
    id,
    conditionId,
    assetAddress,
    rewardsAmount: 0 as const,
    rewardsDailyRate: dailyRate,
    startDate,
    endDate,
  }));
  return {
    rewardsMinSize: rewards.minSize,
    rewardsMaxSpread: rewards.maxSpread,
    ...(clobRewards.length > 0 && { clobRewards }),
  };
}

type MarketRecord = DescribedMarket & Partial<TradedMarket>;

/** Builds the record of a market, with its index in its event if the event is given. */
export const marketRecord = (
  entry: MarketEntry,
  dialect: Dialect,
  event: Pick<EventRecord, "markets"> | undefined,
): MarketRecord => ({
  ...describedMarket(entry, dialect),
  ...(DIFFERENCES.marketKeys.does[dialect] === "traded" && {
    ...tradedMarket(entry),
    ...(event !== undefined && { groupItemThreshold: String(event.markets.indexOf(entry.no)) }),
  }),
});

function describedMarket({ content, flags }: MarketEntry, dialect: Dialect): DescribedMarket {
  return {
    id: content.id,
    ...textsIn(dialect, { question: content.question }),
    conditionId: content.conditionId,
    ...textsIn(dialect, {
      slug: content.slug,
      resolutionSource: content.resolutionSource,
      image: content.image,
      icon: content.icon,
      description: content.description,
    }),
    outcomes: listedText(content.outcomes),
    ...present({
      startDate: content.startDate,
      endDate: content.endDate,
      createdAt: content.createdAt,
      updatedAt: content.updatedAt,
    }),
    active: flags.active,
    closed: flags.closed,
    archived: flags.archived,
    ...textsIn(dialect, { questionID: content.questionId }),
    clobTokenIds: listedText(content.tokenIds),
  };
}
