/** Pools of sessions for reads, by kind of statement. */
import type { Pools } from "../reads/fenced-readings.ts";
import { openReplicas } from "../reads/replicas.ts";
import type { Replicas } from "../reads/replicas.ts";
import { openDatabase } from "./database.ts";
import type { DatabaseOptions, Sql } from "./database.ts";

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

/** Describes the pools. With `sharedBy`, each takes its part of the sessions, but at least two. */
function describePools(sharedBy: number): Readonly<Record<keyof Pools, DatabaseOptions>> {
  const maxConnections = Math.max(Math.ceil(MAX_SESSIONS / sharedBy), MIN_SESSIONS);
  const reads = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, maxConnections };
  return {
    sql: { ...reads, name: "presage reads", lockTimeoutMs: LOCK_TIMEOUT_MS },
    readSql: { ...reads, name: "presage catalog" },
    adHocSql: { ...reads, name: "presage lists", prepare: false },
  };
}

export type OpenPools = Pools & {
  /** Options of the pools, for replicas that serve the same reads. */
  readonly poolOptions: Readonly<Record<keyof Pools, DatabaseOptions>>;
  readonly replicas: Replicas;
};

/** Creates the pools, and those of the replicas that `readUrl` names. */
export function openPools(url: string, readUrl: string | undefined, sharedBy = 1): OpenPools {
  const poolOptions = describePools(sharedBy);
  return {
    sql: openDatabase(url, poolOptions.sql),
    readSql: openDatabase(url, poolOptions.readSql),
    adHocSql: openDatabase(url, poolOptions.adHocSql),
    poolOptions,
    replicas: openReplicas(readUrl),
  };
}

export const listPools = ({ sql, readSql, adHocSql }: Pools): readonly Sql[] => [sql, readSql, adHocSql];

export const endPools = (pools: OpenPools, seconds: number): Promise<unknown> =>
  Promise.all([
    pools.replicas.close(seconds),
    ...listPools(pools).map((pool) => pool.end({ timeout: seconds })),
  ]);
