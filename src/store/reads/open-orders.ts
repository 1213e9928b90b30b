/** The open orders of an owner as one commit left them, with that commit, so that what follows it can be told apart. */
import type { Sql } from "../sql/database.ts";
import { readSnapshot } from "../sql/transact.ts";
import { listLiveOrders } from "./orders.ts";
import type { LiveOrderQuery, OrderRecord } from "./orders.ts";

export type OpenOrders = {
  /** The commit. */
  readonly seq: number;
  /** Orders as they were placed. */
  readonly orders: readonly OrderRecord[];
};

export type OpenOrderQuery = Pick<LiveOrderQuery, "owner" | "limit" | "unit">;

/** The first `limit` of them. */
export const readOpenOrders = (sql: Sql, query: OpenOrderQuery): Promise<OpenOrders> =>
  readSnapshot(sql, async (transaction) => {
    const [head] = await transaction<
      { seq: number }[]
    >`select coalesce(max(seq), 0)::bigint as seq from read_tables`;
    const orders = await listLiveOrders(transaction, { ...query, after: 0 });
    return { seq: head?.seq ?? 0, orders };
  });
