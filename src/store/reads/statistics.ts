/** Volume, traders and fees by day, by market and by wallet. */
import { MAX_MICROS, NO_MICROS, addCappedSigned } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import type { SinceHour } from "../catalog/catalog-records.ts";
import { totalVolume } from "../catalog/catalog-rankings.ts";
import type { AnySql, Fragment, Sql } from "../sql/database.ts";
import { openProfit } from "./accounts/positions.ts";

// Trading statistics by spans of days, summed from the daily sums in the tables.

/** Days since 1970, UTC: `from` inclusive, `until` exclusive. */
export type DaySpan = { readonly from: number; readonly until: number };

export type StatisticsQuery = DaySpan & {
  /** Market numbers that count; all markets if undefined. */
  readonly markets: readonly number[] | undefined;
  /** Lower-case addresses of accounts to leave out. */
  readonly without: readonly string[];
  /** Lower-case addresses of the exchange's own accounts, which count neither as traders nor as accounts. */
  readonly house: readonly string[];
};

export type TradeStatistics = {
  /** Trades and their volume, counted for the accounts of the incoming orders. */
  readonly trades: number;
  readonly volume: Micros;
  /** Fees of both sides. */
  readonly fees: Micros;
  /** Accounts with at least one fill, on either side, without those of the exchange. */
  readonly traders: number;
};

export type SpanStatistics = TradeStatistics & {
  /** First day of the span; `null` for the total of all days. */
  readonly day: number | null;
  /** Accounts opened, without those of the exchange, and all payments; 0 if the query is limited to markets. */
  readonly accounts: number;
  readonly deposits: Micros;
  readonly withdrawals: Micros;
};

/** Lists spans that have any data, in order, then the total. `firsts` has the first day of the span of each day. */
export async function listSpanStatistics(
  sql: Sql,
  query: StatisticsQuery,
  firsts: readonly number[],
): Promise<SpanStatistics[]> {
  const first = findSpanStart(sql, query, firsts);
  const payments = query.markets === undefined ? sql`union all ${sumPayments(sql, query, first)}` : sql``;
  const rows = await sql<SpanStatistics[]>`
    with ${activePairs(sql, query, firsts)}
    select first as day, sum(trades)::bigint as trades, sum(volume)::bigint as volume, sum(fees)::bigint as fees,
      sum(traders)::int as traders, coalesce(sum(accounts), 0)::int as accounts, sum(deposits)::bigint as deposits,
      sum(withdrawals)::bigint as withdrawals
    from (
      select ${first} as first, ${cappedSum(sql, sql`trades`)} as trades, ${cappedSum(sql, sql`volume`)} as volume,
        ${cappedSum(sql, sql`fees`)} as fees, 0 as traders, 0 as accounts, 0 as deposits, 0 as withdrawals
      from ${tradeRows(sql, query)} group by 1
      ${payments}
      union all select first, 0, 0, 0, count(*), 0, 0, 0 from pairs group by first
      union all select null, 0, 0, 0, count(*), 0, 0, 0 from (select distinct account from pairs) as accounts
    ) as parts group by first order by first nulls last`;
  const spans = rows.filter(({ day }) => day !== null);
  return [...spans, sumSpans(spans, rows.at(-1)?.traders ?? 0)];
}

/** Adds up all fields except `traders`: one trader may be active in several spans. */
const sumSpans = (spans: readonly SpanStatistics[], traders: number): SpanStatistics =>
  spans.reduce(
    (sum, span) => ({
      day: null,
      traders,
      trades: sum.trades + span.trades,
      volume: addCappedSigned(sum.volume, span.volume),
      fees: addCappedSigned(sum.fees, span.fees),
      accounts: sum.accounts + span.accounts,
      deposits: addCappedSigned(sum.deposits, span.deposits),
      withdrawals: addCappedSigned(sum.withdrawals, span.withdrawals),
    }),
    NO_STATISTICS,
  );

export const NO_STATISTICS: SpanStatistics = {
  day: null,
  trades: 0,
  volume: NO_MICROS,
  fees: NO_MICROS,
  traders: 0,
  accounts: 0,
  deposits: NO_MICROS,
  withdrawals: NO_MICROS,
};

