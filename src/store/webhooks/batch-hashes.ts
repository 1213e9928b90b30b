/** Hashes of batches, of which ids of messages have the beginning: numbers come again when a sandbox goes back. */
import type { Sql } from "../sql/database.ts";

const HASH_BYTES = 6;

/** Reads the first bytes of the hashes of these batches, as hex digits. */
export async function readHashBeginnings(
  sql: Sql,
  batches: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (batches.length === 0) return new Map();
  const rows = await sql<{ seq: number; beginning: string }[]>`
    select seq, encode(substring(hash for ${HASH_BYTES}), 'hex') as beginning from journal
    where seq = any(${[...batches]}::bigint[])`;
  return new Map(rows.map(({ seq, beginning }) => [seq, beginning]));
}
