/** Rows that the catalog reads give: the listing as it was read, the flags, and the figures that trading moves. */
import type { CatalogEvent, CatalogMarket, Flags, MarketStatus, Payout } from "../../core/catalog.ts";
import type { FeeSchedule } from "../../core/market-terms.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";

/** Collateral in micros; `liquidity` is that of the resting orders, `volume24h` that of the last 24 full hours and the current one. */
export type Figures = { readonly volume: Micros; readonly volume24h: Micros; readonly liquidity: Micros };

/** The same with the volumes of longer spans, those of 7, 30 and 365 days. */
export type SpanFigures = Figures & {
  readonly volume1wk: Micros;
  readonly volume1mo: Micros;
  readonly volume1yr: Micros;
};

export type EventRecord = {
  readonly content: CatalogEvent;
  readonly flags: Flags;
  readonly figures: SpanFigures;
  /** Collateral behind the shares of its markets. */
  readonly openInterest: Micros;
  /** The exchange's own numbers of all of its markets, in the order of their ids. */
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
  readonly figures: SpanFigures;
  /** Collateral locked behind the outstanding shares. */
  readonly backing: Micros;
  /** Shares of outcome 1 that conversions took out of circulation, and sets that the event converted. */
  readonly burned: Lots;
  readonly converted: Lots;
  /** Time when it first took orders, in milliseconds. */
  readonly openedAt: number | null;
  /** Fees of fills; `null` where trading is free. */
  readonly fees: FeeSchedule | null;
  readonly isProposed: boolean;
  readonly isDisputed: boolean;
  /** Time of the resolution, in milliseconds; `null` also for a market that was listed as resolved. */
  readonly resolvedAt: number | null;
  /** Steps that led to the resolution or the proposal, since the last undo: "proposed" and "disputed", in order. */
  readonly proposals: readonly string[];
};

/** The part of the catalog that a reader sees. */
export type Scope = {
  /** Wallets whose markets are in scope, lower case; `undefined` is all, an empty list leaves nothing. */
  readonly creators: readonly string[] | undefined;
  /** True for operators, who see drafts and events without any other market. */
  readonly drafts: boolean;
};

/** The scope of a reader who asks for nothing special. */
export const PUBLIC: Scope = { creators: undefined, drafts: false };

/** Volumes are kept by the hour. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** First of the hours that count as the last 24, in hours since 1970. */
export type SinceHour = number;