/** Selects daily trades from the table with the fewest rows; only tables by account can leave accounts out. */
function tradeRows(sql: AnySql, query: StatisticsQuery): Fragment {
  const { markets, without } = query;
  if (without.length === 0)
    return sql`(select day, trades, volume, fees from market_figures where ${meantRows(sql, query)}) as trades_of_day`;
  return markets === undefined
    ? sql`(select day, trades, volume, fees from account_figures where ${meantRows(sql, query)}) as trades_of_day`
    : sql`(
        select day, taker_trades as trades, taker_volume as volume, fees
        from account_market_days where ${meantRows(sql, query)}
      ) as trades_of_day`;
}

/** Returns the query of the accounts that count as people. */
const ofPeople = (query: StatisticsQuery): StatisticsQuery => ({
  ...query,
  without: [...query.without, ...query.house],
});

/** Selects accounts of people with a fill, once per span. A market row has volume exactly if the account had a fill there. */
function activePairs(sql: AnySql, query: StatisticsQuery, firsts: readonly number[]): Fragment {
  const pair = sql`account, ${findSpanStart(sql, query, firsts)} as first`;
  if (query.markets !== undefined)
    return sql`pairs as materialized (
      select distinct ${pair} from account_market_days where volume > 0 and ${meantRows(sql, ofPeople(query))}
    )`;
  const rows = sql`account_figures where fills > 0 and ${meantRows(sql, ofPeople(query))}`;
  // An account has one row a day. Single days therefore need no `distinct`, which would take as much memory as all rows.
  return new Set(firsts).size === firsts.length
    ? sql`pairs as not materialized (select ${pair} from ${rows})`
    : sql`pairs as materialized (select distinct ${pair} from ${rows})`;
}

const findSpanStart = (sql: AnySql, { from }: StatisticsQuery, firsts: readonly number[]): Fragment =>
  sql`(${firsts as number[]}::int[])[day - ${from}::int + 1]`;

/** Sums opened accounts of people; NULL without any. */
const countOpened = (sql: AnySql, { house }: StatisticsQuery): Fragment =>
  house.length === 0
    ? sql`sum(opened)`
    : sql`sum(opened) filter (where account <> all(${selectAccountNumbers(sql, house)}))`;

const sumPayments = (sql: AnySql, query: StatisticsQuery, first: Fragment): Fragment => sql`
  select ${first}, 0, 0, 0, 0, ${countOpened(sql, query)}, ${cappedSum(sql, sql`deposits`)}, ${cappedSum(sql, sql`withdrawals`)}
  from account_figures where opened + deposits + withdrawals > 0 and ${meantRows(sql, query)} group by 1`;

/** Builds the condition on the rows that count, for any of the tables. */
const meantRows = (sql: AnySql, { from, until, markets, without }: StatisticsQuery): Fragment => sql`
  day >= ${from}::int and day < ${until}::int
  ${markets === undefined ? sql`` : sql`and market = any(${markets as number[]}::int[])`}
  ${without.length === 0 ? sql`` : sql`and account <> all(${selectAccountNumbers(sql, without)})`}`;

/** Sums a column, limited to the largest amount in both directions. */
const cappedSum = (sql: AnySql, column: Fragment): Fragment =>
  sql`greatest(least(coalesce(sum(${column}), 0), ${MAX_MICROS}::bigint), -${MAX_MICROS}::bigint)::bigint`;

/** Selects the numbers of the accounts with these addresses, as an array. */
const selectAccountNumbers = (sql: AnySql, addresses: readonly string[]): Fragment =>
  sql`array(select no from accounts where address = any(${addresses as string[]}::text[]))`;

// Markets ranked by trading on a span of days.

export const STATISTICS_ORDERS = ["volume", "traders", "fees", "trades"] as const;
type StatisticsOrder = (typeof STATISTICS_ORDERS)[number];

export type RankedMarket = TradeStatistics & {
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  readonly eventId: string;
  readonly event: string;
};

type MarketRanking = {
  /** Total number of markets with a fill on these days. */
  readonly total: number;
  readonly markets: readonly RankedMarket[];
};

