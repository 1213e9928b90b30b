/**
 * Transactions of a pool. The library ends the process when anything is sent on a connection that has closed, even the
 * rollback that it sends by itself: so of a connection that broke nothing comes back to it, and the caller is told.
 */
import type { Sql, TransactionSql } from "./database.ts";
import { isBroken } from "./unavailable.ts";

type Work<T> = (transaction: TransactionSql) => Promise<T>;

/**
 * Runs `work` in a transaction, and commits. Work that waits for anything but the transaction's own queries may have
 * none after that.
 */
export const transact = <T>(sql: Sql, work: Work<T>): Promise<T> => run(sql, "", work);

/** Runs `work` on one snapshot of the database. */
export const readSnapshot = <T>(sql: Sql, work: Work<T>): Promise<T> =>
  run(sql, "isolation level repeatable read read only", work);

async function run<T>(sql: Sql, options: string, work: Work<T>): Promise<T> {
  let over = false;
  const transaction = sql.begin(options, async (connected) => {
    try {
      const result = await work(connected);
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

/** A promise for results that nobody waits for, since the library has told that the connection closed. */
const never = new Promise<never>(() => {});
