/** Orders as the interfaces show them, open or not: no order is ever deleted. */
import type { Rewards } from "../../core/markets/catalog.ts";
import type { CancelOrders } from "../../core/events/command.ts";
import { findKillCode } from "../../core/orders/place-order.ts";
import type { KillCode } from "../../core/orders/place-order.ts";
import type { OrderKind, Outcome, Side } from "../../core/state.ts";
import type { CanceledSizes } from "../../core/orders/canceled-orders.ts";
import { subtractLots } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import { byteaArray } from "../sql/bytea-array.ts";
import type { AnySql, Sql } from "../sql/database.ts";
import { readSnapshot } from "../sql/transact.ts";
import { tradeId } from "./fills.ts";
import { firstFill } from "./trades.ts";
import type { TradeUnit } from "./trades.ts";

// Digests of all stored orders and requests, page by page. A page is one text, which avoids the cost of a row each.

/** Rows of a page: about 250 kB of text, which take the process 2 ms. */
const PAGE_ROWS = 4_000;

/** Page of digests in order of their numbers, with the last number. */
export type DigestPage = {
  /** All digests as one text, each of 64 hex digits. */
  readonly digests: string;
  readonly last: number;
};

/** Estimates the number of orders, which are numbered without gaps. */
export async function countOrders(sql: Sql): Promise<number> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select coalesce(max(no), 0) as count from orders`;
  return count;
}

/** Reads the ids of the orders after a number, each as 64 hex digits; `last` is the number of the last one. */
export async function readOrderDigests(sql: Sql, after: number): Promise<DigestPage | undefined> {
  const [page] = await sql<DigestPage[]>`
    select string_agg(encode(id, 'hex'), '') as digests, max(no) as last
    from (select no, id from orders where no > ${after} order by no limit ${PAGE_ROWS}) page
    having count(*) > 0`;
  return page;
}

/** Estimates the number of remembered requests, from the last statistics of the database's own maintenance. */
export async function estimateRequests(sql: Sql): Promise<number> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select greatest(reltuples, 0)::float8 as count from pg_class where oid = 'requests'::regclass`;
  return count;
}

/** Reads the keys and signatures of requests after a batch. The last batch of a page is complete; `last` is its number. */
export async function readRequestDigests(sql: Sql, after: number): Promise<DigestPage | undefined> {
  const [page] = await sql<DigestPage[]>`
    select string_agg(concat(encode(key, 'hex'), encode(signed, 'hex')), '') as digests, max(batch) as last
    from (
      select batch, key, signed from requests where batch > ${after}
      order by batch fetch first ${PAGE_ROWS} rows with ties
    ) page
    having count(*) > 0`;
  return page;
}

