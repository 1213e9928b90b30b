/**
 * Access to the read tables, which are written behind the journal. A connection for their reads is given once they stand
 * at the last commit made before it was asked for. So no read is older than what was acknowledged before.
 */
import type { Sql } from "./database.ts";

/** Gives the pool for one reading; a later reading asks again. Rejects when the tables do not get there in time. */
export type FencedPool = () => Promise<Sql>;

/** Fences the pool. `reach` resolves once the read tables stand at the last commit made when it was called. */
export function fencePool(pool: Sql, reach: () => Promise<void>): FencedPool {
  return async () => {
    await reach();
    return pool;
  };
}