type RankingPage = { readonly order: StatisticsOrder; readonly offset: number; readonly limit: number };

/** Ranks a page of the markets with a fill on these days, greatest first; ties are in order of listing. */
export async function rankMarkets(
  sql: Sql,
  query: StatisticsQuery,
  page: RankingPage,
): Promise<MarketRanking> {
  const { order, offset, limit } = page;
  // Traders are counted only for the markets of the page, unless the order is by traders.
  const counted =
    order === "traders" ? tradersQuery(sql, query) : sql`(select null::int as market, 0 as traders)`;
  const rows = await sql<(RankedMarket & { readonly total: number })[]>`
    with ranked as (
      select market, count(*) over ()::int as total, trades, volume, fees, coalesce(counted.traders, 0) as traders
      from ${marketSums(sql, query)} left join ${counted} as counted using (market)
    ), page as (
      select * from ranked order by ${sql(order)} desc, market limit ${limit} offset ${offset}
    )
    select total, condition_id as "conditionId", markets.slug, markets.content ->> 'question' as question,
      event_id::text as "eventId", coalesce(events.content ->> 'title', '') as event, trades, volume, fees,
      (select count(distinct account)::int from account_market_days
        where account_market_days.market = page.market and account_market_days.volume > 0
          and ${meantRows(sql, { ...ofPeople(query), markets: undefined })}) as traders
    from page join markets on markets.no = page.market join events on events.id = event_id
    order by page.${sql(order)} desc, page.market`;
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countMarkets(sql, query));
  return { total, markets: rows };
}

async function countMarkets(sql: Sql, query: StatisticsQuery): Promise<number> {
  const [{ total }] = await sql<
    [{ total: number }]
  >`select count(*)::int as total from ${marketSums(sql, query)}`;
  return total;
}

/** Sums trades by market: all trades, less those whose incoming orders are of accounts to leave out. */
function marketSums(sql: AnySql, query: StatisticsQuery): Fragment {
  const whole = { ...query, without: [] };
  const all = sql`
    select market, trades, volume, fees from market_figures where ${meantRows(sql, whole)}`;
  // An account whose orders ever filled in a market has a position there.
  const leftOut = sql`
    select market, -taker_trades, -taker_volume, -fees from (
      select distinct account, market from positions where account = any(${selectAccountNumbers(sql, query.without)})
    ) as held join account_market_days using (account, market)
    where (taker_trades, taker_volume, fees) <> (0, 0, 0) and ${meantRows(sql, whole)}`;
  const rows = query.without.length === 0 ? all : sql`${all} union all ${leftOut}`;
  const [trades, volume, fees] = [
    cappedSum(sql, sql`trades`),
    cappedSum(sql, sql`volume`),
    cappedSum(sql, sql`fees`),
  ];
  return sql`(
    select market, ${trades} as trades, ${volume} as volume, ${fees} as fees from (${rows}) as rows group by market
  ) as sums`;
}

const tradersQuery = (sql: AnySql, query: StatisticsQuery): Fragment => sql`(
  select market, count(*)::int as traders from (
    select distinct market, account from account_market_days
    where volume > 0 and ${meantRows(sql, ofPeople(query))}
  ) as pairs group by market
)`;

// Volume of markets: collateral exchanged in their fills.

type MarketVolume = { readonly conditionId: string; readonly volume: Micros };

/** Markets by condition (lower case, distinct), or the markets of an event. */
export type VolumeFilter = { readonly conditionIds: readonly string[] } | { readonly eventId: number };

/** Lists volumes: by condition in the requested order, by event in order of listing. */
export function listMarketVolumes(sql: Sql, of: VolumeFilter): Promise<MarketVolume[]> {
  const chosen =
    "eventId" in of
      ? sql`(select no, no as place from markets where event_id = ${of.eventId}) as chosen`
      : sql`(
          select no, place from unnest(${of.conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
          join markets using (condition_id)
        ) as chosen`;
  return sql<MarketVolume[]>`
    select condition_id as "conditionId", volume
    from ${chosen} join markets using (no) join market_states on market = no and status <> 'draft' order by place`;
}

/** Volume of a market since an hour, and its total volume. */
export type RecentVolume = MarketVolume & {
  readonly tokenIds: readonly [string, string];
  readonly volume24h: Micros;
};

