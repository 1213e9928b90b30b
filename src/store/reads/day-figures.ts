/** Figures of trading by day, week or month: sums over the accounts that did something on these days. */
import { MAX_MICROS } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import type { AnySql, Fragment, Sql } from "../sql/database.ts";
import { firstDayOf } from "./builder-ranking.ts";
import type { CalendarUnit } from "./builder-ranking.ts";

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
  /** Accounts that were opened, and their payments; null where only some markets count. */
  readonly accounts: number | null;
  readonly deposits: Micros | null;
  readonly withdrawals: Micros | null;
};

export type SpanUnit = Exclude<CalendarUnit, "year">;

/** Lists the spans with anything in them, in order, and then all days together. */
export function listSpanFigures(sql: Sql, query: FiguresQuery, unit: SpanUnit): Promise<SpanFigures[]> {
  const rows = accountRows(sql, query);
  const first = firstDayOf(sql, unit, sql`day`);
  // A row of all markets is the only one of its account on its day.
  const isOneOfDay = unit === "day" && query.markets === undefined;
  const active = isOneOfDay
    ? sql`select day as first, count(*)::int as traders from ${rows} where fills > 0 group by 1`
    : sql`select first, count(*)::int as traders
        from (select distinct ${first} as first, account from ${rows} where fills > 0) as pairs group by first`;
  return sql<SpanFigures[]>`
    select greatest(first, ${query.from}::int) as day, ${FIGURES(sql)}, coalesce(traders, 0) as traders
    from (select ${first} as first, ${sums(sql, query)} from ${rows} group by 1) as spans
      left join (${active}) as active using (first)
    union all
    select null, ${FIGURES(sql)},
      (select count(*)::int from (select distinct account from ${rows} where fills > 0) as accounts)
    from (select ${sums(sql, query)} from ${rows}) as total
    order by day nulls last`;
}

const FIGURES = (sql: AnySql): Fragment => sql`trades, volume, fees, accounts, deposits, withdrawals`;

/** Rows of accounts by day, of all markets or of some. */
function accountRows(sql: AnySql, { from, until, markets, without }: FiguresQuery): Fragment {
  const meant = sql`day >= ${from}::int and day < ${until}::int ${unlessLeftOut(sql, without)}`;
  return markets === undefined
    ? sql`(select * from account_figures where ${meant}) as meant`
    : sql`(
        select day, account, taker_trades as trades, account_market_days.volume as fills, taker_volume as volume, fees
        from account_market_days where market = any(${markets as number[]}::int[]) and ${meant}
      ) as meant`;
}

const sums = (sql: AnySql, { markets }: FiguresQuery): Fragment => sql`
  ${sumOf(sql, sql`trades`)} as trades, ${sumOf(sql, sql`volume`)} as volume, ${sumOf(sql, sql`fees`)} as fees,
  ${
    markets === undefined
      ? sql`${sumOf(sql, sql`opened`)} as accounts, ${sumOf(sql, sql`deposits`)} as deposits,
          ${sumOf(sql, sql`withdrawals`)} as withdrawals`
      : sql`null::bigint as accounts, null::bigint as deposits, null::bigint as withdrawals`
  }`;

/** Sums up to the largest amounts that there are, below zero too. */
export const sumOf = (sql: AnySql, column: Fragment): Fragment =>
  sql`greatest(least(coalesce(sum(${column}), 0), ${MAX_MICROS}::bigint), -${MAX_MICROS}::bigint)::bigint`;

/** A further condition on rows of accounts. */
export const unlessLeftOut = (sql: AnySql, without: readonly string[]): Fragment =>
  without.length === 0 ? sql`` : sql`and account <> all(${accountsOf(sql, without)})`;

/** Numbers of the accounts with these addresses, as an array. */
export const accountsOf = (sql: AnySql, addresses: readonly string[]): Fragment =>
  sql`array(select no from accounts where address = any(${addresses as string[]}::text[]))`;
