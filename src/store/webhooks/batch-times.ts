/** Times of batches of the journal. */
import type { OwnSql } from "../sql/database.ts";

/** Reads commit times of batches by the exchange's clock, ms since 1970; unknown batches are left out. */
export async function readBatchTimes(
  sql: OwnSql,
  batches: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (batches.length === 0) return new Map();
  const rows = await sql<{ seq: number; at: number }[]>`
    select seq, at from journal where seq = any(${[...batches]}::bigint[])`;
  return new Map(rows.map(({ seq, at }) => [seq, at]));
}
