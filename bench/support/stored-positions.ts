/**
 * Fills the read tables with wallets, positions, trades and operations directly. The rows have the number and sizes of
 * an exchange after years, and do not fit together as a whole. All wallets have the same.
 */
import type { ReservedSql } from "postgres";
import type { Sql } from "../../src/store/sql/database.ts";

/** Positions of each wallet: with shares, and closed ones. */
export const CURRENT_POSITIONS = 500;
const CLOSED_POSITIONS = 100;
/** Fewest events of the catalog: with as many there is a market for each position of a wallet. */
export const MIN_EVENTS = 300;
/** Trades of each wallet on average; it is a party of twice as many. */
export const TRADES_PER_WALLET = 5_000;
const OPERATIONS_PER_WALLET = 100;
const TRADES_PER_BATCH = 20;
const DAYS = 30;
const DAY_MS = 86_400_000;

export const walletOf = (account: number): string => `0x${account.toString(16).padStart(40, "0")}`;

type RowCounts = { readonly wallets: number; readonly markets: number };
type Connection = ReservedSql<{ int8: number }>;

/** Stores the rows; listed markets must be numbered from 1 on without a gap. */
export async function storePositions(sql: Sql, wallets: number): Promise<void> {
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  const [{ markets }] = await connection<[{ markets: number }]>`
    select count(*)::int as markets from markets`;
  await storeAccounts(connection, wallets);
  await storePositionRows(connection, { wallets, markets });
  await storeHistory(connection, markets);
  await storeOrders(connection, { wallets, markets });
  const batches = await storeBatches(connection, wallets);
  await withoutIndexes(connection, "trades", () => storeTrades(connection, wallets, batches));
  await storeOperations(connection, { wallets, markets }, batches);
  await storePrices(connection);
  connection.release();
}

async function storeAccounts(sql: Connection, wallets: number): Promise<void> {
  await sql`
    insert into accounts (no, address, owner, collateral, held, volume, realized)
    select no, address, address, 1000000000, 0, no * 1000000, (no * 7919 % 1000 - 500) * 1000000
    from generate_series(1, ${wallets}::int) as no
    cross join lateral (select '0x' || lpad(to_hex(no), 40, '0') as address) as wallet`;
  await sql`
    insert into account_days (day, account, volume, realized)
    select ${Math.floor(Date.now() / DAY_MS)}::int - ${DAYS}::int + day, no, no * 10000 * day,
      (no * 7919 % 1000 - 500) * 10000 * day
    from generate_series(1, ${wallets}::int) as no cross join generate_series(1, ${DAYS}::int) as day`;
}

/** Stores positions; a wallet's are in neighbouring markets, one outcome of each. */
async function storePositionRows(sql: Connection, { wallets, markets }: RowCounts): Promise<void> {
  await sql`
    insert into positions (account, market, outcome, lots, held, average, bought, realized, changed_at)
    select account, 1 + (account::bigint * 131 + place) % ${markets}::int, place % 2,
      case when place < ${CURRENT_POSITIONS}::int then 100 + account * 7919 % 100000 + place else 0 end, 0,
      10000 * (1 + place % 99), 200000, (account * 31 + place) % 9000 * 1000, ${Date.now()}::bigint - place * 60000
    from generate_series(1, ${wallets}::int) as account
    cross join generate_series(0, ${CURRENT_POSITIONS + CLOSED_POSITIONS - 1}::int) as place`;
}

const PERIODS_OF_DAY = 144;
/** Changes of each position, and of each market's shown price, that its history has. */
const POSITION_CHANGES = 3;
const PRICE_CHANGES = 20;

/** Stores positions and shown prices of the past, spread over the days. */
async function storeHistory(sql: Connection, markets: number): Promise<void> {
  const now = Math.floor(Date.now() / 600_000);
  await sql`
    insert into position_history (account, market, outcome, period, lots, average, realized)
    select account, market, outcome,
      ${now}::int - change * ${Math.floor((DAYS * PERIODS_OF_DAY) / POSITION_CHANGES)}::int - market % 144, lots,
      average, realized
    from positions cross join generate_series(0, ${POSITION_CHANGES - 1}::int) as change`;
  await sql`
    insert into shown_prices (market, period, price)
    select market, ${now}::int - change * ${Math.floor((DAYS * PERIODS_OF_DAY) / PRICE_CHANGES)}::int - market % 144,
      200 * (1 + (market + change) % 99)
    from generate_series(1, ${markets}::int) as market cross join generate_series(0, ${PRICE_CHANGES - 1}::int) as change
    on conflict do nothing`;
}

