/**
 * Transactions of a pool. The library ends the process if anything is sent on a closed connection, even its own
 * rollback. After a broken connection the library therefore gets no result, and the caller gets the error.
 */
import type { Sql, TransactionSql } from "./database.ts";
import { isBroken } from "./unavailable.ts";

/** Waits for something else than the transaction's own queries, and never returns if the connection broke meanwhile. */
type Pause = <T>(awaited: Promise<T>) => Promise<T>;

type Work<T> = (transaction: TransactionSql, pause: Pause) => Promise<T>;

/**
 * Runs `work` in a transaction, and commits. `work` awaits other promises through `pause`, or sends no queries after
 * them.
 */
export const transact = <T>(sql: Sql, work: Work<T>): Promise<T> => run(sql, "", work);

/** Runs `work` on one snapshot of the database. */
export const readSnapshot = <T>(sql: Sql, work: Work<T>): Promise<T> =>
  run(sql, "isolation level repeatable read read only", work);

async function run<T>(sql: Sql, options: string, work: Work<T>): Promise<T> {
  let over = false;
  const pause: Pause = async (awaited) => {
    const result = await awaited;
    if (over) await never;
    return result;
  };
  const transaction = sql.begin(options, async (connected) => {
    try {
      const result = await work(connected, pause);
      if (over) await never;
      return { result };
    } catch (error) {
      if (over || isBroken(error)) await never;
      throw error;
    }
  });
  try {
    return (await transaction).result;
  } finally {
    over = true;
  }
}

/**
 * A promise that never resolves, for results that nobody awaits: the library has reported that the connection closed.
 */
const never = new Promise<never>(() => {});
