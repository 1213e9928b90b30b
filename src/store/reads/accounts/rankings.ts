/** Rankings of wallets: by profit, by volume, and by a single win. */
import type { Outcome } from "../../../core/state.ts";
import type { Lots, Micros, SharePrice } from "../../../core/units.ts";
import { DAY_MS } from "../../catalog/catalog-records.ts";
import type { AnySql, Fragment } from "../../sql/database.ts";
import { gatherInChunks } from "../../sql/read-in-chunks.ts";
import { shareReading } from "../../../base/async.ts";
import { taggedMarkets } from "../markets.ts";
import { openProfit } from "./positions.ts";

// Wallets by volume or profit, of all time or since a day, in all markets or in some. Accounts store their sums, and the sums
// at the end of each day with a change. The change since a day is the current sum less the last one before that day.

export type Leader = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral exchanged in its fills. */
  readonly volume: Micros;
  /** Realized profit: that of its disposals. */
  readonly realized: Micros;
  /** Rank from 1; ties are in order of address. */
  readonly rank: number;
};

export type LeaderboardQuery = {
  /** First day since 1970, UTC; all time if undefined. */
  readonly since: number | undefined;
  /** Slugs of tags; only markets of events with one of these tags count. All markets if undefined. */
  readonly tagSlugs: readonly string[] | undefined;
  readonly order: "volume" | "realized";
};

/** Cursor: rank, value and address of the row before the page. */
type LeaderCursor = { readonly rank: number; readonly figure: number; readonly wallet: string };

type LeaderboardPage = LeaderboardQuery & {
  readonly after?: LeaderCursor | undefined;
  readonly offset: number;
  readonly limit: number;
};

/** Lists a page of wallets with volume or profit, greatest first. */
export async function listLeaders(sql: AnySql, page: LeaderboardPage): Promise<Leader[]> {
  const { order, after, offset, limit } = page;
  const follows =
    after === undefined
      ? sql``
      : sql`and (
          ${sql(order)} < ${after.figure}::bigint
          or ${sql(order)} = ${after.figure}::bigint and wallet collate "C" > ${after.wallet}
        )`;
  const leaders = await sql<Omit<Leader, "rank">[]>`
    select wallet, volume, realized from ${board(sql, page)} where (volume > 0 or realized <> 0) ${follows}
    order by ${sql(order)} desc, wallet collate "C" limit ${limit} offset ${offset}`;
  return leaders.map((leader, index) => ({ ...leader, rank: (after?.rank ?? offset) + index + 1 }));
}

/** Finds a wallet with its rank among all; `undefined` if it has neither volume nor profit. */
export async function findLeader(
  sql: AnySql,
  query: LeaderboardQuery,
  wallet: string,
): Promise<Leader | undefined> {
  const [leader] = await sql<Leader[]>`
    select * from (
      select wallet, volume, realized,
        row_number() over (order by ${sql(query.order)} desc, wallet collate "C")::int as rank
      from ${board(sql, query)} where volume > 0 or realized <> 0
    ) as ranked where wallet = ${wallet}`;
  return leader;
}

type BoardQuery = Pick<LeaderboardQuery, "since" | "tagSlugs">;

const board = (sql: AnySql, { since, tagSlugs }: BoardQuery): Fragment =>
  tagSlugs !== undefined
    ? marketBoard(sql, tagSlugs, since)
    : since === undefined
      ? sql`(select address as wallet, volume, realized from accounts) as board`
      : changedBoard(sql, since);

const changedBoard = (sql: AnySql, since: number): Fragment => sql`(
  select address as wallet, volume - coalesce(before.volume_before, 0) as volume,
    realized - coalesce(before.realized_before, 0) as realized
  from (select distinct account from account_days where day >= ${since}::int) as changed
  join accounts on accounts.no = changed.account
  left join lateral (
    select volume as volume_before, realized as realized_before from account_days
    where account_days.account = changed.account and day < ${since}::int order by day desc limit 1
  ) as before on true
) as board`;

/** Sums volume and realized profit since a day, by wallet, in markets of events with these tags. */
const marketBoard = (sql: AnySql, tagSlugs: readonly string[], since: number | undefined): Fragment => sql`(
  select address as wallet, sum(changed.volume)::bigint as volume,
    sum(changed.realized - coalesce(before.realized, 0))::bigint as realized
  from (
    select market, account, sum(volume) as volume, (array_agg(realized order by day desc))[1] as realized
    from account_market_days
    where market = any(${taggedMarkets(sql, tagSlugs)}) ${since === undefined ? sql`` : sql`and day >= ${since}::int`}
    group by market, account
  ) as changed
  join accounts on accounts.no = changed.account
  left join lateral (
    select realized from account_market_days as earlier
    where earlier.market = changed.market and earlier.account = changed.account and day < ${since ?? null}::int
    order by day desc limit 1
  ) as before on true
  group by address
) as board`;

// Closed positions with the largest profits, of all wallets or of one.

