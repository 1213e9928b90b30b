/**
 * Fills as what their parties did: a row for the incoming order (taker) or for the resting one (maker), with that
 * party's own token, side, price and fee. Parts of statements: each walks an index and stops at the end of the page.
 */
import type { Outcome, Side } from "../../core/state.ts";
import { MAX_MICROS } from "../../core/units.ts";
import type { Fragment, Sql } from "../sql/database.ts";

export type Party = "taker" | "maker";

/** All that is given must hold. */
export type ActivityFilter = {
  /** Lower-case address. */
  readonly wallet?: string | undefined;
  /** One of these, lower case. */
  readonly conditionIds?: readonly string[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly side?: Side | undefined;
  readonly outcome?: Outcome | undefined;
  /** Milliseconds: from this one on, and before that one. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Decimal text: shares, and collateral without the fee. */
  readonly leastSize?: string | undefined;
  readonly leastCash?: string | undefined;
  /** Numbers of fills that are left out: those whose settlement failed. */
  readonly failed?: readonly number[] | undefined;
};

export type ActivityOrder = {
  readonly by: "time" | "size" | "cash";
  readonly ascending: boolean;
};

/** The place of a row in a list in order of time. */
export type ActivityPlace = {
  readonly batch: number;
  readonly isFill: boolean;
  /** Number of a trade, or place of another operation in its batch. */
  readonly number: number;
  /** 1 of the row of an incoming order. */
  readonly role: number;
  /** The last fill up to there, by which the index is entered; `undefined` while there is none. */
  readonly lastFill: number | undefined;
};

/** Filter and order of the rows that a page is taken from. */
export type FillQuery = {
  readonly filter: ActivityFilter;
  readonly order: ActivityOrder;
  /** The row that the page follows; only in order of time. */
  readonly after?: ActivityPlace | undefined;
  /** Rows from the first of the list to the last of the page. */
  readonly end: number;
};

/** Rows of fills, as many as the page can need. */
export function fillRows(sql: Sql, party: Party, { filter, order, after, end }: FillQuery): Fragment {
  const rowsWhere = (term: Fragment): Fragment => sql`
    select * from (${partyRows(sql, party, filter.failed)}) as fills
    where ${term} ${filterTerms(sql, filter)} ${afterTerm(sql, order, after, 1)} ${afterFill(sql, order, after)}
    order by ${inOrder(sql, order, ["number"])} limit ${end}`;
  const markets = marketsOf(sql, filter);
  if (filter.wallet !== undefined || markets === undefined)
    return rowsWhere(sql`true ${walletTerm(sql, filter)} ${marketTerm(sql, filter)}`);
  return sql`
    select fills.* from (${markets}) as asked
    cross join lateral (${rowsWhere(sql`market = asked.no`)}) as fills`;
}

/** Sizes are in 0.000001 of a share, cash is shares at the party's own price. */
const partyRows = (sql: Sql, party: Party, failed: readonly number[] = []): Fragment => sql`
  select trades.batch, trades.at, 'trade' as kind, trades.no as number, ${party === "taker" ? sql`1` : sql`0`} as role,
    ${sql(`${party}_account`)} as account, trades.market, trades.lots * 10000 as size,
    ${ownPrice(sql)} as price, trades.lots * ${ownPrice(sql)} as cash, ${sql(`${party}_fee`)} as fee,
    own.side, own.outcome
  from trades join orders as own on own.no = ${sql(party)}
  ${failed.length === 0 ? sql`` : sql`where trades.no <> all(${failed as number[]}::bigint[])`}`;

const ownPrice = (sql: Sql): Fragment => sql`
  case own.outcome when 0 then trades.price else 10000 - trades.price end`;

/** The wallet, for rows of one kind. */
export const walletTerm = (sql: Sql, { wallet }: ActivityFilter): Fragment =>
  wallet === undefined ? sql`` : sql`and account = (select no from accounts where address = ${wallet})`;

export function marketTerm(sql: Sql, filter: ActivityFilter): Fragment {
  const markets = marketsOf(sql, filter);
  return markets === undefined ? sql`` : sql`and market = any(array(${markets}))`;
}

function marketsOf(sql: Sql, { conditionIds, eventIds }: ActivityFilter): Fragment | undefined {
  if (conditionIds === undefined && eventIds === undefined) return undefined;
  return sql`select no from markets where true
    ${conditionIds === undefined ? sql`` : sql`and condition_id = any(${conditionIds as string[]}::text[])`}
    ${eventIds === undefined ? sql`` : sql`and event_id = any(${eventIds as number[]}::bigint[])`}`;
}

/**
 * All but the wallet and the markets. Shares cost less than a unit each: by their number most rows are left out before
 * their orders are read.
 */
export const filterTerms = (sql: Sql, filter: ActivityFilter): Fragment => {
  const { side, outcome, from, until, leastSize, leastCash } = filter;
  return sql`
    ${side === undefined ? sql`` : sql`and side = ${side}`}
    ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
    ${from === undefined ? sql`` : sql`and at >= ${from}`}
    ${until === undefined ? sql`` : sql`and at < ${until}`}
    ${leastSize === undefined ? sql`` : sql`and size >= ${micros(sql, leastSize)}`}
    ${leastCash === undefined ? sql`` : sql`and size >= ${micros(sql, leastCash)} and cash >= ${micros(sql, leastCash)}`}`;
};

/** Rows behind a place, of fills (1) or of other operations (0). */
export function afterTerm(
  sql: Sql,
  { ascending }: ActivityOrder,
  after: ActivityPlace | undefined,
  isFill: 0 | 1,
): Fragment {
  if (after === undefined) return sql``;
  const row = sql`(batch, ${isFill}::int, number, role)`;
  const place = sql`(${after.batch}::bigint, ${after.isFill ? 1 : 0}::int, ${after.number}::bigint, ${after.role}::int)`;
  return ascending ? sql`and ${row} > ${place}` : sql`and ${row} < ${place}`;
}

function afterFill(sql: Sql, { ascending }: ActivityOrder, after: ActivityPlace | undefined): Fragment {
  if (after?.lastFill === undefined) return sql``;
  return ascending ? sql`and number >= ${after.lastFill}` : sql`and number <= ${after.lastFill}`;
}

/** An amount as a whole number, rounded up; more than there can be is the most that there can be. */
const micros = (sql: Sql, amount: string): Fragment => sql`
  least(ceil(${amount}::numeric * 1000000), ${MAX_MICROS}::numeric)::bigint`;

/** Orders rows by the asked figure, if that is not time, and by these columns, the last changes of a time last. */
export function inOrder(sql: Sql, { by, ascending }: ActivityOrder, columns: readonly string[]): Fragment {
  const direction = ascending ? sql`asc` : sql`desc`;
  const keys = { time: [], size: [sql`size`], cash: [paid(sql)] }[by];
  return [...keys, ...columns.map((column) => sql`${sql(column)}`)]
    .map((key) => sql`${key} ${direction}`)
    .reduce((before, key) => sql`${before}, ${key}`);
}

/** The cash with the party's own fee: more than it for a buy, less for a sale. */
const paid = (sql: Sql): Fragment => sql`
  cash + case side when 'BUY' then fee when 'SELL' then -fee else 0 end`;
