/** Maker rewards: rewarded markets, earnings (always zero here) and rebates (none here). */
import { Type } from "typebox";
import type { Static } from "typebox";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { HALF_TICKS } from "../../core/markets/shown-price.ts";
import { ONE } from "../../core/units.ts";
import { checksumAddress } from "../../signing/address.ts";
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import {
  REWARDED_ORDERS,
  listRewardedMarketRecords,
  listRewardedMarkets as listMarkets,
} from "../../store/catalog/market-records.ts";
import type { RewardedMarket, RewardedOrder, Span } from "../../store/catalog/market-records.ts";
import { computeSpread } from "../catalog/markets/market-record.ts";
import { readList } from "../catalog/scope.ts";
import { collateralNumber } from "../catalog/texts.ts";
import { endpoint } from "../operation/endpoint.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { CONDITION_PATTERN, DAY_PATTERN } from "../operation/id-patterns.ts";
import { pageLimit } from "../operation/page-limit.ts";
import { rewardPeriod } from "../values/reward-period.ts";
import { halfTicksNumber, readKnownPrices, shownPrices } from "../values/shown-prices.ts";
import { describeMistake } from "../operation/validation-fault.ts";
import { WALLET_FORMAT } from "../values/wallets.ts";
import { REWARDS } from "./groups.ts";
import { keyOperation } from "./account/keys.ts";
import { SignatureTypeParam, nameSigningWallet } from "./ledger/wallet-request.ts";
import { findListedMarket, fullRecord } from "./markets/market-record.ts";
import type { MarketListing } from "./markets/market-record.ts";
import { ConditionParams, MarketPageQuery, marketPage } from "./markets/markets.ts";
import { ACCOUNT_PAGE, MARKET_PAGE, pageSchema, listingPage } from "./pages.ts";
import { unknownMarket } from "../values/token-id.ts";
import { OUTCOMES } from "../../core/state.ts";
import { normalizeCondition } from "../../core/markets/market-version.ts";

// Rewards for resting orders, as a market's listing states them. Rewards are catalog data only: nothing is paid out, so all
// earnings are zero.

const Sponsored = Type.Boolean({
  default: false,
  description: "Those that others than the exchange pay: there are none",
});

const Day = Type.String({ description: "YYYY-MM-DD" });

const RewardConfig = Type.Object({
  id: Type.Integer(),
  asset_address: Type.String({ description: "The token that it is paid in" }),
  start_date: Day,
  end_date: Day,
  rate_per_day: Type.Number(),
  total_rewards: Type.Number({ description: "Paid so far" }),
  total_days: Type.Integer({ description: "From start to end" }),
});

export const MarketReward = Type.Object({
  condition_id: Type.String(),
  question: Type.String(),
  market_slug: Type.String(),
  event_slug: Type.String(),
  image: Type.String(),
  rewards_max_spread: Type.Number({ description: "Cents" }),
  rewards_min_size: Type.Number({ description: "Shares" }),
  market_competitiveness: Type.Number({ description: "Not measured: 0" }),
  tokens: Type.Array(Type.Object({ token_id: Type.String(), outcome: Type.String(), price: Type.Number() })),
  rewards_config: Type.Array(RewardConfig),
});
export type MarketReward = Static<typeof MarketReward>;

function rewardRecord(listedMarket: MarketListing): MarketReward {
  const { condition_id, question, market_slug, image, rewards, tokens } = fullRecord(listedMarket, "spec");
  return {
    condition_id,
    question,
    market_slug,
    event_slug: listedMarket.record.event.slug,
    image,
    rewards_max_spread: rewards.max_spread,
    rewards_min_size: rewards.min_size,
    market_competitiveness: 0,
    tokens: tokens.map(({ token_id, outcome, price }) => ({ token_id, outcome, price })),
    rewards_config: rewardConfigs(listedMarket.record),
  };
}

type RewardedRecord = Pick<MarketListing["record"], "market" | "openedAt">;

function rewardConfigs({ market, openedAt }: RewardedRecord): MarketReward["rewards_config"] {
  const period = describeRewardPeriod({ market, openedAt });
  return market.rewards.rates.map(({ assetAddress, dailyRate }, id) => ({
    id,
    asset_address: assetAddress,
    ...period,
    rate_per_day: dailyRate,
    total_rewards: 0,
  }));
}

