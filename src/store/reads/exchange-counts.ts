/** Counts of the exchange's accounts, orders, trades and amounts, all as of one commit. */
import type { MarketStatus } from "../../core/markets/catalog.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import { FEE_ACCOUNT } from "../../core/ledger/fees.ts";
import type { Micros } from "../../core/units.ts";
import { GENESIS_HASH } from "../journal/journal.ts";
import type { OwnSql, Sql } from "../sql/database.ts";
import { LOCK_TIMEOUT, getErrorCode } from "../sql/unavailable.ts";

// Statistics of PostgreSQL: sessions and size of the database.

type DatabaseStatistics = {
  /** Sessions of this database by state, as in `pg_stat_activity`. */
  readonly sessions: Readonly<Record<string, number>>;
  readonly bytes: number;
};

export async function readDatabaseStatistics(sql: OwnSql): Promise<DatabaseStatistics> {
  const [row] = await sql<[DatabaseStatistics]>`
    select pg_database_size(current_database()) as bytes,
      (select coalesce(json_object_agg(state, number), '{}') from
        (select coalesce(state, 'background') as state, count(*) as number
          from pg_stat_activity where datname = current_database() group by 1) as counted) as sessions`;
  return row;
}

export type ExchangeCounts = {
  /** The last batch in the read tables, and its hash. */
  readonly sequence: number;
  readonly hash: Buffer;
  /** Accounts of people. */
  readonly accounts: number;
  readonly events: number;
  readonly markets: { readonly [S in MarketStatus]?: number };
  readonly openOrders: number;
  readonly bans: number;
  /** Total collateral deposited less total withdrawn. */
  readonly deposits: Micros;
  /** Fees that the exchange earned and still holds. */
  readonly fees: Micros;
};

/**
 * Counts accounts without those of the exchange, `house`, and orders, trades and amounts; `undefined` if a session locks
 * a table for longer than the pool's lock timeout.
 */
export async function findExchangeCounts(
  sql: Sql,
  house: readonly string[],
): Promise<ExchangeCounts | undefined> {
  try {
    return await countExchange(sql, house);
  } catch (error) {
    if (getErrorCode(error) === LOCK_TIMEOUT) return undefined;
    throw error;
  }
}

async function countExchange(sql: Sql, house: readonly string[]): Promise<ExchangeCounts> {
  const [row] = await sql<[ExchangeCounts]>`
    select
      coalesce(seq, 0) as sequence, coalesce(hash, ${GENESIS_HASH}) as hash,
      (select count(*) from accounts)
        - (select count(*) from accounts where address = any(${house as string[]}::text[])) as accounts,
      (select count(*) from events) as events,
      (select coalesce(json_object_agg(status, number), '{}')
        from (select status, count(*) as number from market_states group by status) as counted) as markets,
      (select count(*) from orders where status = 'live') as "openOrders",
      (select count(*) from bans) as bans,
      (select coalesce(sum(collateral), 0)::bigint from operations
        where kind in ('deposit', 'withdrawal', 'debit')) as deposits,
      (select coalesce(sum(collateral), 0)::bigint from accounts where address = ${FEE_ACCOUNT}) as fees
    from (values (true)) as once (always)
    left join read_tables on true`;
  return row;
}

// Mode that the operator set for the whole exchange: at most one row, none if it was never changed.

export async function readMode(sql: Sql): Promise<ExchangeMode> {
  const [row] = await sql<{ mode: ExchangeMode }[]>`select mode from exchange_mode`;
  return row?.mode ?? "normal";
}
