/** Figures of trading by spans of days, of sums that the tables keep by day. */
import { addWithin, MAX_MICROS, NO_MICROS } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import type { AnySql, Fragment, Sql } from "../sql/database.ts";

/** Days since 1970, in UTC, from one on and before another. */
export type DaySpan = { readonly from: number; readonly until: number };

export type FiguresQuery = DaySpan & {
  /** Numbers of the only markets; `undefined` are all. */
  readonly markets: readonly number[] | undefined;
  /** Lower-case addresses of accounts that are left out. */
  readonly without: readonly string[];
};

export type TradeFigures = {
  /** Trades and their volume, of the accounts whose orders came in. */
  readonly trades: number;
  readonly volume: Micros;
  /** Fees of both sides. */
  readonly fees: Micros;
  /** Accounts with at least one fill, on either side. */
  readonly traders: number;
};

export type SpanFigures = TradeFigures & {
  /** First day of the span; `null` of all days together. */
  readonly day: number | null;
  /** Accounts that were opened, and their payments: none where only some markets count. */
  readonly accounts: number;
  readonly deposits: Micros;
  readonly withdrawals: Micros;
};

/** Lists the spans with anything in them, in order; the first day of each day's span is in `firsts`. Then come all days. */
export async function listSpanFigures(
  sql: Sql,
  query: FiguresQuery,
  firsts: readonly number[],
): Promise<SpanFigures[]> {
  const first = firstOf(sql, query, firsts);
  const payments = query.markets === undefined ? sql`union all ${paymentsOf(sql, query, first)}` : sql``;
  const rows = await sql<SpanFigures[]>`
    with ${activePairs(sql, query, firsts)}
    select first as day, sum(trades)::bigint as trades, sum(volume)::bigint as volume, sum(fees)::bigint as fees,
      sum(traders)::int as traders, sum(accounts)::int as accounts, sum(deposits)::bigint as deposits,
      sum(withdrawals)::bigint as withdrawals
    from (
      select ${first} as first, ${sumOf(sql, sql`trades`)} as trades, ${sumOf(sql, sql`volume`)} as volume,
        ${sumOf(sql, sql`fees`)} as fees, 0 as traders, 0 as accounts, 0 as deposits, 0 as withdrawals
      from ${tradeRows(sql, query)} group by 1
      ${payments}
      union all select first, 0, 0, 0, count(*), 0, 0, 0 from pairs group by first
      union all select null, 0, 0, 0, count(*), 0, 0, 0 from (select distinct account from pairs) as accounts
    ) as parts group by first order by first nulls last`;
  const spans = rows.filter(({ day }) => day !== null);
  return [...spans, totalOf(spans, rows.at(-1)?.traders ?? 0)];
}

/** Adds up all but the traders, of whom one may be in several spans. */
const totalOf = (spans: readonly SpanFigures[], traders: number): SpanFigures =>
  spans.reduce(
    (sum, span) => ({
      day: null,
      traders,
      trades: sum.trades + span.trades,
      volume: addWithin(sum.volume, span.volume),
      fees: addWithin(sum.fees, span.fees),
      accounts: sum.accounts + span.accounts,
      deposits: addWithin(sum.deposits, span.deposits),
      withdrawals: addWithin(sum.withdrawals, span.withdrawals),
    }),
    NO_FIGURES,
  );

export const NO_FIGURES: SpanFigures = {
  day: null,
  trades: 0,
  volume: NO_MICROS,
  fees: NO_MICROS,
  traders: 0,
  accounts: 0,
  deposits: NO_MICROS,
  withdrawals: NO_MICROS,
};

/** Rows of trades by day: those of markets are the fewest, and those of accounts can leave some out. */
function tradeRows(sql: AnySql, query: FiguresQuery): Fragment {
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

/** Accounts with a fill, once in each span. A row of a market has volume exactly where it had a fill. */
function activePairs(sql: AnySql, query: FiguresQuery, firsts: readonly number[]): Fragment {
  const pair = sql`account, ${firstOf(sql, query, firsts)} as first`;
  if (query.markets !== undefined)
    return sql`pairs as materialized (
      select distinct ${pair} from account_market_days where volume > 0 and ${meantRows(sql, query)}
    )`;
  const rows = sql`account_figures where fills > 0 and ${meantRows(sql, query)}`;
  // An account has one row a day: of days nothing has to be gathered, which would take as much room as all rows.
  return new Set(firsts).size === firsts.length
    ? sql`pairs as not materialized (select ${pair} from ${rows})`
    : sql`pairs as materialized (select distinct ${pair} from ${rows})`;
}

const firstOf = (sql: AnySql, { from }: FiguresQuery, firsts: readonly number[]): Fragment =>
  sql`(${firsts as number[]}::int[])[day - ${from}::int + 1]`;

const paymentsOf = (sql: AnySql, query: FiguresQuery, first: Fragment): Fragment => sql`
  select ${first}, 0, 0, 0, 0, sum(opened), ${sumOf(sql, sql`deposits`)}, ${sumOf(sql, sql`withdrawals`)}
  from account_figures where opened + deposits + withdrawals > 0 and ${meantRows(sql, query)} group by 1`;

/** The condition on rows that count, of any of the tables. */
export const meantRows = (sql: AnySql, { from, until, markets, without }: FiguresQuery): Fragment => sql`
  day >= ${from}::int and day < ${until}::int
  ${markets === undefined ? sql`` : sql`and market = any(${markets as number[]}::int[])`}
  ${without.length === 0 ? sql`` : sql`and account <> all(${accountsOf(sql, without)})`}`;

/** Sums up to the largest amounts that there are, below zero too. */
export const sumOf = (sql: AnySql, column: Fragment): Fragment =>
  sql`greatest(least(coalesce(sum(${column}), 0), ${MAX_MICROS}::bigint), -${MAX_MICROS}::bigint)::bigint`;

/** Numbers of the accounts with these addresses, as an array. */
export const accountsOf = (sql: AnySql, addresses: readonly string[]): Fragment =>
  sql`array(select no from accounts where address = any(${addresses as string[]}::text[]))`;