/** Stores one order for each current position, so that trades have orders to refer to. */
async function storeOrders(sql: Connection, { wallets, markets }: RowCounts): Promise<void> {
  await sql`
    insert into orders (no, id, account, market, outcome, side, kind, post_only, limit_price, lots, filled, status,
      expires_at, placed_at, updated_at, api_key)
    select (account - 1) * ${CURRENT_POSITIONS}::int + place + 1,
      sha256(int8send(account::bigint * ${CURRENT_POSITIONS}::int + place)), account,
      1 + (account::bigint * 131 + place) % ${markets}::int, place % 2,
      case (account + place) % 3 when 0 then 'SELL' else 'BUY' end, 'GTC', false, 5000, 1000000, 1000000, 'matched',
      0, ${Date.now()}::bigint, ${Date.now()}::bigint, '00000000-0000-4000-8000-000000000000'
    from generate_series(1, ${wallets}::int) as account
    cross join generate_series(0, ${CURRENT_POSITIONS - 1}::int) as place`;
}

type Batches = {
  readonly first: number;
  readonly count: number;
  readonly startMs: number;
  readonly stepMs: number;
};

/** Stores batches of the journal, spread over the days; only their hashes are ever shown. The tables stand at the last. */
async function storeBatches(sql: Connection, wallets: number): Promise<Batches> {
  const count = (wallets * TRADES_PER_WALLET) / TRADES_PER_BATCH;
  const [startMs, stepMs] = [Date.now() - DAYS * DAY_MS, Math.floor((DAYS * DAY_MS) / count)];
  const [{ first }] = await sql<[{ first: number }]>`select max(seq) + 1 as first from journal`;
  await sql`
    insert into journal (seq, previous, at, events, hash)
    select seq, seq - 1, ${startMs}::bigint + (seq - ${first}::bigint) * ${stepMs}::int, '[]', sha256(int8send(seq))
    from generate_series(${first}::bigint, ${first + count - 1}::bigint) as seq`;
  await sql`
    update read_tables set (seq, hash) = (journal.seq, journal.hash) from journal where journal.seq = ${first + count - 1}`;
  return { first, count, startMs, stepMs };
}

/** Stores trades, each of two orders picked without a pattern, in the market of the incoming one. */
async function storeTrades(sql: Connection, wallets: number, batches: Batches): Promise<void> {
  const [orders, trades] = [wallets * CURRENT_POSITIONS, wallets * TRADES_PER_WALLET];
  const { first, startMs, stepMs } = batches;
  await sql`
    insert into trades (no, batch, at, market, taker, maker, taker_account, maker_account, lots, price, taker_fee)
    select row.no, ${first}::bigint + row.place, ${startMs}::bigint + row.place * ${stepMs}::int, orders.market,
      row.taker, row.maker, orders.account, 1 + (row.maker - 1) / ${CURRENT_POSITIONS}::int, 100 + row.no % 10000,
      100 * (1 + row.no % 99), row.no % 1000
    from (
      select no, (no - 1) / ${TRADES_PER_BATCH}::int as place, 1 + no * 7919 % ${orders}::bigint as taker,
        1 + (no * 104729 + 13) % ${orders}::bigint as maker
      from generate_series(1, ${trades}::bigint) as no
    ) as row join orders on orders.no = row.taker`;
}

async function storeOperations(
  sql: Connection,
  { wallets, markets }: RowCounts,
  batches: Batches,
): Promise<void> {
  const { first, count } = batches;
  await sql`
    insert into operations (batch, place, leg, at, account, kind, market, collateral, first_lots, second_lots)
    select seq, 100 + no, 0, at, 1 + no % ${wallets}::int, 'split', 1 + no % ${markets}::int, -1000000, 100, 100
    from generate_series(1, ${wallets * OPERATIONS_PER_WALLET}::int) as no
    join journal on seq = ${first}::bigint + no * 37::bigint % ${count}::bigint`;
}

async function storePrices(sql: Connection): Promise<void> {
  await sql`
    update market_states set last_price = 100 * (1 + market % 99), best_bid = 50 + 100 * (market % 99),
      best_ask = 150 + 100 * (market % 98), shown_price = 200 * (1 + market % 99), last_side = 'BUY', last_trade_at = ${Date.now()}::bigint
    where status = 'active'`;
}

/** Fills a table without its indexes, which take a fraction of the time when they are built at once. */
async function withoutIndexes(sql: Connection, table: string, fill: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = ${table} and indexname <> ${`${table}_pkey`}`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  await fill();
  for (const { definition } of indexes) await sql.unsafe(definition);
}
