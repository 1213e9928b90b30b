/** Markets that wait for an operator: ended without a result, with a proposal or a dispute; and events with drafts. */
import { dateKey } from "../catalog/catalog-entries.ts";
import type { Fragment, Sql } from "../sql/database.ts";

export const WAITING_KINDS = ["disputed", "proposed", "ended"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export type WaitingMarket = {
  readonly conditionId: string;
  readonly question: string;
  readonly endDate: string | null;
  /** Time of the last step of its resolution, ms; `null` without one. */
  readonly steppedAt: number | null;
  /** Number of all markets that wait so, of which the list has the first. */
  readonly total: number;
};

export type WaitingMarketQuery = {
  readonly kind: WaitingKind;
  /** Time of the exchange, ms. */
  readonly now: number;
  readonly limit: number;
};

/** Lists the markets that wait so; those that end first come first. */
export const listWaitingMarkets = (
  sql: Sql,
  { kind, now, limit }: WaitingMarketQuery,
): Promise<WaitingMarket[]> => sql<WaitingMarket[]>`
  select condition_id as "conditionId", content ->> 'question' as question, content ->> 'endDate' as "endDate", total,
    (select max(at) from resolution_steps where resolution_steps.market = no) as "steppedAt"
  from (
    select market, end_date, count(*) over () as total
    from market_states join market_entries using (market)
    where ${conditionOf(sql, kind, now)} order by end_date, market limit ${limit}
  ) as waiting
  join markets on no = waiting.market order by waiting.end_date, no`;

export type WaitingEvent = {
  readonly id: string;
  readonly title: string;
  readonly drafts: number;
  /** Number of all events with drafts, of which the list has the first. */
  readonly total: number;
};

/** Lists the events with markets that were never opened; those with the draft that ends first come first. */
export const listEventsWithDrafts = (sql: Sql, limit: number): Promise<WaitingEvent[]> => sql<WaitingEvent[]>`
  select id::text, content ->> 'title' as title, drafts, total
  from (
    select event_id as event, count(*) as drafts, min(end_date) as first_end, count(*) over () as total
    from market_states join market_entries using (market) join markets on no = market
    where status = 'draft' group by event_id order by first_end, event limit ${limit}
  ) as waiting
  join events on id = event order by first_end, id`;

function conditionOf(sql: Sql, kind: WaitingKind, now: number): Fragment {
  const open = sql`status in ('active', 'paused') and not market_entries.archived`;
  switch (kind) {
    case "disputed":
      return sql`${open} and proposed_payout is not null and disputed`;
    case "proposed":
      return sql`${open} and proposed_payout is not null and not disputed`;
    case "ended":
      // An open market is never closed; saying so lets an index find it.
      return sql`${open} and not market_entries.closed and proposed_payout is null and end_date <> ''
        and end_date <= ${dateKey(new Date(now).toISOString())}`;
  }
}
