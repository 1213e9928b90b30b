/**
 * Fills the read tables with open orders directly, beside the rows of stored-positions.ts: buys of both outcomes below
 * a half, so that no book is crossed. Their holds are on their wallets' accounts.
 */
import type { ReservedSql } from "postgres";
import type { Sql } from "../../src/store/sql/database.ts";
import { balanceBooks } from "./balance-books.ts";

type Connection = ReservedSql<{ int8: number }>;

/** First id, far from those of other generated orders. */
const FIRST_ID = 2 ** 40;
const LOTS = 1_000;

export type OpenOrders = { readonly wallets: number; readonly ordersPerWallet: number };

/** Opens every listed market, and gives each wallet as many orders over all of them. */
export async function storeOpenOrders(sql: Sql, wanted: OpenOrders): Promise<void> {
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`update market_states set status = 'active', payout = null, resolved_at = null`;
  await storeOrders(connection, wanted);
  await connection`
    update accounts set held = total.held, collateral = accounts.collateral + total.held
    from (
      select account, sum((lots - filled) * limit_price)::bigint as held from orders
      where status = 'live' group by account
    ) as total where total.account = accounts.no`;
  connection.release();
  await balanceBooks(sql, wanted.wallets + 1);
}

async function storeOrders(sql: Connection, { wallets, ordersPerWallet }: OpenOrders): Promise<void> {
  await sql`
    with last as (
      select coalesce(max(no), 0) as no, (select count(*) from market_states) as markets from orders
    )
    insert into orders (no, id, account, market, outcome, side, kind, post_only, limit_price, lots, filled, status,
      expires_at, placed_at, updated_at, api_key)
    select last.no + row.no, sha256(int8send(${FIRST_ID}::bigint + row.no)), 1 + (row.no - 1) / ${ordersPerWallet}::int,
      1 + row.no * 7919 % last.markets, row.no / 49 % 2, 'BUY', 'GTC', false, 100 * (1 + row.no % 49),
      ${LOTS}::bigint, 0, 'live', 0, ${Date.now()}::bigint, ${Date.now()}::bigint,
      '00000000-0000-4000-8000-000000000000'
    from last, generate_series(1, ${wallets * ordersPerWallet}::bigint) as row (no)`;
}