export type Win = {
  /** Lower-case address. */
  readonly wallet: string;
  /** The exchange's own number. */
  readonly market: number;
  readonly outcome: Outcome;
  /** Total shares bought, and their average cost. */
  readonly bought: Lots;
  readonly average: SharePrice;
  readonly realized: Micros;
  /** Time of the last change of shares, ms. */
  readonly changedAt: number;
  readonly conditionId: string;
  /** Token of the outcome. */
  readonly tokenId: string;
  readonly slug: string;
  /** Icon; "" if there is none. */
  readonly icon: string;
  readonly eventId: number;
  readonly eventSlug: string;
  readonly eventTitle: string;
};

/** Cursor: the row before the page. */
export type WinCursor = Pick<Win, "wallet" | "market" | "outcome" | "realized">;

type WinPage = {
  /** First day since 1970, UTC, of closing; all time if undefined. */
  readonly since: number | undefined;
  /** Slugs of tags; an event must have one of these tags. All events if undefined. */
  readonly tagSlugs: readonly string[] | undefined;
  readonly after?: WinCursor | undefined;
  readonly offset?: number;
  readonly limit: number;
};

/** Lists a page of wins, largest first; ties are in order of wallet, then of listing. */
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

/** Finds the largest profit of a closed position of the wallet; `null` if there is none. */
export async function findLargestWin(sql: AnySql, wallet: string): Promise<Micros | null> {
  const [{ largest }] = await sql<[{ largest: Micros | null }]>`
    select max(positions.realized) as largest from ${wins(sql)} and address = ${wallet}`;
  return largest;
}

/** Selects winning positions. A hundredth of a share counts as dust, unless it can be redeemed. */
const wins = (sql: AnySql): Fragment => sql`
  positions join market_states using (market) join accounts on accounts.no = account
  where positions.realized > 0 and bought > 0 and lots <= case when payout is null then 1 else 0 end`;

const follows = (sql: AnySql, { wallet, market, outcome, realized }: WinCursor): Fragment => sql`(
  positions.realized < ${realized}::bigint or positions.realized = ${realized}::bigint and (
    address collate "C" > ${wallet}
    or address = ${wallet} and (market, outcome) > (${market}::int, ${outcome}::int)
  )
)`;

// Wallets by total profit including open positions. Summing all positions takes longer the more there are. So a ranking is
// cached for a multiple of its computing time, and states its time. The first query after that computes a new ranking.

export type RankedWallet = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral exchanged in its fills. */
  readonly volume: Micros;
  /** Realized profit: that of its disposals. */
  readonly realized: Micros;
  /** Unrealized profit of its shares, exact, in lots x micros per share. */
  readonly open: bigint;
};

export type ProfitRanking = {
  /** Time of the exchange, ms: everything committed before it is included. */
  readonly at: number;
  /** Wallets by descending profit; ties are in order of address. */
  readonly wallets: readonly RankedWallet[];
  /** Index in the list by wallet, from 0. */
  readonly places: ReadonlyMap<string, number>;
};

/** Rows read at a time; each is short. */
const CHUNK_SIZE = 250;

/** Ranks the wallets that traded, made a profit, or hold shares with a profit. */
const listByProfit = (sql: AnySql): Promise<RankedWallet[]> =>
  gatherInChunks(
    sql<(Omit<RankedWallet, "open"> & { readonly open: string })[]>`
      with held as (
        select account, sum(${openProfit(sql)}) as open
        from positions join market_states using (market) where lots > 0 group by account
      )
      select address as wallet, volume, realized, coalesce(open, 0)::text as open
      from accounts left join held on held.account = accounts.no
      where volume > 0 or realized <> 0 or open <> 0
      order by realized * 100::numeric + coalesce(open, 0) desc, address collate "C"`,
    ({ open, ...row }) => ({ ...row, open: BigInt(open) }),
    CHUNK_SIZE,
  );

type RankingCache = {
  /** Returns the cached ranking, or computes a new one. */
  readonly rank: () => Promise<ProfitRanking>;
  /** Clears the cache: the exchange was put back to an earlier state. */
  readonly forget: () => void;
};

export type RankingClocks = {
  /** Time of the exchange, ms. */
  readonly clock: () => number;
  /** Monotonic clock, ms. */
  readonly monotonic: () => number;
};

/** Cache time as a multiple of the computing time: ranking takes at most a twentieth of one database processor. */
const CACHE_TIME_FACTOR = 20;

export function cacheRanking(open: () => Promise<AnySql>, { clock, monotonic }: RankingClocks): RankingCache {
  let kept: { readonly ranking: ProfitRanking; readonly until: number } | undefined;
  let rewinds = 0;
  const make = shareReading(async (): Promise<ProfitRanking> => {
    const [begun, at, before] = [monotonic(), clock(), rewinds];
    const wallets = await listByProfit(await open());
    const ranking = { at, wallets, places: new Map(wallets.map(({ wallet }, place) => [wallet, place])) };
    const ended = monotonic();
    if (before === rewinds) kept = { ranking, until: ended + CACHE_TIME_FACTOR * (ended - begun) };
    return ranking;
  });
  return {
    rank: async () => (kept !== undefined && monotonic() < kept.until ? kept.ranking : make()),
    forget: () => {
      kept = undefined;
      rewinds += 1;
    },
  };
}
