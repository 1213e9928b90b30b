/** Pools of sessions for reads, by kind of statement. */
import type { Pools } from "../reads/fenced-readings.ts";
import { openDatabase } from "./database.ts";

/** Timeout of one statement of a read. */
const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * Lock timeout of a short read; nothing in the exchange makes it wait for a lock. Batches wait for lookups: a table
 * that another session locks must not delay them for long.
 */
const LOCK_TIMEOUT_MS = 1_000;

/** Sessions of a pool, unless several processes or threads share them. */
const MAX_SESSIONS = 8;
/** Fewest sessions of a pool that others share. */
const MIN_SESSIONS = 2;

/** Creates the pools. With `sharedBy`, each takes its part of the sessions, but at least two. */
export function openPools(url: string, sharedBy = 1): Pools {
  const maxConnections = Math.max(Math.ceil(MAX_SESSIONS / sharedBy), MIN_SESSIONS);
  const reads = { name: "presage reads", statementTimeoutMs: STATEMENT_TIMEOUT_MS, maxConnections };
  return {
    sql: openDatabase(url, { ...reads, lockTimeoutMs: LOCK_TIMEOUT_MS }),
    readSql: openDatabase(url, { ...reads, name: "presage catalog" }),
    adHocSql: openDatabase(url, { ...reads, name: "presage lists", prepare: false }),
  };
}

export const endPools = ({ sql, readSql, adHocSql }: Pools, seconds: number): Promise<unknown> =>
  Promise.all([sql, readSql, adHocSql].map((pool) => pool.end({ timeout: seconds })));
