/**
 * The journal: one row per committed batch, append-only and hash-chained. hash = SHA-256 over the previous hash, the
 * sequence number and the time as 8-byte big-endian integers, and the events' exact text.
 */
import { createHash } from "node:crypto";
import type { Client } from "pg";
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

/** Reads the last committed batch; sequence 0 if there is none. */
export async function readHead(sql: Sql): Promise<JournalHead> {
  const [row] = await sql<JournalHead[]>`select seq, at, hash from journal order by seq desc limit 1`;
  return row ?? { seq: 0, at: 0, hash: GENESIS_HASH };
}

/** The last committed batch as `pg` returns it. */
export type LastRow = { readonly seq: string; readonly at: string; readonly hash: Buffer };

export const SELECT_LAST = "select seq, at, hash from journal order by seq desc limit 1";

export const toHead = (last: LastRow | undefined): JournalHead =>
  last === undefined
    ? { seq: 0, at: 0, hash: GENESIS_HASH }
    : { seq: Number(last.seq), at: Number(last.at), hash: last.hash };

/**
 * Reads the last batch that the read tables have; sequence 0 if they have none. Throws if the journal lacks that batch,
 * or the tables were not written up to it.
 */
export async function readTablesHead(sql: Sql): Promise<JournalHead> {
  const [row] = await sql<({ stored: number; written: Buffer | null; last: number } & JournalHead)[]>`
    select read_tables.seq as stored, read_tables.hash as written, journal.seq, journal.at, journal.hash,
      (select coalesce(max(seq), 0) from journal)::int8 as last
    from read_tables left join journal using (seq)`;
  if (row === undefined || row.stored === 0) return { seq: 0, at: 0, hash: GENESIS_HASH };
  if (row.hash === null) throw new Error(tablesAheadText(row.stored, row.last));
  if (row.written?.equals(row.hash) !== true) throw new Error(tablesMovedText(row.stored));
  return { seq: row.stored, at: row.at, hash: row.hash };
}

/** Describes read tables that are at another batch than they claim, and the cure. */
export const tablesMovedText = (stored: number): string =>
  `the read tables say that they stand at batch ${stored}, and were not written up to it: somebody changed read_tables.seq; ` +
  "presage rebuild writes the tables again from the journal";

/** Describes read tables that are ahead of the journal's last batch, with possible causes and cures. */
export const tablesAheadText = (stored: number, last: number): string =>
  `the read tables stand at batch ${stored}, and the journal ends with batch ${last}: either read_tables.seq was changed, ` +
  "which presage rebuild mends, or the journal lost its end, which a backup has";

// Commits one batch: a row of the journal, in one statement of its own, which is one round trip and one fsync.

/** A batch as stored in the journal. */
export type Batch = {
  readonly seq: number;
  /** Engine time, milliseconds. */
  readonly at: number;
  /** The events as JSON: the exact text that is hashed. */
  readonly events: string;
  readonly hash: Buffer;
};

/** The journal's keys reject a batch whose number is taken, and one whose predecessor is missing. */
const statement = {
  name: "commit-batch",
  text: `insert into journal (seq, previous, at, events, hash)
    values ($1::bigint, nullif($1::bigint - 1, 0), $2::bigint, $3::text, $4::bytea)`,
};

/**
 * Adds a batch to the journal; outside a transaction it is durable when this returns. A failure leaves the outcome unknown
 * only if the connection broke.
 */
export async function commitBatch(client: Client, { seq, at, events, hash }: Batch): Promise<void> {
  await client.query({ ...statement, values: [seq, at, events, hash] });
}
