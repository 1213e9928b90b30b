/** The shapes of the market records of the trading interface, full and simplified. */
import { Type } from "typebox";

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
