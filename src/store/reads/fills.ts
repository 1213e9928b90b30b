/**
 * Fills from the view of their parties: a row for the incoming order (taker) or the resting one (maker), with that
 * party's token, side, price and fee. Each statement part walks an index and stops at the end of the page.
 */
import type { Outcome, Side } from "../../core/state.ts";
import { MAX_MICROS } from "../../core/units.ts";
import type { Fragment, Sql } from "../sql/database.ts";

// Trade ids on the wire: the number as a UUID (version 8, "custom"), since some clients parse it as one. Both halves hold the
// number scattered over 60 bits, since some clients compare only a part of the id. The second half decodes to the number, so
// no identifier is stored; the first half verifies the id.

const PATTERN = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{12})$/;
/** First half of the ids of earlier releases, before the plain number; such ids stay valid. */
const EARLIER = "0".repeat(15);

/** Returns the id of trade `no`, a positive safe integer. */
export function tradeId(no: number): string {
  const first = scatter(no, FIRST_KEYS);
  const second = scatter(no, SECOND_KEYS);
  return `${first.slice(0, 8)}-${first.slice(8, 12)}-8${first.slice(12)}-8${second.slice(0, 3)}-${second.slice(3)}`;
}

/** Parses the id of a trade, in any case; `undefined` if no trade can have it. */
export function tradeNumber(id: string): number | undefined {
  const match = PATTERN.exec(id.toLowerCase());
  if (match === null) return undefined;
  const first = match.slice(1, 4).join("");
  const second = match.slice(4).join("");
  const no = first === EARLIER ? Number.parseInt(second, 16) : gather(second, SECOND_KEYS);
  if (!Number.isSafeInteger(no)) return undefined;
  return first === EARLIER || first === scatter(no, FIRST_KEYS) ? no : undefined;
}

const HALF_BITS = 30;
const HALF = 2 ** HALF_BITS;

type RoundKeys = readonly [number, number, number, number];

