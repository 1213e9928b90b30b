/**
 * Writes a whole history into an empty database: journal and read tables, in one transaction, so that any failure
 * leaves nothing.
 */
import type { Client } from "pg";
import type { Event } from "../../core/event.ts";
import type { Exchange } from "../../core/state.ts";
import type { Batch } from "../journal/commit-batch.ts";
import { GENESIS_HASH } from "../journal/journal.ts";
import type { JournalHead } from "../journal/journal.ts";
import { byteaArray } from "../sql/bytea-array.ts";
import { createBulkProjection } from "./bulk-projection.ts";
import { collectTouched } from "./projection.ts";
import { analyzeTables, stateTables } from "./rebuild-tables.ts";

export type History = {
  /** State after the last batch taken from `batches`. */
  readonly exchange: Exchange;
  /** Batches from the first, with their events, each applied when it is taken. */
  readonly batches: AsyncGenerator<{ readonly batch: Batch; readonly events: readonly Event[] }>;
};

/** Batches per write. */
const CHUNK = 1_000;

/**
 * Writes the history and returns its last batch; `onBatch` is called with each. `client` is the connection with the
 * writer's lock, on a database without a journal.
 */
export async function writeHistory(
  client: Client,
  history: History,
  onBatch: (batch: Batch) => void,
): Promise<JournalHead> {
  await client.query("begin");
  try {
    const head = await writeBatches(client, history, onBatch);
    await stateTables(client, head);
    await client.query("commit");
    await analyzeTables(client);
    return head;
  } catch (error) {
    // If the connection failed, the server has rolled back already.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function writeBatches(
  client: Client,
  { exchange, batches }: History,
  onBatch: (batch: Batch) => void,
): Promise<JournalHead> {
  const projection = createBulkProjection(client);
  let head: JournalHead = { seq: 0, at: 0, hash: GENESIS_HASH };
  let gathered: Batch[] = [];
  for await (const { batch, events } of batches) {
    await projection.add(batch, collectTouched(exchange, events));
    gathered.push(batch);
    onBatch(batch);
    head = batch;
    if (gathered.length < CHUNK) continue;
    await insertBatches(client, gathered);
    gathered = [];
  }
  await insertBatches(client, gathered);
  await projection.finish();
  return head;
}

const insertBatches = (client: Client, batches: readonly Batch[]) =>
  client.query(
    `insert into journal (seq, previous, at, events, hash)
     select seq, nullif(seq - 1, 0), at, events, hash
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text::bytea[]) as batch (seq, at, events, hash)`,
    [
      batches.map(({ seq }) => seq),
      batches.map(({ at }) => at),
      batches.map(({ events }) => events),
      byteaArray(batches.map(({ hash }) => hash.toString("hex"))),
    ],
  );
