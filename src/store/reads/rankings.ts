/** Rankings of wallets: by profit, by volume, by a single win. */
import type { Outcome } from "../../core/state.ts";
import type { Lots, Micros, SharePrice } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { gatherInPieces } from "../sql/read-in-pieces.ts";
import { shareReading } from "../sql/shared-reading.ts";
import { taggedMarkets } from "./markets.ts";
import { openProfit } from "./positions.ts";

// Wallets by volume or profit, of all time or since a day, in all markets or in some. Accounts keep their sums, and the
// sums at the end of each day on which they changed. The change since a day is the sum now less the last one before it.

export type Leader = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral that changed hands in its fills. */
  readonly volume: Micros;
  /** Profit of its disposals. */
  readonly realized: Micros;
  /** Place from 1 on; equal wallets are in order of their addresses. */
  readonly rank: number;
};

export type LeaderboardQuery = {
  /** Days since 1970, UTC; `undefined` is of all time. */
  readonly since: number | undefined;
  /** Tags of events, one of which is enough: only their markets count. `undefined` are all markets. */
  readonly tagSlugs: readonly string[] | undefined;
  readonly order: "volume" | "realized";
};

/** The row that a page follows: its rank, its figure and its address. */
type LeaderPlace = { readonly rank: number; readonly figure: number; readonly wallet: string };

type LeaderboardPage = LeaderboardQuery & {
  readonly after?: LeaderPlace | undefined;
  readonly offset: number;
  readonly limit: number;
};

/** A page of those that traded or earned something, the greatest first. */
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

/** A wallet with its rank among all; `undefined` when it neither traded nor earned anything. */
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

/** Sums in the markets of events with these tags: the volume of the days, and the change of the profit over them. */
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

type WinPage = {
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

// Wallets by their whole profit, open positions counted. The sum over all positions takes longer the more there are. So
// one ranking is kept for a while and says as of when it is; a question after that makes a new one.

export type RankedWallet = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral that changed hands in its fills. */
  readonly volume: Micros;
  /** Profit of its disposals. */
  readonly realized: Micros;
  /** Profit of the shares that it holds, exactly, in lots x micros per share. */
  readonly open: bigint;
};

export type ProfitRanking = {
  /** Time of the exchange, ms: all that was committed before it counts. */
  readonly at: number;
  /** The greatest profit first; equal ones are in order of their addresses. */
  readonly wallets: readonly RankedWallet[];
  /** Places in the list, from 0 on. */
  readonly places: ReadonlyMap<string, number>;
};

/** Rows that are read at once; each is short. */
const PIECE = 250;

/** Ranks the wallets that traded, earned or hold something that earns. */
const listByProfit = (sql: AnySql): Promise<RankedWallet[]> =>
  gatherInPieces(
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
    PIECE,
  );

type KeptRanking = {
  /** The ranking that is kept, or a new one. */
  readonly rank: () => Promise<ProfitRanking>;
  /** Forgets it: the exchange was put back to an earlier state. */
  readonly forget: () => void;
};

export type RankingClocks = {
  /** Time of the exchange, ms. */
  readonly clock: () => number;
  /** Milliseconds that nothing sets back. */
  readonly monotonic: () => number;
};

/** A ranking is kept so many times as long as it took: it takes a twentieth of one of the database's processors. */
const TIMES_KEPT = 20;

export function keepRanking(open: () => Promise<AnySql>, { clock, monotonic }: RankingClocks): KeptRanking {
  let kept: { readonly ranking: ProfitRanking; readonly until: number } | undefined;
  let rewinds = 0;
  const make = shareReading(async (): Promise<ProfitRanking> => {
    const [begun, at, before] = [monotonic(), clock(), rewinds];
    const wallets = await listByProfit(await open());
    const ranking = { at, wallets, places: new Map(wallets.map(({ wallet }, place) => [wallet, place])) };
    const ended = monotonic();
    if (before === rewinds) kept = { ranking, until: ended + TIMES_KEPT * (ended - begun) };
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