/** Round keys without a pattern: the initial values of SHA-256. Changing them would change all ids. */
const FIRST_KEYS: RoundKeys = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
const SECOND_KEYS: RoundKeys = [0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** Scatters a number over 15 hexadecimal digits, one to one: a Feistel network of two halves of 30 bits. */
function scatter(no: number, keys: RoundKeys): string {
  let left = Math.floor(no / HALF);
  let right = no % HALF;
  for (const key of keys) {
    const next = left ^ mix(right ^ key);
    left = right;
    right = next;
  }
  const digits = ((left << 2) | (right >>> 28)) >>> 0;
  return digits.toString(16).padStart(8, "0") + (right & 0xfff_ffff).toString(16).padStart(7, "0");
}

/** Decodes the number that `scatter` encoded in the digits. */
function gather(digits: string, keys: RoundKeys): number {
  const upper = Number.parseInt(digits.slice(0, 8), 16);
  let left = upper >>> 2;
  let right = ((upper & 3) << 28) | Number.parseInt(digits.slice(8), 16);
  for (const key of keys.toReversed()) {
    const previous = right ^ mix(left ^ key);
    right = left;
    left = previous;
  }
  return left * HALF + right;
}

/** Mixes the bits of a number like the finalizer of MurmurHash3, and cuts them to half the width. */
function mix(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> (32 - HALF_BITS);
}

export type Party = "taker" | "maker";

/** Filters of activity; a row must match all that are set. */
export type ActivityFilter = {
  /** Lower-case address. */
  readonly wallet?: string | undefined;
  /** Lower case; the row's market must be one of these. */
  readonly conditionIds?: readonly string[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly side?: Side | undefined;
  readonly outcome?: Outcome | undefined;
  /** Milliseconds, `from` inclusive, `until` exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Minimum amounts as decimal text: shares, and collateral without the fee. */
  readonly leastSize?: string | undefined;
  readonly leastCash?: string | undefined;
  /** Numbers of fills to leave out, since their settlement failed. */
  readonly failed?: readonly number[] | undefined;
};

export type ActivityOrder = {
  readonly by: "time" | "size" | "cash";
  readonly ascending: boolean;
};

/** Cursor in a list in order of time. */
export type ActivityCursor = {
  readonly batch: number;
  readonly isFill: boolean;
  /** Trade number; for other operations, the index in the batch. */
  readonly number: number;
  /** 1 for the row of an incoming order. */
  readonly role: number;
  /** The last fill up to the cursor, the entry point into the index; `undefined` if there is none. */
  readonly lastFill: number | undefined;
};

/** Filter, order and end of a page of rows. */
export type FillQuery = {
  readonly filter: ActivityFilter;
  readonly order: ActivityOrder;
  /** Cursor: the row before the page; only in order of time. */
  readonly after?: ActivityCursor | undefined;
  /** Number of rows from the first of the list to the last of the page. */
  readonly end: number;
};

/** Selects rows of fills, as many as the page can need. */
export function selectFills(sql: Sql, party: Party, { filter, order, after, end }: FillQuery): Fragment {
  const rowsWhere = (term: Fragment): Fragment => sql`
    select * from (${partyRows(sql, party, filter.failed)}) as fills
    where ${term} ${filterPredicates(sql, filter)} ${afterCursorPredicate(sql, order, after, 1)} ${afterFill(sql, order, after)}
    order by ${inOrder(sql, order, ["number"])} limit ${end}`;
  const markets = marketsSubquery(sql, filter);
  if (filter.wallet !== undefined || markets === undefined)
    return rowsWhere(sql`true ${walletPredicate(sql, filter)} ${marketPredicate(sql, filter)}`);
  return sql`
    select fills.* from (${markets}) as asked
    cross join lateral (${rowsWhere(sql`market = asked.no`)}) as fills`;
}

/** Selects the rows of one party. Sizes are in 0.000001 of a share, cash is shares at the party's own price. */
const partyRows = (sql: Sql, party: Party, failed: readonly number[] = []): Fragment => sql`
  select trades.batch, trades.at, 'trade' as kind, trades.no as number, ${party === "taker" ? sql`1` : sql`0`} as role,
    ${sql(`${party}_account`)} as account, trades.market, trades.lots * 10000 as size,
    ${ownPrice(sql)} as price, trades.lots * ${ownPrice(sql)} as cash, ${sql(`${party}_fee`)} as fee,
    own.side, own.outcome
  from trades join orders as own on own.no = ${sql(party)}
  ${failed.length === 0 ? sql`` : sql`where trades.no <> all(${failed as number[]}::bigint[])`}`;

const ownPrice = (sql: Sql): Fragment => sql`
  case own.outcome when 0 then trades.price else 10000 - trades.price end`;

/** Builds the condition on the wallet, for fills or operations of one kind. */
export const walletPredicate = (sql: Sql, { wallet }: ActivityFilter): Fragment =>
  wallet === undefined ? sql`` : sql`and account = (select no from accounts where address = ${wallet})`;

export function marketPredicate(sql: Sql, filter: ActivityFilter): Fragment {
  const markets = marketsSubquery(sql, filter);
  return markets === undefined ? sql`` : sql`and market = any(array(${markets}))`;
}

function marketsSubquery(sql: Sql, { conditionIds, eventIds }: ActivityFilter): Fragment | undefined {
  if (conditionIds === undefined && eventIds === undefined) return undefined;
  return sql`select no from markets where true
    ${conditionIds === undefined ? sql`` : sql`and condition_id = any(${conditionIds as string[]}::text[])`}
    ${eventIds === undefined ? sql`` : sql`and event_id = any(${eventIds as number[]}::bigint[])`}`;
}

/**
 * Builds all conditions except those on wallet and markets. A share costs less than one unit, so the number of shares
 * rules out most rows before their orders are read.
 */
export const filterPredicates = (sql: Sql, filter: ActivityFilter): Fragment => {
  const { side, outcome, from, until, leastSize, leastCash } = filter;
  return sql`
    ${side === undefined ? sql`` : sql`and side = ${side}`}
    ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
    ${from === undefined ? sql`` : sql`and at >= ${from}`}
    ${until === undefined ? sql`` : sql`and at < ${until}`}
    ${leastSize === undefined ? sql`` : sql`and size >= ${micros(sql, leastSize)}`}
    ${leastCash === undefined ? sql`` : sql`and size >= ${micros(sql, leastCash)} and cash >= ${micros(sql, leastCash)}`}`;
};

/** Builds the condition on rows after a cursor; `isFill` is 1 for fills, 0 for other operations. */
export function afterCursorPredicate(
  sql: Sql,
  { ascending }: ActivityOrder,
  after: ActivityCursor | undefined,
  isFill: 0 | 1,
): Fragment {
  if (after === undefined) return sql``;
  const row = sql`(batch, ${isFill}::int, number, role)`;
  const place = sql`(${after.batch}::bigint, ${after.isFill ? 1 : 0}::int, ${after.number}::bigint, ${after.role}::int)`;
  return ascending ? sql`and ${row} > ${place}` : sql`and ${row} < ${place}`;
}

function afterFill(sql: Sql, { ascending }: ActivityOrder, after: ActivityCursor | undefined): Fragment {
  if (after?.lastFill === undefined) return sql``;
  return ascending ? sql`and number >= ${after.lastFill}` : sql`and number <= ${after.lastFill}`;
}

/** Converts an amount to micros, rounded up and limited to the largest amount. */
const micros = (sql: Sql, amount: string): Fragment => sql`
  least(ceil(${amount}::numeric * 1000000), ${MAX_MICROS}::numeric)::bigint`;

/** Orders rows by size or cash if asked, then by these columns. */
export function inOrder(sql: Sql, { by, ascending }: ActivityOrder, columns: readonly string[]): Fragment {
  const direction = ascending ? sql`asc` : sql`desc`;
  const keys = { time: [], size: [sql`size`], cash: [paid(sql)] }[by];
  return [...keys, ...columns.map((column) => sql`${sql(column)}`)]
    .map((key) => sql`${key} ${direction}`)
    .reduce((before, key) => sql`${before}, ${key}`);
}

/** Computes the cash including the party's fee: added for a buy, subtracted for a sale. */
const paid = (sql: Sql): Fragment => sql`
  cash + case side when 'BUY' then fee when 'SELL' then -fee else 0 end`;

// Cursors of fills for lists in order of time.

type PlacedFill = {
  readonly place: ActivityCursor;
  /** Milliseconds. */
  readonly at: number;
  /** Lower-case address of the party. */
  readonly wallet: string;
};

/** Finds a party's row of a trade; `undefined` if there is no such trade. */
export async function findFillCursor(sql: Sql, no: number, party: Party): Promise<PlacedFill | undefined> {
  const [found] = await sql<{ batch: number; at: number; wallet: string }[]>`
    select batch, at, address as wallet from trades join accounts on accounts.no = ${sql(`${party}_account`)}
    where trades.no = ${no}`;
  if (found === undefined) return undefined;
  const { batch, at, wallet } = found;
  const role = party === "taker" ? 1 : 0;
  return { place: { batch, isFill: true, number: no, role, lastFill: no }, at, wallet };
}

// Fills by the filters of trade listings, newest first, found by indexes whatever their number.

/** A token by market number and outcome. */
type TokenReference = { readonly market: number; readonly outcome: Outcome };

export type TradeFilter = {
  /** Owner of a wallet that is a party of the trade. */
  readonly owner?: string | undefined;
  readonly no?: number | undefined;
  readonly taker?: string | undefined;
  readonly maker?: string | undefined;
  /** Wallet of a party on either side. */
  readonly party?: string | undefined;
  readonly conditionId?: string | undefined;
  /** The token of either party. */
  readonly token?: TokenReference | undefined;
  /** Unix seconds, exclusive. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Trades attributed to any builder, or to this one (hex without 0x). */
  readonly builder?: "any" | string | undefined;
  /** Numbers of fills: `from` inclusive, `below` exclusive. */
  readonly from?: number | undefined;
  readonly below?: number | undefined;
};

/** Selects the newest fills that match. Fills of wallets are found by wallet and by role, each in the order of an index. */
export function matchingFills(sql: Sql, filter: TradeFilter, limit: number): Fragment {
  const walk = chooseScan(sql, filter);
  const newest = (condition: Fragment) => sql`(
    select trades.no, trades.taker from trades
    ${filter.builder === undefined ? sql`` : sql`join orders incoming on incoming.no = trades.taker`}
    where ${condition} ${conditions(sql, walk.rest)} order by trades.no desc limit ${limit})`;
  if (walk.accounts === undefined) return newest(sql`true`);
  const asTaker = newest(sql`trades.taker_account = accounts.no`);
  const asMaker = newest(sql`trades.maker_account = accounts.no`);
  const own =
    walk.role === "taker" ? asTaker : walk.role === "maker" ? asMaker : sql`${asTaker} union ${asMaker}`;
  return sql`
    select distinct own.no, own.taker from accounts cross join lateral (${own}) as own
    where ${walk.accounts} order by own.no desc limit ${limit}`;
}

type ScanRange = {
  /** Condition on the accounts whose fills are scanned; all fills if undefined. */
  readonly accounts: Fragment | undefined;
  readonly role: "taker" | "maker" | "either";
  readonly rest: TradeFilter;
};

/** Chooses the narrowest set of accounts to scan that the filter allows. */
function chooseScan(sql: Sql, filter: TradeFilter): ScanRange {
  const { owner, taker, maker, party } = filter;
  const named = (wallet: string): Fragment => sql`accounts.address = ${wallet}`;
  if (taker !== undefined)
    return { accounts: named(taker), role: "taker", rest: { ...filter, taker: undefined } };
  if (maker !== undefined)
    return { accounts: named(maker), role: "maker", rest: { ...filter, maker: undefined } };
  if (party !== undefined)
    return { accounts: named(party), role: "either", rest: { ...filter, party: undefined } };
  if (owner === undefined) return { accounts: undefined, role: "either", rest: filter };
  return { accounts: sql`accounts.owner = ${owner}`, role: "either", rest: { ...filter, owner: undefined } };
}

function conditions(sql: Sql, filter: TradeFilter): Fragment {
  const { owner, no, taker, maker, party, conditionId, token, before, after, builder, from, below } = filter;
  const owned = (wallet: string) => sql`array(select no from accounts where owner = ${wallet})`;
  const named = (wallet: string) => sql`array(select no from accounts where address = ${wallet})`;
  const either = (wallets: Fragment) =>
    sql`and (trades.taker_account = any(${wallets}) or trades.maker_account = any(${wallets}))`;
  return sql`
    ${no === undefined ? sql`` : sql`and trades.no = ${no}`}
    ${from === undefined ? sql`` : sql`and trades.no >= ${from}`}
    ${below === undefined ? sql`` : sql`and trades.no < ${below}`}
    ${owner === undefined ? sql`` : either(owned(owner))}
    ${taker === undefined ? sql`` : sql`and trades.taker_account = any(${named(taker)})`}
    ${maker === undefined ? sql`` : sql`and trades.maker_account = any(${named(maker)})`}
    ${party === undefined ? sql`` : either(named(party))}
    ${conditionId === undefined ? sql`` : sql`and trades.market = (select no from markets where condition_id = ${conditionId})`}
    ${token === undefined ? sql`` : sql`and trades.market = ${token.market} and ${token.outcome} in (select outcome from orders where no in (trades.taker, trades.maker))`}
    ${before === undefined ? sql`` : sql`and trades.at < ${before * 1000}`}
    ${after === undefined ? sql`` : sql`and trades.at >= ${(after + 1) * 1000}`}
    ${builder === undefined ? sql`` : builder === "any" ? sql`and incoming.builder is not null` : sql`and incoming.builder = decode(${builder}, 'hex')`}`;
}