/** Finds which of these order ids (0x + 64 hex digits) were ever accepted. */
export async function findOrderIds(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select '0x' || encode(id, 'hex') as id from orders where id = any(${idArray(ids)}::text::bytea[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Lists which of these order ids (0x + 64 hex digits) belong to wallets that `owner` signs for. */
export async function listOwnedIds(
  sql: Sql,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select '0x' || encode(orders.id, 'hex') as id from orders join accounts on accounts.no = orders.account
    where orders.id = any(${idArray(ids)}::text::bytea[]) and accounts.owner = ${owner}`;
  return new Set(rows.map(({ id }) => id));
}

/** Filter of open orders of an owner's wallets: all, those in a market, those on a token, or both. */
export type OpenOrderFilter = Pick<CancelOrders, "owner" | "conditionId" | "tokenId">;

/** Lists the ids (0x + 64 hex digits) of open orders, in order of placement. */
export async function listOpenIds(
  sql: Sql,
  { owner, conditionId, tokenId }: OpenOrderFilter,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select '0x' || encode(orders.id, 'hex') as id
    from orders join accounts on accounts.no = orders.account join markets on markets.no = orders.market
    where accounts.owner = ${owner} and orders.status = 'live'
      ${conditionId === undefined ? sql`` : sql`and markets.condition_id = ${conditionId}`}
      ${tokenId === undefined ? sql`` : sql`and markets.token_ids[orders.outcome + 1] = ${tokenId}`}
    order by orders.no`;
  return rows.map(({ id }) => id);
}

/** Converts ids (0x + 64 hex digits each) to an array. */
const idArray = (ids: readonly string[]): string => byteaArray(ids.map((id) => id.slice(2)));

export type OrderRecord = {
  readonly no: number;
  readonly id: string;
  /** Lower-case addresses of the wallet that pays and receives, and of its owner, which signs. */
  readonly maker: string;
  readonly owner: string;
  readonly apiKey: string;
  readonly conditionId: string;
  readonly tokenId: string;
  readonly outcome: Outcome;
  readonly outcomeLabel: string;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly postOnly: boolean;
  readonly limit: Ticks;
  readonly lots: Lots;
  readonly filled: Lots;
  readonly status: "live" | "matched" | "canceled" | "delayed" | "unmatched";
  /** Reason of the order's cancellation. */
  readonly reason: string | null;
  /** Expiration, ms; 0 means never. */
  readonly expiresAt: number;
  readonly placedAt: number;
  readonly updatedAt: number;
  readonly tradeIds: readonly string[];
};

type OrderRow = Omit<OrderRecord, "tradeIds"> & { readonly trades: readonly number[] };

const columns = (sql: AnySql, unit: TradeUnit) => sql`
  orders.no, '0x' || encode(orders.id, 'hex') as id, accounts.address as maker, accounts.owner,
  orders.api_key as "apiKey", markets.condition_id as "conditionId",
  markets.token_ids[orders.outcome + 1] as "tokenId", orders.outcome,
  markets.content -> 'outcomes' ->> orders.outcome::int as "outcomeLabel", orders.side, orders.kind,
  orders.post_only as "postOnly", orders.limit_price as limit, orders.lots, orders.filled, orders.status,
  orders.reason, orders.expires_at as "expiresAt", orders.placed_at as "placedAt",
  orders.updated_at as "updatedAt",
  array(${unit === "fill" ? selectFills(sql) : selectExecutions(sql)}) as trades`;

const selectFills = (sql: AnySql) => sql`
  select no from trades where taker = orders.no union all
  select no from trades where maker = orders.no order by no`;

/** Selects the first fill of each execution. Two orders meet only once, so no execution appears twice. */
const selectExecutions = (sql: AnySql) => sql`
  (select no from trades where taker = orders.no order by no limit 1) union all
  select ${firstFill(sql)} from trades where maker = orders.no order by no`;

/** Finds one order by id (0x + 64 hex digits, lower case), with its trades. */
export async function findOrder(sql: Sql, id: string, unit: TradeUnit): Promise<OrderRecord | undefined> {
  const [order] = await listOrders(sql, [id], unit);
  return order;
}

/** Lists orders by id (0x + 64 hex digits, lower case), in no order; skips unknown ids. */
export async function listOrders(sql: Sql, ids: readonly string[], unit: TradeUnit): Promise<OrderRecord[]> {
  const rows = await sql<OrderRow[]>`
    select ${columns(sql, unit)} from orders
    join accounts on accounts.no = orders.account
    join markets on markets.no = orders.market
    where orders.id = any(${idArray(ids)}::text::bytea[])`;
  return rows.map(toOrderRecord);
}

/** Filter of an owner's live orders; an order must match all fields that are set. */
export type LiveOrderQuery = {
  readonly owner: string;
  /** Lower-case address of the wallet that pays and receives. */
  readonly maker?: string | undefined;
  /** Number of the market. */
  readonly market?: number | undefined;
  readonly outcome?: Outcome | undefined;
  /** Cursor: order numbers must be above it. */
  readonly after: number;
  readonly limit: number;
  /** Unit in which their trades are counted. */
  readonly unit: TradeUnit;
};

/** Lists an owner's live orders across all its wallets, in order of placement, up to the limit. */
export async function listLiveOrders(sql: AnySql, live: LiveOrderQuery): Promise<OrderRecord[]> {
  const { owner, maker, market, outcome, after, limit, unit } = live;
  const rows = await sql<OrderRow[]>`
    with page as (
      select live.no from accounts cross join lateral (
        select no from orders
        where account = accounts.no and status = 'live' and no > ${after}
          ${market === undefined ? sql`` : sql`and market = ${market}`}
          ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
        order by no limit ${limit}
      ) live
      where accounts.owner = ${owner} ${maker === undefined ? sql`` : sql`and accounts.address = ${maker}`}
      order by live.no limit ${limit}
    )
    select ${columns(sql, unit)} from page
    join orders on orders.no = page.no
    join accounts on accounts.no = orders.account
    join markets on markets.no = orders.market
    order by page.no`;
  return rows.map(toOrderRecord);
}

const toOrderRecord = ({ trades, ...order }: OrderRow): OrderRecord => ({
  ...order,
  tradeIds: trades.map(tradeId),
});

/** A live order with the reward rules of its market. */
export type RewardedOrder = {
  readonly id: string;
  readonly conditionId: string;
  readonly outcome: Outcome;
  readonly limit: Ticks;
  readonly remaining: Lots;
  readonly placedAt: number;
  readonly rewards: Rewards;
};

/** Lists which of these order ids (0x + 64 hex digits, lower case) are live orders of `owner` in markets with rewards. */
export const listRewardedOrders = (
  sql: Sql,
  owner: string,
  ids: readonly string[],
): Promise<RewardedOrder[]> =>
  sql<RewardedOrder[]>`
    select '0x' || encode(orders.id, 'hex') as id, markets.condition_id as "conditionId", orders.outcome,
      orders.limit_price as limit, orders.lots - orders.filled as remaining, orders.placed_at as "placedAt",
      markets.content -> 'rewards' as rewards
    from orders
    join accounts on accounts.no = orders.account
    join markets on markets.no = orders.market
    where orders.id = any(${idArray(ids)}::text::bytea[]) and accounts.owner = ${owner}
      and orders.status = 'live' and markets.content @? '$.rewards.rates[0]'`;

// Open orders of an owner as of one commit, and that commit, so that later changes can be told apart.

export type OpenOrders = {
  /** Sequence number of the commit. */
  readonly seq: number;
  /** Orders in order of placement. */
  readonly orders: readonly OrderRecord[];
};

type OpenOrderQuery = Pick<LiveOrderQuery, "owner" | "limit" | "unit">;

/** Reads the first `limit` open orders. */
export const readOpenOrders = (sql: Sql, query: OpenOrderQuery): Promise<OpenOrders> =>
  readSnapshot(sql, async (transaction) => {
    const [head] = await transaction<
      { seq: number }[]
    >`select coalesce(max(seq), 0)::bigint as seq from read_tables`;
    const orders = await listLiveOrders(transaction, { ...query, after: 0 });
    return { seq: head?.seq ?? 0, orders };
  });

// Result of an accepted placement: the fills in which the order was the incoming one.

export type StoredPlacement = {
  readonly side: Side;
  readonly outcome: Outcome;
  readonly fills: readonly { readonly no: number; readonly lots: Lots; readonly price: Ticks }[];
  /** Journal hash of the batch of the fills; `null` if there were none. */
  readonly hash: Buffer | null;
  /** Rejection code of a killed order; `undefined` for other orders. */
  readonly killed: KillCode | undefined;
  /** The order that it replaced. */
  readonly replaced: ReplacedOrder | undefined;
  /** Name of its group. */
  readonly group: string | undefined;
};

/** An order that another one replaced. */
export type ReplacedOrder = CanceledSizes & {
  readonly id: string;
  /** True if the other order took its place in the queue. */
  readonly isPlaceTaken: boolean;
};

/** Finds a placement by order id (0x + 64 hex digits). An incoming order fills only in the batch that accepted it. */
export async function findPlacement(sql: Sql, id: string): Promise<StoredPlacement | undefined> {
  const [order] = await sql<PlacedRow[]>`
    select orders.no, orders.side, orders.outcome, orders.kind, orders.reason, orders.order_group as "group",
      orders.priority is not null as "isPlaceTaken", '0x' || encode(replaced.id, 'hex') as "replacedId",
      replaced.lots as "replacedLots", replaced.filled as "replacedFilled"
    from orders left join orders replaced on replaced.no = orders.replaces
    where orders.id = decode(${id.slice(2)}, 'hex')`;
  if (order === undefined) return undefined;
  const fills = await sql<{ no: number; lots: Lots; price: Ticks; hash: Buffer }[]>`
    select no, lots, price, hash from trades join journal on journal.seq = trades.batch
    where taker = ${order.no} order by no`;
  const { side, outcome, kind, reason } = order;
  const killed = findKillCode(kind, fills, reason);
  const [hash, group] = [fills[0]?.hash ?? null, order.group ?? undefined];
  return { side, outcome, fills, hash, killed, replaced: readReplaced(order), group };
}

function readReplaced(row: PlacedRow): ReplacedOrder | undefined {
  const { isPlaceTaken, replacedId: id, replacedLots: placed, replacedFilled: matched } = row;
  if (id === null || placed === null || matched === null) return undefined;
  return { id, placed, matched, canceled: subtractLots(placed, matched), isPlaceTaken };
}

type PlacedRow = {
  readonly no: number;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly kind: OrderKind;
  readonly reason: string | null;
  readonly group: string | null;
  readonly isPlaceTaken: boolean;
  /** Id, size and fills of the order that it replaced; null if it replaced none. */
  readonly replacedId: string | null;
  readonly replacedLots: Lots | null;
  readonly replacedFilled: Lots | null;
};
