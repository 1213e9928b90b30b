/** Commits one batch: a row of the journal, in one statement of its own, which is one round trip and one fsync. */
import type { Client } from "pg";

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
