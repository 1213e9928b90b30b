/**
 * Listings of the exchange: events, their markets, tags and series, as plain data. The matching core reads the trading
 * terms only. The descriptive fields travel through it untouched, so that one journal holds everything and the catalog
 * tables can be rebuilt from it.
 */
import type { StatedTerms } from "./market-terms.ts";

/** An RFC 3339 instant in UTC, as the catalog shows it. */
export type Instant = string;

export type CatalogTag = {
  id: string;
  label: string;
  slug: string;
  createdAt?: Instant;
  updatedAt?: Instant;
  requiresTranslation?: boolean;
};

export type CatalogSeries = {
  id: string;
  ticker: string;
  slug: string;
  title: string;
  seriesType: string;
  recurrence: string;
  image: string;
  icon: string;
  active: boolean;
  closed: boolean;
  archived: boolean;
  createdAt?: Instant;
  updatedAt?: Instant;
};

/** Liquidity rewards as the listings show them; `maxSpread` in cents. */
export type Rewards = {
  rates: readonly { assetAddress: string; dailyRate: number }[];
  minSize: number;
  maxSpread: number;
};

/**
 * `draft`: listed, not open yet. `active`: trades. `paused`: keeps its resting orders, takes no new ones.
 * `resolved`: paid out. `archived`: hidden and closed.
 */
export type MarketStatus = "draft" | "active" | "paused" | "resolved" | "archived";

/** Flags that clients filter markets and events by. `active`: published. `closed`: over. `archived`: hidden. */
export type Flags = { readonly active: boolean; readonly closed: boolean; readonly archived: boolean };

/** Numerators of what one share of each outcome pays, over their sum: [1, 0], [0, 1] or [1, 1]. */
export type Payout = readonly [number, number];

/** A market as it is listed. `id` is the numeric catalog id; token ids are decimal text, one per outcome. */
export type CatalogMarket = StatedTerms & {
  id: string;
  conditionId: string;
  questionId: string;
  tokenIds: readonly [string, string];
  /**
   * Ids of the outcomes in the other version, which no book has: legs of combinations for a v1 market, old tokens for a
   * v2 market.
   */
  otherVersionIds?: readonly [string, string];
  outcomes: readonly [string, string];
  question: string;
  slug: string;
  description: string;
  resolutionSource?: string;
  image?: string;
  icon?: string;
  startDate?: Instant;
  endDate?: Instant;
  gameStartTime?: Instant;
  createdAt?: Instant;
  updatedAt?: Instant;
  active: boolean;
  /** Present where it differs from `active`: true of a placeholder that trades, false of a market that is not open yet. */
  acceptingOrders?: boolean;
  /**
   * Time when an imported market first accepted orders, as its listing says. If absent, the time of its opening on this
   * exchange.
   */
  acceptingOrdersTimestamp?: Instant;
  closed: boolean;
  archived: boolean;
  negativeRiskMarketId?: string;
  negativeRiskRequestId?: string;
  groupItemTitle?: string;
  secondsDelay: number;
  rewards: Rewards;
  /** Present when the market is resolved. */
  payout?: Payout;
  /** Last prices of an imported market, closed without a payout: decimals from 0 to 1. */
  finalPrices?: readonly [string, string];
  creator?: string;
};

export type CatalogEvent = {
  id: string;
  ticker: string;
  slug: string;
  title: string;
  description: string;
  resolutionSource?: string;
  image?: string;
  icon?: string;
  startDate?: Instant;
  creationDate?: Instant;
  endDate?: Instant;
  createdAt?: Instant;
  updatedAt?: Instant;
  active: boolean;
  closed: boolean;
  archived: boolean;
  negativeRisk: boolean;
  negativeRiskMarketId?: string;
  tags: readonly CatalogTag[];
  series: readonly CatalogSeries[];
  eventMetadata?: Readonly<Record<string, unknown>>;
};

/** One event with its markets: the unit in which the catalog is listed. */
export type Listing = { event: CatalogEvent; markets: readonly CatalogMarket[] };
