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

export function openPools(url: string): Pools {
  const reads = { name: "presage reads", statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  return {
    sql: openDatabase(url, { ...reads, lockTimeoutMs: LOCK_TIMEOUT_MS }),
    readSql: openDatabase(url, { ...reads, name: "presage catalog" }),
    adHocSql: openDatabase(url, { ...reads, name: "presage lists", prepare: false }),
  };
}

export const endPools = ({ sql, readSql, adHocSql }: Pools, seconds: number): Promise<unknown> =>
  Promise.all([sql, readSql, adHocSql].map((pool) => pool.end({ timeout: seconds })));
