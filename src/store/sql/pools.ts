/** Pools of sessions for reads, by the kind of their statements. */
import type { Pools } from "../reads/fenced-readings.ts";
import { openDatabase } from "./database.ts";

/** Longest time for one statement of a read. */
const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * Longest wait of a short read for a lock, which nothing of the exchange makes it wait for. Batches wait for look-ups: a
 * table that somebody locks must not hold them up for long.
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
