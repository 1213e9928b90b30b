/**
 * Batches of the journal for the stream, up to the last one in the read tables: names of later batches are not available
 * yet.
 */
import { parseEvents } from "../../core/events/event-codec.ts";
import type { StoredEvent } from "../../core/events/event-codec.ts";
import type { OutcomeShares } from "../../core/events/event.ts";
import type { Side } from "../../core/state.ts";
import { lots, negate } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { Sql } from "../../store/sql/database.ts";

/** Maximum characters of events read together; at least one batch is read. */
const PAGE_LENGTH = 1_048_576;
const PAGE_BATCHES = 500;

export type JournalBatch = {
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
  readonly events: string;
};

export type JournalState = {
  /** The last batch that can be read. */
  readonly head: number;
  /** The journal's last batch. */
  readonly end: number;
  /** Hash of the requested batch; `null` if the journal has no such batch. */
  readonly hash: string | null;
  /** Number of markets in the read tables. */
  readonly markets: number;
};

/** Reads how far the journal can be read, and the hash of the last batch that a reader has read. */
export async function readJournalState(sql: Sql, last: number): Promise<JournalState> {
  const [state] = await sql<JournalState[]>`
    select coalesce((select seq from read_tables), 0)::int8 as head,
      coalesce((select max(seq) from journal), 0)::int8 as end,
      (select encode(hash, 'hex') from journal where seq = ${last}) as hash,
      coalesce((select max(no) + 1 from markets), 0)::int as markets`;
  if (state === undefined) throw new Error("the journal's state was not read");
  return state;
}

/** Reads batches from this one on, up to the last readable one. */
export const readBatches = (sql: Sql, from: number): Promise<JournalBatch[]> =>
  sql<JournalBatch[]>`
    select seq, at, events, encode(hash, 'hex') as hash from (
      select seq, at, events, hash, sum(octet_length(events)) over (order by seq) - octet_length(events) as before
      from journal
      where seq between ${from} and least((select seq from read_tables), ${from + PAGE_BATCHES - 1}::int8)
    ) as batches
    where before < ${PAGE_LENGTH} order by seq`;

/** Reads the shares that a redemption took from its row. */
export async function readRedeemed(sql: Sql, seq: number, place: number): Promise<OutcomeShares | undefined> {
  const [row] = await sql<{ first: number; second: number }[]>`
    select first_lots as first, second_lots as second from operations
    where batch = ${seq} and place = ${place} and leg = 0`;
  return row && [negate(lots(row.first)), negate(lots(row.second))];
}

/** Number of batches with a listing that are parsed together. */
const LISTING_BATCHES = 20;

/**
 * Counts the markets listed before a batch, from the listings themselves. It reads all earlier batches, once per reader
 * that starts in the middle and meets a listing.
 */
export async function countMarketsBefore(sql: Sql, seq: number): Promise<number> {
  let known = 0;
  let last = 0;
  for (;;) {
    const rows = await sql<Pick<JournalBatch, "seq" | "events">[]>`
      select seq, events from journal
      where seq > ${last} and seq < ${seq} and strpos(events, '"type":"listed"') > 0
      order by seq limit ${LISTING_BATCHES}`;
    for (const row of rows) {
      const stored = parseEvents(row.events);
      for (const event of stored)
        if (event.type === "listed") for (const { no } of event.markets) known = Math.max(known, no + 1);
      last = row.seq;
    }
    if (rows.length < LISTING_BATCHES) return known;
  }
}

// Numbers in stored events whose names a reader must look up.

type JournalNumbers = {
  readonly accounts: Set<number>;
  readonly markets: Set<number>;
  /** Resting orders that were filled or completed. */
  readonly orders: Set<number>;
  /** Subjects of audit actions that have the form of a condition id. */
  readonly conditions: Set<string>;
};

const CONDITION = /^0x[0-9a-f]{64}$/;

export const isCondition = (text: string): boolean => CONDITION.test(text);

export function collectNumbers(events: readonly StoredEvent[]): JournalNumbers {
  const numbers: JournalNumbers = {
    accounts: new Set(),
    markets: new Set(),
    orders: new Set(),
    conditions: new Set(),
  };
  for (const event of events) collectFrom(numbers, event);
  return numbers;
}

