/**
 * Access to the read tables, which are written behind the journal. A fenced pool is available for a read once the tables
 * have the last commit before the read. So no read is older than what was acknowledged before.
 */
import type { Sql } from "./database.ts";

/**
 * Returns the pool for one read, once the tables are up to date; a later read asks again. Rejects if the tables are not
 * up to date in time.
 */
export type FencedPool = () => Promise<Sql>;

/** Makes reads of the pool wait for `reach`, which resolves once the read tables have the last commit before its call. */
export function fencePool(pool: Sql, reach: () => Promise<void>): FencedPool {
  return async () => {
    await reach();
    return pool;
  };
}
