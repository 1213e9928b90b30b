/** Markets in the trading listings: the listing in the catalog, and the trading state. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { CatalogMarket } from "../../../core/markets/catalog.ts";
import type { FeeSchedule } from "../../../core/markets/market-terms.ts";
import { isOpen } from "../../../core/ledger/negative-risk.ts";
import { priceNumber, sharesText } from "../../../core/units.ts";
import { findMarketRecord } from "../../../store/catalog/market-records.ts";
import type { ListedMarketRow } from "../../../store/catalog/market-records.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { findPublicMarket, shownPrices } from "../../values/shown-prices.ts";
import { MARKET_VIEW, findWinner } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { OUTCOMES } from "../../../core/state.ts";

// Fees of a market under the names that the client libraries read: rate x shares x (p (1 - p)) ^ exponent in collateral,
// with p the price.

export const RATE = { description: "A fraction, as 0.07" };
export const TAKER_ONLY = { description: "Whether resting orders pay nothing" };

export const FeeDetails = Type.Object(
  { r: Type.Number(RATE), e: Type.Integer(), to: Type.Boolean(TAKER_ONLY) },
  { description: "The schedule in short: rate, exponent, taker only" },
);

const BASIS_POINTS = 10_000;

/** Fees of a market without a fee schedule. */
const NO_FEES: FeeSchedule = { rate: 0, exponent: 1, takerOnly: true };

export function feeDetails(fees: FeeSchedule | undefined): Type.Static<typeof FeeDetails> {
  const { rate, exponent, takerOnly } = fees ?? NO_FEES;
  return { r: rate / BASIS_POINTS, e: exponent, to: takerOnly };
}

/** Returns the fee rates of maker and taker, basis points. */
export const baseFees = (fees: FeeSchedule | undefined) => ({
  maker: fees === undefined || fees.takerOnly ? 0 : fees.rate,
  taker: fees?.rate ?? 0,
});

// Schemas of the trading interface's market records, full and simplified.

const MarketToken = Type.Object({
  token_id: Type.String(),
  outcome: Type.String(),
  price: Type.Number({
    description:
      "Midpoint; the last trade when a side is empty or the spread is above 0.10; 0.5 when nothing is known; what a " +
      "share pays once resolved",
  }),
  winner: Type.Boolean(),
});

const MarketRewards = Type.Object({
  rates: Type.Array(Type.Object({ asset_address: Type.String(), rewards_daily_rate: Type.Number() })),
  min_size: Type.Number(),
  max_spread: Type.Number({ description: "Cents" }),
});

export const MarketStatus = Type.Enum(["draft", "active", "paused", "resolved", "archived"]);

const OptionalInstant = Type.Union([Type.String(), Type.Null()], {
  description: 'ISO 8601; unknown is "", in the Polymarket and Kuest dialects null',
});

const EventSummary = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  ticker: Type.String(),
  description: Type.String(),
});

const ListedOutcomes = {
  assets_ids: Type.Optional(Type.Array(Type.String())),
  outcomes: Type.Optional(
    Type.Array(Type.String(), { description: "With `assets_ids` but in the Polymarket dialect" }),
  ),
};

export const FullMarket = Type.Object({
  enable_order_book: Type.Boolean(),
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  accepting_orders: Type.Boolean(),
  accepting_order_timestamp: OptionalInstant,
  minimum_order_size: Type.Number({ description: "Shares" }),
  minimum_tick_size: Type.Number(),
  condition_id: Type.String(),
  status: MarketStatus,
  question_id: Type.String(),
  question: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  market_slug: Type.String(),
  end_date_iso: OptionalInstant,
  game_start_time: OptionalInstant,
  seconds_delay: Type.Number(),
  fpmm: Type.String(),
  maker_base_fee: Type.Number({ description: "Basis points" }),
  taker_base_fee: Type.Number({ description: "Basis points" }),
  notifications_enabled: Type.Boolean(),
  neg_risk: Type.Boolean(),
  neg_risk_market_id: Type.String(),
  neg_risk_request_id: Type.String(),
  icon: Type.String(),
  image: Type.String(),
  rewards: MarketRewards,
  is_50_50_outcome: Type.Boolean({ description: "Resolved, and each outcome pays half" }),
  market_id: Type.Integer(),
  tokens: Type.Array(MarketToken),
  tags: Type.Array(Type.String()),
  ...ListedOutcomes,
  event: EventSummary,
  raw_metadata: Type.Object({
    short_title: Type.Optional(Type.String()),
    resolution_source: Type.Optional(Type.String()),
    creator: Type.Optional(Type.String()),
  }),
});
export type FullMarket = Type.Static<typeof FullMarket>;

export const SimplifiedMarket = Type.Object({
  condition_id: Type.String(),
  status: MarketStatus,
  neg_risk: Type.Boolean(),
  market_id: Type.Integer(),
  question: Type.String(),
  slug: Type.String(),
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  accepting_orders: Type.Boolean(),
  tokens: Type.Array(MarketToken),
  rewards: MarketRewards,
  ...ListedOutcomes,
});
export type SimplifiedMarket = Type.Static<typeof SimplifiedMarket>;