function collectFrom(numbers: JournalNumbers, event: StoredEvent): void {
  const { account, market, order, orders = [], fills = [], taker, undone = [] } = event;
  if (account !== undefined) numbers.accounts.add(account);
  if (market !== undefined) numbers.markets.add(market);
  if (typeof order === "number") numbers.orders.add(order);
  if (typeof order === "object") {
    numbers.accounts.add(order.account);
    numbers.markets.add(order.market);
  }
  for (const no of orders) numbers.orders.add(no);
  for (const [, maker] of fills) numbers.orders.add(maker);
  if (taker !== undefined) numbers.accounts.add(taker[0]);
  for (const [, [maker]] of undone) numbers.accounts.add(maker);
  for (const no of [...(event.given ?? []), ...(event.got ?? [])]) numbers.markets.add(no);
  for (const [no] of event.midpoints ?? []) numbers.markets.add(no);
  if (event.type === "operated" && isCondition(event.subject)) numbers.conditions.add(event.subject);
}

// Names behind the journal's numbers. Except for slugs they never change, so the read tables have them for every batch
// up to their own.

export type MarketName = {
  readonly no: number;
  readonly conditionId: string;
  readonly slug: string;
  readonly tokenIds: readonly [string, string];
};

export type OrderIdentity = {
  readonly no: number;
  readonly id: string;
  readonly wallet: string;
  readonly market: number;
  readonly outcome: 0 | 1;
  readonly side: Side;
  readonly limit: Ticks;
  readonly lots: Lots;
  /** Total amount filled, and the last trade if that completed the order. */
  readonly filled: Lots;
  readonly lastTrade: number | null;
};

/** Names by number; each function throws if the read tables do not have the number. */
export type KnownNames = {
  wallet(no: number | undefined): string;
  market(no: number | undefined): MarketName;
  order(no: number): OrderIdentity;
  /** Returns whether a market has this condition. */
  isMarket(conditionId: string): boolean;
};

export async function findNames(sql: Sql, numbers: JournalNumbers): Promise<KnownNames> {
  const orders = numbers.orders.size === 0 ? [] : await listOrders(sql, [...numbers.orders]);
  const markets = [...numbers.markets, ...orders.map(({ market }) => market)];
  const [wallets, named] = await Promise.all([
    numbers.accounts.size === 0 ? [] : listWallets(sql, [...numbers.accounts]),
    markets.length + numbers.conditions.size === 0
      ? []
      : listMarkets(sql, [...new Set(markets)], [...numbers.conditions]),
  ]);
  const conditions = new Set(named.map(({ conditionId }) => conditionId));
  return {
    wallet: getter("account", wallets, ({ address }) => address),
    market: getter("market", named, (market) => market),
    order: getter("order", orders, (order) => order),
    isMarket: (conditionId) => conditions.has(conditionId),
  };
}

function getter<Row extends { readonly no: number }, Name>(
  kind: string,
  rows: readonly Row[],
  nameOf: (row: Row) => Name,
): (no: number | undefined) => Name {
  const byNumber = new Map(rows.map((row) => [row.no, row]));
  return (no) => {
    const row = no === undefined ? undefined : byNumber.get(no);
    if (row === undefined)
      throw new Error(`the read tables do not have ${kind} ${no}, which the journal names`);
    return nameOf(row);
  };
}

const listWallets = (sql: Sql, numbers: number[]) =>
  sql<{ no: number; address: string }[]>`
    select no, address from accounts where no = any(${numbers}::int[])`;

async function listMarkets(sql: Sql, numbers: number[], conditions: string[]): Promise<MarketName[]> {
  const rows = await sql<(Omit<MarketName, "tokenIds"> & { first: string; second: string })[]>`
    select no, condition_id as "conditionId", slug, token_ids[1] as first, token_ids[2] as second from markets
    where no = any(${numbers}::int[]) or condition_id = any(${conditions}::text[])`;
  return rows.map(({ first, second, ...market }) => ({ ...market, tokenIds: [first, second] }));
}

/** Lists orders with the last trade in which each was resting. The sum keeps the planner from scanning all trades backwards. */
const listOrders = (sql: Sql, numbers: number[]) =>
  sql<OrderIdentity[]>`
    select orders.no, '0x' || encode(id, 'hex') as id, address as wallet, market, outcome, side, limit_price as limit,
      lots, filled,
      case when filled = lots then (select max(trades.no + 0) from trades where maker = orders.no) end as "lastTrade"
    from orders join accounts on accounts.no = orders.account
    where orders.no = any(${numbers}::int8[])`;
