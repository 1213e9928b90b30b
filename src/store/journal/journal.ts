/**
 * The journal: one row per committed batch, append-only and hash-chained. hash = SHA-256 over the previous hash, the
 * sequence number and the time as 8-byte big-endian integers, and the events' exact text.
 */
import { createHash } from "node:crypto";
import type { Sql } from "../sql/database.ts";

/** The previous hash of the first batch. */
export const GENESIS_HASH: Buffer = Buffer.alloc(32);

export type JournalHead = { readonly seq: number; readonly at: number; readonly hash: Buffer };

export function batchHash(previous: Buffer, seq: number, at: number, events: string): Buffer {
  const numbers = Buffer.alloc(16);
  numbers.writeBigInt64BE(BigInt(seq), 0);
  numbers.writeBigInt64BE(BigInt(at), 8);
  return createHash("sha256").update(previous).update(numbers).update(events, "utf8").digest();
}

/** The last committed batch; sequence 0 when there is none. */
export async function readHead(sql: Sql): Promise<JournalHead> {
  const [row] = await sql<JournalHead[]>`select seq, at, hash from journal order by seq desc limit 1`;
  return row ?? { seq: 0, at: 0, hash: GENESIS_HASH };
}

/**
 * The batch up to which the read tables stand; sequence 0 when they have none. Throws where the journal does not have that
 * batch.
 */
export async function readTablesHead(sql: Sql): Promise<JournalHead> {
  const [row] = await sql<({ stored: number } & JournalHead)[]>`
    select read_tables.seq as stored, journal.seq, journal.at, hash
    from read_tables left join journal using (seq)`;
  if (row === undefined || row.stored === 0) return { seq: 0, at: 0, hash: GENESIS_HASH };
  if (row.hash === null)
    throw new Error(`The read tables stand at batch ${row.stored}, which the journal does not have.`);
  return { seq: row.stored, at: row.at, hash: row.hash };
}