function describeRewardPeriod({ market, openedAt }: RewardedRecord) {
  const { start: start_date, end: end_date } = rewardPeriod({ market, openedAt });
  const total_days = Math.max(0, (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS);
  return { start_date, end_date, total_days };
}

// Query parameters of reads of earnings.

/** Day of earnings: the pattern checks the form, the format checks the calendar date. */
const EarnedDay = Type.String({
  pattern: DAY_PATTERN,
  format: "date",
  description: "The day in UTC, YYYY-MM-DD",
});

const EarningsQuery = { date: Type.Optional(EarnedDay), signature_type: SignatureTypeParam };

const REWARDS_READ = { method: "GET", group: REWARDS, limits: ONLY_INTERFACE_LIMIT } as const;

/** GET /rewards/markets/current: open markets that have liquidity rewards. */
export const listCurrentRewards = endpoint({
  ...REWARDS_READ,
  path: "/rewards/markets/current",
  summary: "List open markets with liquidity rewards",
  query: Type.Object({
    ...MarketPageQuery.properties,
    sponsored: Sponsored,
  }),
  answer: pageSchema(MarketReward),
  rows: MARKET_PAGE,
  handle: ({ context, query }) =>
    marketPage(context, {
      cursor: query.next_cursor,
      list: async (slice) => (query.sponsored ? [] : listRewardedMarketRecords(await context.sql(), slice)),
      show: rewardRecord,
    }),
});

/** GET /rewards/markets/{condition_id}: the liquidity rewards of a market, if it has any. */
export const listMarketRewards = endpoint({
  ...REWARDS_READ,
  path: "/rewards/markets/:condition_id",
  summary: "List the liquidity rewards of a market",
  refuses: ["unknown_market"],
  params: ConditionParams,
  query: Type.Object({ ...MarketPageQuery.properties, sponsored: Sponsored }),
  answer: pageSchema(MarketReward),
  handle: async ({ context, params, query }) => {
    const listedMarket = await findListedMarket(context, params.condition_id);
    if (listedMarket === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    const isRewarded = listedMarket.record.market.rewards.rates.length > 0 && !query.sponsored;
    const rewarded = isRewarded ? [rewardRecord(listedMarket)] : [];
    return listingPage(query.next_cursor, MARKET_PAGE, async ({ offset }) => rewarded.slice(offset));
  },
});

const RewardTotal = Type.Object({
  ...MarketReward.properties,
  total_daily_rate: Type.Number({ description: "Units of the assets a day, of all in which it is paid" }),
  native_daily_rate: Type.Number({
    description: "Units of the asset that the exchange pays of it a day: all",
  }),
  sponsored_daily_rate: Type.Number({ description: "Units of the asset that others pay of it a day: 0" }),
  sponsors_count: Type.Integer(),
  minimum_order_age: Type.Integer({ description: "Seconds that an order rests until it counts: 0" }),
  midpoint_source: Type.Literal("kuest", { description: "The market's own book" }),
});

/**
 * GET /rewards/markets/multi: the liquidity rewards of several markets, as Kuest's site requests them for the markets of an
 * event.
 */
export const listMarketsRewards = endpoint({
  ...REWARDS_READ,
  path: "/rewards/markets/multi",
  dialects: ["kuest"],
  summary: "List the liquidity rewards of open markets",
  query: Type.Object({
    ...MarketPageQuery.properties,
    condition_ids: Type.Optional(
      Type.Array(Type.String({ pattern: CONDITION_PATTERN }), {
        maxItems: MARKET_PAGE,
        description: "Condition ids, repeated or with commas between them; absent for all markets",
      }),
    ),
  }),
  answer: pageSchema(RewardTotal),
  rows: MARKET_PAGE,
  handle: ({ context, query: { next_cursor, condition_ids } }) => {
    const { marketByCondition } = context.engine.exchange;
    const marketNumbers = condition_ids?.flatMap(
      (id) => marketByCondition.get(normalizeCondition(id))?.no ?? [],
    );
    return marketPage(context, {
      cursor: next_cursor,
      list: async (slice) => listRewardedMarketRecords(await context.sql(), slice, marketNumbers),
      show: rewardTotal,
    });
  },
});

function rewardTotal(listedMarket: MarketListing): Static<typeof RewardTotal> {
  const rate = listedMarket.record.market.rewards.rates.reduce(
    (total, { dailyRate }) => total + dailyRate,
    0,
  );
  return {
    ...rewardRecord(listedMarket),
    total_daily_rate: rate,
    native_daily_rate: rate,
    sponsored_daily_rate: 0,
    sponsors_count: 0,
    minimum_order_age: 0,
    midpoint_source: "kuest",
  };
}

const RewardedMarketRecord = Type.Object({
  ...MarketReward.properties,
  market_id: Type.String(),
  event_id: Type.String(),
  group_item_title: Type.String(),
  created_at: Type.String({ description: "ISO 8601; of a listing without one the time of its first orders" }),
  end_date: Type.Optional(Type.String({ description: "ISO 8601" })),
  spread: Type.Number({ description: "In USDC; an empty side counts as 0 or 1" }),
  one_day_price_change: Type.Number({ description: "Of the first outcome" }),
  volume_24hr: Type.Number({ description: "Collateral" }),
});

const ORDERS = Object.keys(REWARDED_ORDERS) as RewardedOrder[];
/** Creates the schema of a filter's bound; clients send 0 for no bound. */
const Bound = (description: string) => Type.Number({ minimum: 0, default: 0, description });
const MAX_TEXT = 200;
const Part = (description: string) => Type.Optional(Type.String({ maxLength: MAX_TEXT, description }));
const MAX_ITEMS = 100;

const Query = Type.Object({
  ...MarketPageQuery.properties,
  page_size: pageLimit({ default: ACCOUNT_PAGE, maximum: MARKET_PAGE }),
  q: Part("Part of the question or the description"),
  event_title: Part("Part of the event's title"),
  tag_slug: Type.Optional(Type.Array(Type.String(), { maxItems: MAX_ITEMS, description: "One of these" })),
  event_id: Type.Optional(Type.Array(Type.Integer(), { maxItems: MAX_ITEMS, description: "One of these" })),
  market_id: Type.Optional(Type.Integer({ description: "The market of this number alone" })),
  order_by: Type.Enum(ORDERS, { default: "market_id", description: "Figure to sort by" }),
  position: Type.Enum(["ASC", "DESC"], { default: "ASC", description: "Direction of the order" }),
  min_volume_24hr: Bound("Collateral; more than this, 0 for any"),
  max_volume_24hr: Bound("Collateral; at most this, 0 for any"),
  min_spread: Bound("As a price in USDC; more than this, 0 for any"),
  max_spread: Bound("As a price in USDC; at most this, 0 for any"),
  min_price: Bound("Of the first outcome in USDC; more than this, 0 for any"),
  max_price: Bound("Of the first outcome in USDC; at most this, 0 for any"),
});
type Query = Static<typeof Query>;

/** GET /rewards/markets/multi in Polymarket's form: open markets with liquidity rewards, filtered by their statistics. */
export const listRewardedMarkets = endpoint({
  ...REWARDS_READ,
  path: "/rewards/markets/multi",
  dialects: ["polymarket"],
  summary: "List open markets with liquidity rewards by their figures",
  refuses: ["invalid_cursor"],
  query: Query,
  answer: pageSchema(RewardedMarketRecord),
  rows: MARKET_PAGE,
  handle: ({ context, dialect, query }) =>
    readList({ context, dialect, forOperators: false, query: {} }, ({ sql, since }) =>
      listingPage(query.next_cursor, query.page_size, async (slice) => {
        const descending = query.position === "DESC";
        const page = { filter: readRewardsFilter(query), order: query.order_by, descending, since, ...slice };
        return (await listMarkets(sql, page)).map(describeRewardedMarket);
      }),
    ),
});

const readRewardsFilter = (query: Query) => ({
  text: query.q,
  eventTitle: query.event_title,
  tagSlugs: query.tag_slug,
  eventIds: query.event_id,
  marketId: query.market_id,
  volume24h: span(query.min_volume_24hr, query.max_volume_24hr, MICROS),
  spread: span(query.min_spread, query.max_spread, ONE),
  price: span(query.min_price, query.max_price, HALF_TICKS),
});

const MICROS = 1_000_000;
const span = (above: number, most: number, unit: number): Span => ({
  above: above === 0 ? undefined : above * unit,
  most: most === 0 ? undefined : most * unit,
});

function describeRewardedMarket(market: RewardedMarket): Static<typeof RewardedMarketRecord> {
  const { content, openedAt } = market;
  const prices = shownPrices(readKnownPrices(market));
  return {
    condition_id: content.conditionId,
    market_id: content.id,
    event_id: market.eventId,
    question: content.question ?? "",
    market_slug: content.slug ?? "",
    event_slug: market.eventSlug,
    image: content.image ?? "",
    group_item_title: content.groupItemTitle ?? "",
    created_at: content.createdAt ?? new Date(openedAt ?? 0).toISOString(),
    ...(content.endDate !== undefined && { end_date: content.endDate }),
    rewards_max_spread: content.rewards.maxSpread,
    rewards_min_size: content.rewards.minSize,
    market_competitiveness: 0,
    spread: computeSpread(market),
    one_day_price_change: halfTicksNumber(market.priceChange),
    volume_24hr: collateralNumber(market.figures.volume24h),
    tokens: OUTCOMES.map((outcome) => ({
      token_id: content.tokenIds[outcome],
      outcome: content.outcomes[outcome],
      price: prices[outcome],
    })),
    rewards_config: rewardConfigs({ market: content, openedAt }),
  };
}

// GET /rewards/user, /rewards/user/total and /rewards/user/percentages: liquidity rewards of the caller on a day, by market
// and in total, and the caller's current share. Nothing is paid out here, so all three are empty.

const TotalEarning = Type.Object({
  date: Type.String(),
  asset_address: Type.String(),
  maker_address: Type.String(),
  earnings: Type.Number(),
  asset_rate: Type.Number(),
});
const Earning = Type.Object({ condition_id: Type.String(), ...TotalEarning.properties });

export const listEarnings: readonly Endpoint[] = [
  keyOperation({
    ...REWARDS_READ,
    path: "/rewards/user",
    fromMemory: true,
    summary: "List the caller's earnings of a day by market",
    query: Type.Object({ ...EarningsQuery, ...MarketPageQuery.properties }),
    answer: pageSchema(Earning),
    handle: ({ query }) => listingPage(query.next_cursor, ACCOUNT_PAGE, async () => []),
  }),
  keyOperation({
    ...REWARDS_READ,
    path: "/rewards/user/total",
    fromMemory: true,
    summary: "List the caller's earnings of a day by token",
    query: Type.Object(EarningsQuery),
    answer: Type.Array(TotalEarning),
    handle: () => ({ body: [] }),
  }),
  keyOperation({
    ...REWARDS_READ,
    path: "/rewards/user/percentages",
    fromMemory: true,
    summary: "Get the caller's share of the rewards of each market",
    query: Type.Object({ signature_type: SignatureTypeParam }),
    answer: Type.Record(Type.String(), Type.Number(), { description: "Percent by condition id" }),
    handle: () => ({ body: {} }),
  }),
];

const RewardEarning = Type.Object({
  ...MarketReward.properties,
  maker_address: Type.String(),
  earning_percentage: Type.Number(),
  earnings: Type.Array(
    Type.Object({ asset_address: Type.String(), earnings: Type.Number(), asset_rate: Type.Number() }),
  ),
});

const RewardEarningsQuery = Type.Object({
  ...EarningsQuery,
  ...MarketPageQuery.properties,
  page_size: pageLimit({ default: MARKET_PAGE, maximum: MARKET_PAGE }),
  no_competition: Type.Boolean({
    default: false,
    description: "true is refused: competition is not measured",
  }),
  order_by: Type.Optional(Type.String({ description: "Any is refused: markets are in order of their ids" })),
  position: Type.Optional(Type.String({ description: "Any is refused: positions earn nothing" })),
});
type RewardEarningsQuery = Type.Static<typeof RewardEarningsQuery>;

/** GET /rewards/user/markets: open markets with liquidity rewards, and the caller's earnings in each, always zero. */
export const listRewardEarnings = keyOperation({
  ...REWARDS_READ,
  path: "/rewards/user/markets",
  summary: "List open markets with liquidity rewards and the caller's earnings",
  query: RewardEarningsQuery,
  answer: pageSchema(RewardEarning),
  handle: async ({ context, dialect, query, caller }) => {
    const rejection = rejectUnsupported(query);
    if (rejection !== undefined) return { rejection };
    const wallet = { owner: caller.address, type: query.signature_type, dialect };
    const { address } = await nameSigningWallet(context, wallet);
    const noEarnings = { maker_address: checksumAddress(address), earning_percentage: 0, earnings: [] };
    return marketPage(context, {
      cursor: query.next_cursor,
      limit: query.page_size,
      list: async (slice) => listRewardedMarketRecords(await context.sql(), slice),
      show: (listedMarket) => ({ ...rewardRecord(listedMarket), ...noEarnings }),
    });
  },
});

/** Rejects filters and sort orders by values equal in all markets here. */
function rejectUnsupported(query: RewardEarningsQuery): Rejection | undefined {
  if (query.no_competition)
    return reject(
      "invalid_payload",
      "no_competition: expected false, as competition is not measured, got true",
    );
  const name = (["order_by", "position"] as const).find((one) => query[one] !== undefined);
  return name === undefined
    ? undefined
    : reject("invalid_payload", describeMistake(name, { expected: "none", got: query[name] }));
}

/** GET /rebates/current: a maker's rebate of a day's fees. This exchange has no rebates, so the list is empty. */
export const listRebates = endpoint({
  ...REWARDS_READ,
  path: "/rebates/current",
  fromMemory: true,
  summary: "List a maker's rebates of a day by market",
  query: Type.Object({
    date: EarnedDay,
    maker_address: Type.String({ format: WALLET_FORMAT, description: "The maker's wallet" }),
  }),
  answer: Type.Array(
    Type.Object({
      date: Type.String(),
      condition_id: Type.String(),
      asset_address: Type.String(),
      maker_address: Type.String(),
      rebated_fees_usdc: Type.String(),
    }),
  ),
  handle: () => ({ body: [] }),
});
