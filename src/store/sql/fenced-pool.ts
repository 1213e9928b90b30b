/**
 * Access to the read tables, which are written behind the journal. A pool for reads is returned once they have the last
 * commit before the request. So no read is older than what was acknowledged before.
 */
import type { Sql } from "./database.ts";

/** Returns the pool for one read; a later read asks again. Rejects if the tables do not get there in time. */
export type FencedPool = () => Promise<Sql>;

/** Fences the pool. `reach` resolves once the read tables have the last commit made before its call. */
export function fencePool(pool: Sql, reach: () => Promise<void>): FencedPool {
  return async () => {
    await reach();
    return pool;
  };
}
