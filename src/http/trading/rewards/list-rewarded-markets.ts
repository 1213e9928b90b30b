/** GET /rewards/markets/multi as Polymarket's clients ask it: open markets with liquidity rewards, chosen by their figures. */
import { Type } from "typebox";
import type { Static } from "typebox";
import { ONE } from "../../../core/units.ts";
import { HALF_TICKS } from "../../../core/shown-price.ts";
import {
  listRewardedMarkets as listMarkets,
  REWARDED_ORDERS,
} from "../../../store/catalog/rewarded-markets.ts";
import type { RewardedMarket, RewardedOrder, Span } from "../../../store/catalog/rewarded-markets.ts";
import { tradedMarket } from "../../catalog/traded-market.ts";
import { readList } from "../../catalog/scope.ts";
import { endpoint } from "../../endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { pageLimit } from "../../page-limit.ts";
import { halfTicksNumber, knownPricesOf, shownPrices } from "../../shown-prices.ts";
import { REWARDS } from "../groups.ts";
import { ACCOUNT_PAGE, listingPage, MARKET_PAGE, PageOf } from "../listing-page.ts";
import { MarketPageQuery } from "../markets/market-page.ts";
import { MarketReward, rewardConfigs } from "./reward-record.ts";

const RewardedMarketRecord = Type.Object({
  ...MarketReward.properties,
  market_id: Type.String(),
  event_id: Type.String(),
  group_item_title: Type.String(),
  created_at: Type.String({ description: "ISO 8601; of a listing without one the time of its first orders" }),
  end_date: Type.Optional(Type.String({ description: "ISO 8601" })),
  spread: Type.Number({ description: "An empty side counts as 0 or 1" }),
  one_day_price_change: Type.Number({ description: "Of the first outcome" }),
  volume_24hr: Type.Number({ description: "Collateral" }),
});

const ORDERS = Object.keys(REWARDED_ORDERS) as RewardedOrder[];
/** Clients send 0 for no bound. */
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
  min_spread: Bound("As a price; more than this, 0 for any"),
  max_spread: Bound("As a price; at most this, 0 for any"),
  min_price: Bound("Of the first outcome; more than this, 0 for any"),
  max_price: Bound("Of the first outcome; at most this, 0 for any"),
});
type Query = Static<typeof Query>;

export const listRewardedMarkets = endpoint({
  method: "GET",
  path: "/rewards/markets/multi",
  dialects: ["polymarket"],
  summary: "List open markets with liquidity rewards by their figures",
  group: REWARDS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["invalid_cursor"],
  query: Query,
  answer: PageOf(RewardedMarketRecord),
  rows: MARKET_PAGE,
  handle: ({ context, dialect, query }) =>
    readList({ context, dialect, forOperators: false, query: {} }, ({ sql, since }) =>
      listingPage(query.next_cursor, query.page_size, async (slice) => {
        const descending = query.position === "DESC";
        const page = { filter: filterOf(query), order: query.order_by, descending, since, ...slice };
        return (await listMarkets(sql, page)).map(recordOf);
      }),
    ),
});

const filterOf = (query: Query) => ({
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

function recordOf(market: RewardedMarket): Static<typeof RewardedMarketRecord> {
  const { content, openedAt } = market;
  const { spread, volume24hr, groupItemTitle } = tradedMarket(market);
  const prices = shownPrices(knownPricesOf(market));
  return {
    condition_id: content.conditionId,
    market_id: content.id,
    event_id: market.eventId,
    question: content.question ?? "",
    market_slug: content.slug ?? "",
    event_slug: market.eventSlug,
    image: content.image ?? "",
    group_item_title: groupItemTitle,
    created_at: content.createdAt ?? new Date(openedAt ?? 0).toISOString(),
    ...(content.endDate !== undefined && { end_date: content.endDate }),
    rewards_max_spread: content.rewards.maxSpread,
    rewards_min_size: content.rewards.minSize,
    market_competitiveness: 0,
    spread,
    one_day_price_change: halfTicksNumber(market.priceChange),
    volume_24hr: volume24hr,
    tokens: ([0, 1] as const).map((outcome) => ({
      token_id: content.tokenIds[outcome],
      outcome: content.outcomes[outcome],
      price: prices[outcome],
    })),
    rewards_config: rewardConfigs({ market: content, openedAt }),
  };
}
