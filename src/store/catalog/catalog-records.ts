/** Rows of the catalog: the listing as it was imported, the flags, and the statistics that trading changes. */
import type { CatalogEvent, CatalogMarket, Flags, MarketStatus, Payout } from "../../core/markets/catalog.ts";
import type { FeeSchedule } from "../../core/markets/market-terms.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";

/**
 * Collateral in micros. `liquidity` is that of resting orders, `volume24h` that of the last 24 full hours and the
 * current one.
 */
export type Statistics = { readonly volume: Micros; readonly volume24h: Micros; readonly liquidity: Micros };

/** Statistics with volumes of longer spans as well: 7, 30 and 365 days. */
export type SpanStatistics = Statistics & {
  readonly volume1wk: Micros;
  readonly volume1mo: Micros;
  readonly volume1yr: Micros;
};

export type EventRecord = {
  readonly content: CatalogEvent;
  readonly flags: Flags;
  readonly figures: SpanStatistics;
  /** Collateral behind the shares of the event's markets. */
  readonly openInterest: Micros;
  /** Internal numbers of all the event's markets, in order of market id. */
  readonly markets: readonly number[];
};

export type MarketEntry = {
  /** The exchange's own number. */
  readonly no: number;
  readonly eventId: string;
  readonly content: CatalogMarket;
  readonly flags: Flags;
  readonly status: MarketStatus;
  readonly tick: Ticks;
  readonly minimumLots: Lots;
  readonly negativeRisk: boolean;
  readonly payout: Payout | null;
  /** Best prices and latest execution of outcome 0. */
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly lastPrice: Ticks | null;
  readonly figures: SpanStatistics;
  /** Collateral that backs the outstanding shares. */
  readonly backing: Micros;
  /** Shares of outcome 1 that conversions took out of circulation, and sets that the event converted. */
  readonly burned: Lots;
  readonly converted: Lots;
  /** Time when the market first accepted orders, ms. */
  readonly openedAt: number | null;
  /** Fees of fills; `null` if trading is free. */
  readonly fees: FeeSchedule | null;
  readonly isProposed: boolean;
  readonly isDisputed: boolean;
  /** Time of the resolution, ms; `null` also for a market that was listed as resolved. */
  readonly resolvedAt: number | null;
  /** Steps towards the resolution or the proposal since the last undo: "proposed" and "disputed", in order. */
  readonly proposals: readonly string[];
};

/** Part of the catalog that a reader sees. */
export type Scope = {
  /** Wallets whose markets are in scope, lower case; all if undefined, an empty list excludes everything. */
  readonly creators: readonly string[] | undefined;
  /** True for operators, who also see drafts and events that have only drafts or no markets. */
  readonly drafts: boolean;
};

/** Default scope of a reader. */
export const PUBLIC: Scope = { creators: undefined, drafts: false };

/** One hour, ms; volumes are stored by the hour. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** First of the hours that count as the last 24, in hours since 1970. */
export type SinceHour = number;
