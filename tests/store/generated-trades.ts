/**
 * Many trades made by SQL, for what depends on sizes and statistics: plans of queries. One wallet rests in half of all
 * fills, most others in a few, and some executions have as many fills as one may have.
 */
import type { Sql } from "../../src/store/sql/database.ts";

export const MARKET_MAKER = walletOf(1);
/** A wallet of a few of the earliest fills. */
export const EARLY_WALLET = walletOf(2);
export const IDLE_WALLET = walletOf(3);
export const BUILDER = "b1".repeat(32);
export const LARGEST = 2_000;

const ACCOUNTS = 3_000;
/** Executions between two of the largest; numbers of fills that each takes, whether it has so many or not. */
const LARGEST_EVERY = 10_000;

function walletOf(no: number): string {
  return `0x${no.toString(16).padStart(40, "0")}`;
}

/** Fills a database that has markets, 1 and more, with so many executions of up to three fills, and the largest. */
export async function generateTrades(sql: Sql, executions: number): Promise<void> {
  await sql`
    insert into accounts (no, address, owner, collateral, held)
    select no, '0x' || lpad(to_hex(no), 40, '0'), '0x' || lpad(to_hex(no), 40, '0'), 0, 0
    from generate_series(1, ${ACCOUNTS}::int) as no`;
  await sql`
    insert into journal (seq, previous, at, events, hash)
    values (1, null, 0, '', decode(repeat('00', 32), 'hex'))`;
  await sql`
    create temporary table fills as
    select ${LARGEST}::bigint * e + k as no, ${LARGEST + 1}::bigint * (e + 1) as taker,
      ${LARGEST + 1}::bigint * e + k + 1 as maker, e, 1 + e % 20 as market,
      case when e < 5 then 2 when k % 2 = 0 then 1 else 4 + (e + k) % (${ACCOUNTS} - 3) end as maker_account,
      4 + e % (${ACCOUNTS} - 3) as taker_account
    from generate_series(1, ${executions}::int) as e
    cross join lateral generate_series(0, case when e % ${LARGEST_EVERY} < 2 then ${LARGEST - 1} else e % 3 end) as k`;
  await insertOrders(sql);
  await sql`
    insert into trades (no, batch, at, market, taker, maker, taker_account, maker_account, lots, price)
    select no, 1, e * 1000, market, taker, maker, taker_account, maker_account, 100, 5000 from fills`;
  await sql`drop table fills`;
  await sql`vacuum analyze`;
}

async function insertOrders(sql: Sql): Promise<void> {
  const shared = sql`100, 'matched', null, 0, 0, 0, gen_random_uuid()`;
  await sql`
    insert into orders (no, id, account, market, outcome, side, kind, post_only, limit_price, lots, filled, status,
      reason, expires_at, placed_at, updated_at, api_key, builder)
    select distinct on (taker) taker, sha256(taker::text::bytea), taker_account, market, 0, 'BUY', 'GTC', false, 5000, 100,
      ${shared}, case when e % 50 = 0 then decode(${BUILDER}, 'hex') end
    from fills
    union all
    select maker, sha256(maker::text::bytea), maker_account, market, 0, 'SELL', 'GTC', false, 5000, 100, ${shared}, null
    from fills`;
}
