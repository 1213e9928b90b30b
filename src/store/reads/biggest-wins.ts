/** Closed positions with the largest profits, of all wallets or of one. */
import type { Outcome } from "../../core/state.ts";
import type { Lots, Micros, SharePrice } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { taggedMarkets } from "./tagged-markets.ts";

export type Win = {
  /** Lower-case address. */
  readonly wallet: string;
  /** The exchange's own number. */
  readonly market: number;
  readonly outcome: Outcome;
  /** Shares ever bought, and their average cost. */
  readonly bought: Lots;
  readonly average: SharePrice;
  readonly realized: Micros;
  /** Time when shares last moved, in milliseconds. */
  readonly changedAt: number;
  readonly conditionId: string;
  /** Token of the outcome. */
  readonly tokenId: string;
  readonly slug: string;
  /** "" without one. */
  readonly icon: string;
  readonly eventId: number;
  readonly eventSlug: string;
  readonly eventTitle: string;
};

/** The row that a page follows. */
export type WinPlace = Pick<Win, "wallet" | "market" | "outcome" | "realized">;

export type WinPage = {
  /** Days since 1970, UTC, from which on they were closed; `undefined` is ever. */
  readonly since: number | undefined;
  /** Tags of their events, one of which is enough; `undefined` are all events. */
  readonly tagSlugs: readonly string[] | undefined;
  readonly after?: WinPlace | undefined;
  readonly offset?: number;
  readonly limit: number;
};

/** A page of wins, the largest first; equal ones are in order of their wallets, and of their listing. */
export function listBiggestWins(sql: AnySql, page: WinPage): Promise<Win[]> {
  const { since, tagSlugs, after, offset = 0, limit } = page;
  return sql<Win[]>`
    with page as (
      select address as wallet, positions.* from ${wins(sql)}
        ${since === undefined ? sql`` : sql`and changed_at >= ${since * DAY_MS}`}
        ${tagSlugs === undefined ? sql`` : sql`and market = any(${taggedMarkets(sql, tagSlugs)})`}
        ${after === undefined ? sql`` : sql`and ${follows(sql, after)}`}
      order by positions.realized desc, address collate "C", market, outcome limit ${limit} offset ${offset}
    )
    select wallet, market, outcome, bought, average, realized, changed_at as "changedAt",
      condition_id as "conditionId", token_ids[outcome + 1] as "tokenId", markets.slug,
      coalesce(markets.content ->> 'icon', '') as icon, events.id as "eventId", events.slug as "eventSlug",
      events.content ->> 'title' as "eventTitle"
    from page join markets on markets.no = market join events on events.id = event_id
    order by realized desc, wallet collate "C", market, outcome`;
}

/** The largest profit of a closed position of the wallet; `null` without any. */
export async function findLargestWin(sql: AnySql, wallet: string): Promise<Micros | null> {
  const [{ largest }] = await sql<[{ largest: Micros | null }]>`
    select max(positions.realized) as largest from ${wins(sql)} and address = ${wallet}`;
  return largest;
}

/** A hundredth of a share is dust, unless it can be redeemed. */
const wins = (sql: AnySql): Fragment => sql`
  positions join market_states using (market) join accounts on accounts.no = account
  where positions.realized > 0 and bought > 0 and lots <= case when payout is null then 1 else 0 end`;

const follows = (sql: AnySql, { wallet, market, outcome, realized }: WinPlace): Fragment => sql`(
  positions.realized < ${realized}::bigint or positions.realized = ${realized}::bigint and (
    address collate "C" > ${wallet}
    or address = ${wallet} and (market, outcome) > (${market}::int, ${outcome}::int)
  )
)`;
