/**
 * Markets shown on event cards: the few likeliest of each event. All markets of the events are read with their prices
 * and ranked; texts are read only for the shown ones.
 */
import type { MarketStatus, Payout } from "../../core/catalog.ts";
import type { Ticks } from "../../core/units.ts";
import type { AnySql } from "../sql/database.ts";
import { readInPieces } from "../sql/read-in-pieces.ts";
import { priceBeforeDay } from "./catalog-rankings.ts";
import type { Scope, SinceHour } from "./catalog-records.ts";
import { marketsInScope } from "./scope-terms.ts";

/** Market with its prices, which are those of outcome 0. */
export type PricedMarket = {
  /** The exchange's own number. */
  readonly no: number;
  readonly eventId: string;
  readonly closed: boolean;
  readonly payout: Payout | null;
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly lastPrice: Ticks | null;
};

/** Texts of a market, and its midpoint a day ago. */
export type CardMarket = {
  readonly no: number;
  readonly slug: string;
  readonly question: string;
  /** Short title in the event; "" if there is none. */
  readonly groupItemTitle: string;
  readonly outcomes: readonly string[];
  /** The token of outcome 0. */
  readonly tokenId: string;
  readonly status: MarketStatus;
  /** Half ticks; `null` if no price was recorded yet. */
  readonly dayBefore: number | null;
};

/** Rows read at a time; they have no texts. */
const PIECE = 500;

/** Lists the published markets of these events by id. */
export const listPricedMarkets = (
  sql: AnySql,
  eventIds: readonly number[],
  scope: Scope,
): Promise<PricedMarket[]> =>
  readInPieces(
    sql<PricedMarket[]>`
      select market as no, event::text as "eventId", closed, payout, best_bid as bid, best_ask as ask,
        last_price as "lastPrice"
      from market_entries join market_states using (market)
      where event = any(${eventIds as number[]}::bigint[]) and not archived and status <> 'draft'
        ${marketsInScope(sql, scope)}
      order by id, market`,
    PIECE,
  );

/** Reads the markets with these numbers, in no order. */
export const listCardMarkets = (
  sql: AnySql,
  nos: readonly number[],
  since: SinceHour,
): Promise<CardMarket[]> =>
  readInPieces(sql<CardMarket[]>`
    select no, slug, coalesce(content ->> 'question', '') as question,
      coalesce(content ->> 'groupItemTitle', '') as "groupItemTitle", content -> 'outcomes' as outcomes,
      token_ids[1] as "tokenId", status,
      (${priceBeforeDay(sql, sql`no`, since)}) as "dayBefore"
    from markets join market_states on market_states.market = no
    where no = any(${nos as number[]}::bigint[])`);
