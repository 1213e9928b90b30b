/** Orders as the interfaces show them, open or not: no order is ever forgotten. */
import type { OrderKind, Outcome, Side } from "../core/state.ts";
import type { Lots, Ticks } from "../core/units.ts";
import type { Sql } from "./database.ts";
import { tradeId } from "./trade-id.ts";

/** Which of these order ids (0x + 64 hex digits) were ever accepted. */
export async function findOrderIds(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  // An array of values, and no subquery that the planner might join by a scan of all orders.
  const bytes = `{${ids.map((id) => `"\\\\x${id.slice(2)}"`).join(",")}}`;
  const rows = await sql<{ id: string }[]>`
    select '0x' || encode(id, 'hex') as id from orders where id = any(${bytes}::text::bytea[])`;
  return new Set(rows.map(({ id }) => id));
}

export type OrderRecord = {
  readonly no: number;
  readonly id: string;
  /** Lower-case address of the wallet that pays and receives, and of the one that signs for it. */
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
  readonly status: "live" | "matched" | "canceled";
  /** Why it was cancelled. */
  readonly reason: string | null;
  /** Milliseconds; 0 is never. */
  readonly expiresAt: number;
  readonly placedAt: number;
  readonly updatedAt: number;
  readonly tradeIds: readonly string[];
};

type OrderRow = Omit<OrderRecord, "tradeIds"> & { readonly trades: readonly number[] };

/** One order by id (0x + 64 hex digits, lower case). */
export async function findOrder(sql: Sql, id: string): Promise<OrderRecord | undefined> {
  const [row] = await sql<OrderRow[]>`
    select orders.no, '0x' || encode(orders.id, 'hex') as id, accounts.address as maker, accounts.owner,
      orders.api_key as "apiKey", markets.condition_id as "conditionId",
      markets.token_ids[orders.outcome + 1] as "tokenId", orders.outcome,
      markets.content -> 'outcomes' ->> orders.outcome::int as "outcomeLabel", orders.side, orders.kind,
      orders.post_only as "postOnly", orders.limit_price as limit, orders.lots, orders.filled, orders.status,
      orders.reason, orders.expires_at as "expiresAt", orders.placed_at as "placedAt",
      orders.updated_at as "updatedAt",
      array(select no from trades where taker = orders.no union all
            select no from trades where maker = orders.no order by no) as trades
    from orders
    join accounts on accounts.no = orders.account
    join markets on markets.no = orders.market
    where orders.id = decode(${id.slice(2)}, 'hex')`;
  if (row === undefined) return undefined;
  const { trades, ...order } = row;
  return { ...order, tradeIds: trades.map(tradeId) };
}
