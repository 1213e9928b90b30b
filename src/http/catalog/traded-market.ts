/** Fields of Polymarket's markets beyond the specification's: prices, volumes and the terms of trading. */
import { instantAt } from "../../catalog/instants.ts";
import { ZERO_ADDRESS } from "../../core/accounts.ts";
import type { CatalogMarket, Instant } from "../../core/catalog.ts";
import { isOpen } from "../../core/negative-risk.ts";
import { collateralText, ONE, priceNumber, sharesText, ticks } from "../../core/units.ts";
import type { MarketEntry, SpanFigures } from "../../store/catalog/catalog-records.ts";
import { rewardPeriod } from "../reward-period.ts";
import { shownHalfTicks } from "../../core/shown-price.ts";
import { halfTicksNumber, halfTicksText, knownPricesOf } from "../shown-prices.ts";
import { collateralNumber } from "./collateral-number.ts";
import { listedText } from "./listed-text.ts";
import type { TradedMarket } from "./market-schema.ts";
import { present } from "./present.ts";

export const tradedMarket = (entry: MarketEntry): TradedMarket => ({
  ...pricesOf(entry),
  ...amountsOf(entry.figures),
  ...termsOf(entry),
  ...namesOf(entry.content),
  ...rewardsOf(entry),
  ...knownInstants(entry),
  ...SAME_OF_ALL,
  feesEnabled: entry.fees !== null,
  ...(entry.fees !== null && {
    feeSchedule: { ...entry.fees, rate: priceNumber(ticks(entry.fees.rate)), rebateRate: 0 },
  }),
  ...resolutionOf(entry),
});

/** Flags and texts that the service always sends, as they are true of all markets here. */
const SAME_OF_ALL = {
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

/** Instants that the service always sends: those that a listing does not say follow from the others. */
function knownInstants({ content, openedAt }: MarketEntry) {
  const startDate =
    content.startDate ?? content.createdAt ?? (openedAt === null ? undefined : instantAt(openedAt));
  const createdAt = content.createdAt ?? startDate;
  return present({ startDate, createdAt, updatedAt: content.updatedAt ?? createdAt });
}

function resolutionOf(entry: MarketEntry) {
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

/** An instant in PostgreSQL's text form, in which these clients know some. */
const databaseText = (instant: Instant): string => instant.replace("T", " ").replace("Z", "+00");

/** The prices of an empty side are those that nobody could better. */
const NO_BID = ticks(0);
const NO_ASK = ONE;

function pricesOf(entry: MarketEntry) {
  const { bid, ask, lastPrice, content } = entry;
  const best = { bid: bid ?? NO_BID, ask: ask ?? NO_ASK };
  return {
    outcomePrices: listedText(content.finalPrices ?? shownHalfTicks(knownPricesOf(entry)).map(halfTicksText)),
    competitive: competitiveness(entry),
    ...(lastPrice !== null && { lastTradePrice: priceNumber(lastPrice) }),
    bestBid: priceNumber(best.bid),
    bestAsk: priceNumber(best.ask),
    spread: priceNumber(ticks(best.ask - best.bid)),
  };
}

/** The nearness of the midpoint to a half, which sorts lists: 1 of an even chance, 0 where a side of the book is empty. */
export const competitiveness = ({ bid, ask }: Pick<MarketEntry, "bid" | "ask">): number =>
  bid === null || ask === null ? 0 : 1 / (1 + (halfTicksNumber(bid + ask) - 0.5) ** 2);

const amountsOf = ({ volume, volume24h, volume1wk, volume1mo, volume1yr, liquidity }: SpanFigures) => ({
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

function termsOf({ tick, minimumLots, status, openedAt, negativeRisk, content }: MarketEntry) {
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

const namesOf = (market: CatalogMarket) => ({
  groupItemTitle: market.groupItemTitle ?? "",
  submitted_by: market.creator ?? "",
  ...present({
    negRiskMarketID: market.negativeRiskMarketId,
    negRiskRequestID: market.negativeRiskRequestId,
    gameStartTime: market.gameStartTime && databaseText(market.gameStartTime),
    startDateIso: dateOf(market.startDate),
    endDateIso: dateOf(market.endDate),
  }),
});

/** "2026-01-14" of "2026-01-14T03:30:00Z". */
const dateOf = (instant: Instant | undefined): string | undefined => instant?.split("T", 1)[0];

function rewardsOf({ content, openedAt }: MarketEntry) {
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