/** A catalog market and its trading state at the last commit. */
export type MarketListing = { readonly record: ListedMarketRow; readonly view: MarketView };

const describeFlags = ({ flags, status }: MarketView) => ({
  ...flags,
  accepting_orders: status === "active",
});

export function simplifiedRecord({ record, view }: MarketListing, dialect: Dialect): SimplifiedMarket {
  const { market } = record;
  return {
    condition_id: market.conditionId,
    status: view.status,
    neg_risk: view.negativeRisk,
    market_id: Number(market.id),
    question: market.question,
    slug: market.slug,
    ...describeFlags(view),
    tokens: describeTokens(market, view),
    rewards: describeRewards(market),
    ...describeListedOutcomes(market, dialect),
  };
}

/** Builds the full record, with the keys in the order of Polymarket and Kuest. */
export function fullRecord(listed: MarketListing, dialect: Dialect): FullMarket {
  const { record, view } = listed;
  const { market, event, tags } = record;
  const { active, closed, archived, accepting_orders } = describeFlags(view);
  const fees = baseFees(view.fees);
  const instant = (known: string | undefined): string | null =>
    known ?? (DIFFERENCES.unknownInstants.does[dialect] === "blank" ? "" : null);
  return {
    enable_order_book: isOpen(view),
    active,
    closed,
    archived,
    accepting_orders,
    accepting_order_timestamp: instant(getOpeningTime(record)),
    minimum_order_size: Number(sharesText(view.minimumLots)),
    minimum_tick_size: priceNumber(view.tick),
    condition_id: market.conditionId,
    status: view.status,
    ...describeQuestion(market),
    end_date_iso: instant(market.endDate),
    game_start_time: instant(market.gameStartTime),
    seconds_delay: market.secondsDelay,
    fpmm: "",
    maker_base_fee: fees.maker,
    taker_base_fee: fees.taker,
    notifications_enabled: true,
    neg_risk: view.negativeRisk,
    neg_risk_market_id: market.negativeRiskMarketId ?? "",
    neg_risk_request_id: market.negativeRiskRequestId ?? "",
    rewards: describeRewards(market),
    is_50_50_outcome: view.payout !== undefined && view.payout[0] === view.payout[1],
    market_id: Number(market.id),
    tokens: describeTokens(market, view),
    tags: [...tags],
    ...describeListedOutcomes(market, dialect),
    event,
    raw_metadata: describeMetadata(market),
  };
}

const describeListedOutcomes = ({ tokenIds, outcomes }: CatalogMarket, dialect: Dialect) =>
  DIFFERENCES.listedOutcomes.does[dialect] === "listed" && {
    assets_ids: [...tokenIds],
    outcomes: [...outcomes],
  };

/** Returns the fields of the question. A question without an id is named by its condition, since clients expect 32 bytes. */
const describeQuestion = (market: CatalogMarket) => ({
  question_id: market.questionId === "" ? market.conditionId : market.questionId,
  question: market.question,
  slug: market.slug,
  description: market.description,
  market_slug: market.slug,
  icon: market.icon ?? "",
  image: market.image ?? "",
});

/**
 * Returns the time since which a market takes orders: the listed time, else the market's opening here; `undefined` if the
 * market never opened.
 */
export const getOpeningTime = ({ market, openedAt: at }: ListedMarketRow): string | undefined =>
  market.acceptingOrdersTimestamp ??
  (at === null ? undefined : new Date(at).toISOString().replace(/\.\d{3}Z$/, "Z"));

function describeTokens({ tokenIds, outcomes }: CatalogMarket, view: MarketView): FullMarket["tokens"] {
  const prices = shownPrices(view);
  const winner = findWinner(view);
  return OUTCOMES.map((outcome) => ({
    token_id: tokenIds[outcome],
    outcome: outcomes[outcome],
    price: prices[outcome],
    winner: winner === outcome,
  }));
}

const describeRewards = ({ rewards }: CatalogMarket): FullMarket["rewards"] => ({
  rates: rewards.rates.map(({ assetAddress, dailyRate }) => ({
    asset_address: assetAddress,
    rewards_daily_rate: dailyRate,
  })),
  min_size: rewards.minSize,
  max_spread: rewards.maxSpread,
});

/** Returns the additional catalog fields, without those that have no value. */
const describeMetadata = ({ groupItemTitle, resolutionSource, creator }: CatalogMarket) => ({
  ...(groupItemTitle !== undefined && { short_title: groupItemTitle }),
  ...(resolutionSource !== undefined && { resolution_source: resolutionSource }),
  ...(creator !== undefined && { creator }),
});

// A market by its condition: its listing in the catalog, and its trading state.

/** Finds a market by its condition id, in any letter case. */
export async function findListedMarket(
  { engine, sql }: Context,
  conditionId: string,
): Promise<MarketListing | undefined> {
  const market = findPublicMarket(engine.exchange, conditionId);
  // The engine's read waits for the commit that lists the market, so that the row exists for the following read.
  const view = market && (await engine.reads.read(market, MARKET_VIEW));
  const record = market && (await findMarketRecord(await sql(), market.no));
  return view === undefined || record === undefined ? undefined : { record, view };
}