type Since = {
  /** Lower case, distinct. */
  readonly conditionIds: readonly string[];
  readonly since: SinceHour;
};

/** Lists both volumes of the markets with these conditions, as of one commit. */
export const listRecentVolumes = (sql: Sql, { conditionIds, since }: Since): Promise<RecentVolume[]> =>
  sql<RecentVolume[]>`
    select condition_id as "conditionId", token_ids as "tokenIds", market_states.volume, (
      select ${totalVolume(sql)} from market_volumes where market_volumes.market = no and hour >= ${since}
    ) as "volume24h"
    from markets join market_states on market_states.market = no and status <> 'draft'
    where condition_id = any(${conditionIds as string[]}::text[])`;

// Sums of a wallet at the end of each day with activity: UTC, days since 1970.

export type WalletSums = { readonly realized: Micros; readonly volume: Micros };
export type WalletDay = WalletSums & { readonly day: number };

/** Shares and fills of one day. */
export type TradedDay = { readonly day: number; readonly lots: Lots; readonly fills: number };

/** Finds the current sums; `undefined` if the wallet has no account. */
export async function findWalletSums(sql: AnySql, wallet: string): Promise<WalletSums | undefined> {
  const [sums] = await sql<WalletSums[]>`select realized, volume from accounts where address = ${wallet}`;
  return sums;
}

/** Lists the sums after the last change of each day. */
export const listWalletDays = (sql: AnySql, wallet: string): Promise<WalletDay[]> => sql<WalletDay[]>`
  select day, account_days.realized, account_days.volume
  from accounts join account_days on account_days.account = accounts.no
  where address = ${wallet} order by day`;

/** Lists the days on which the wallet's orders filled; a fill with itself counts twice. */
export const listTradedDays = (sql: AnySql, wallet: string): Promise<TradedDay[]> => sql<TradedDay[]>`
  with wallet as (select no from accounts where address = ${wallet})
  select (at / 86400000)::int as day, sum(lots)::bigint as lots, count(*)::bigint as fills from (
    select at, lots from trades where taker_account = (select no from wallet)
    union all select at, lots from trades where maker_account = (select no from wallet)
  ) as fills
  group by 1 order by 1`;

// Statistics of wallets: volume, realized and unrealized profit, largest win and time of joining.

export type WalletStatistics = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral exchanged in its fills. */
  readonly volume: Micros;
  /** Realized profit: that of its disposals. */
  readonly realized: Micros;
  /** Unrealized profit of its shares, exact, in lots x micros per share. */
  readonly open: bigint;
  /** Largest profit of a closed position; `null` if there is none. */
  readonly largestWin: Micros | null;
  /** Time of its first deposit or other operation, ms; `null` if there was none. */
  readonly joinedAt: number | null;
};

type Row = Omit<WalletStatistics, "open"> & { readonly open: string };

/** Lists statistics of these wallets in their order; wallets without an account are skipped. */
export async function listWalletStatistics(
  sql: AnySql,
  wallets: readonly string[],
): Promise<WalletStatistics[]> {
  const rows = await sql<Row[]>`
    select address as wallet, volume, accounts.realized, coalesce(held.open, 0)::text as open,
      held.largest_win as "largestWin", joined.at as "joinedAt"
    from unnest(${wallets as string[]}::text[]) with ordinality as asked (wallet, place)
    join accounts on accounts.address = asked.wallet
    left join lateral (
      select sum(${openProfit(sql)}) filter (where lots > 0) as open,
        max(realized) filter (where ${isWin(sql)}) as largest_win
      from positions join market_states using (market) where positions.account = accounts.no
    ) as held on true
    left join lateral (
      select at from operations where account = accounts.no order by batch, place, leg limit 1
    ) as joined on true
    order by asked.place`;
  return rows.map((row) => ({ ...row, open: BigInt(row.open) }));
}

/** Selects winning positions. A hundredth of a share counts as dust, unless it can be redeemed. */
const isWin = (sql: AnySql): Fragment => sql`
  realized > 0 and bought > 0 and lots <= case when payout is null then 1 else 0 end`;
