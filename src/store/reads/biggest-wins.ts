/** Closed positions with the largest profits, of all wallets. */
import type { Lots, Micros, SharePrice } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { Sql } from "../sql/database.ts";
import { taggedMarkets } from "./tagged-markets.ts";

export type Win = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Shares ever bought, and their average cost. */
  readonly bought: Lots;
  readonly average: SharePrice;
  readonly realized: Micros;
  readonly slug: string;
  /** "" without one. */
  readonly icon: string;
  readonly eventSlug: string;
  readonly eventTitle: string;
};

export type WinPage = {
  /** Days since 1970, UTC, from which on they were closed; `undefined` is ever. */
  readonly since: number | undefined;
  /** Tags of their events, one of which is enough; `undefined` are all events. */
  readonly tagSlugs: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number;
};

/** A page of wins, the largest first; equal ones are in order of their wallets, and of their listing. */
export const listBiggestWins = (sql: Sql, { since, tagSlugs, offset, limit }: WinPage): Promise<Win[]> => sql<
  Win[]
>`
  with page as (
    select address as wallet, positions.* from positions
    join market_states using (market) join accounts on accounts.no = account
    where positions.realized > 0 and bought > 0 and lots <= case when payout is null then 1 else 0 end
      ${since === undefined ? sql`` : sql`and changed_at >= ${since * DAY_MS}`}
      ${tagSlugs === undefined ? sql`` : sql`and market = any(${taggedMarkets(sql, tagSlugs)})`}
    order by positions.realized desc, address collate "C", market, outcome limit ${limit} offset ${offset}
  )
  select wallet, bought, average, realized, markets.slug, coalesce(markets.content ->> 'icon', '') as icon,
    events.slug as "eventSlug", events.content ->> 'title' as "eventTitle"
  from page join markets on markets.no = market join events on events.id = event_id
  order by realized desc, wallet collate "C", market, outcome`;
