/**
 * Rebuilds the read tables: empties them and projects the journal into them, batch by batch, in one transaction, so
 * that any failure leaves the tables as they were.
 */
import type { Client } from "pg";
import type { Event } from "../../core/events/event.ts";
import type { Exchange } from "../../core/state.ts";
import type { Batch, JournalHead } from "../journal/journal.ts";
import { createDifferences, namingRelease } from "../journal/differences.ts";
import { GENESIS_HASH } from "../journal/journal.ts";
import { createJournalReplay, JOURNAL_ROWS, replayJournal } from "../journal/verify-journal.ts";
import type { JournalRow } from "../journal/verify-journal.ts";
import { byteaArray } from "../sql/bytea-array.ts";
import type { Sql } from "../sql/database.ts";
import { recordRelease } from "../sql/schema/releases.ts";
import { streamRows } from "../sql/table-stream.ts";
import { READ_TABLES } from "../tables/read-tables.ts";
import { createBulkProjection } from "./bulk-projection.ts";
import { collectTouched } from "./projection.ts";

/** Version of the contents of the read tables, raised by each release that changes them. */
export const READ_TABLES_VERSION = 11;

export type RebuildSource = {
  /** The writer's connection; while it has the writer's lock, no exchange can run. */
  readonly client: Client;
  /** A snapshot of the same database (`openSnapshot`). */
  readonly journal: Sql;
  /** Called after each batch with its sequence number and the last batch's. */
  readonly onBatch?: (seq: number, last: number) => void;
};

/**
 * Rebuilds the tables, and returns the last batch of the journal. Throws without changing anything if the journal is
 * damaged.
 */
export async function rebuildTables(source: RebuildSource): Promise<JournalHead> {
  const { client } = source;
  const tables = READ_TABLES.join(", ");
  await client.query("begin");
  try {
    await client.query(`truncate ${tables}`);
    const { head, damage } = await namingRelease(source.journal, () =>
      fillTables(client, readJournal(source)),
    );
    if (damage !== undefined)
      throw new Error(`${damage}. The tables were left as they are; see presage verify.`);
    await client.query("commit");
    await analyzeTables(client);
    return head;
  } catch (error) {
    // If the connection failed, the server has rolled back already.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/**
 * Returns true if the read tables are of this release, and false if they are of an earlier one. Without a journal they
 * are empty, hence current.
 */
export async function areTablesCurrent(client: Client): Promise<boolean> {
  await client.query(
    `insert into read_tables (version) select $1::int
     where not exists (select from journal) and not exists (select from read_tables)`,
    [READ_TABLES_VERSION],
  );
  const { rows } = await client.query<{ version: number }>("select version from read_tables");
  return rows[0]?.version === READ_TABLES_VERSION;
}

async function* readJournal({ journal, onBatch }: RebuildSource): AsyncGenerator<JournalRow> {
  const [{ last }] = await journal<[{ last: number }]>`select count(*)::int8 as last from journal`;
  for await (const row of streamRows<JournalRow>(journal, JOURNAL_ROWS)) {
    yield row;
    onBatch?.(row.seq, last);
  }
}

type FilledTables = {
  /** The last batch. */
  readonly head: JournalHead;
  readonly events: number;
  /** The first fault of the journal; if there is one, the tables must not be committed. */
  readonly damage: string | undefined;
};

/** Projects a journal into empty read tables, within the caller's transaction. */
export async function fillTables(client: Client, rows: AsyncIterable<JournalRow>): Promise<FilledTables> {
  const replayed = createJournalReplay();
  const { exchange } = replayed.replay;
  const differences = createDifferences();
  const projection = createBulkProjection(client);
  for await (const { batch, events } of replayJournal(rows, replayed, differences))
    await projection.add(batch, collectTouched(exchange, events));
  if (!replayed.damaged) await projection.finish();
  await stateTables(client, replayed.head);
  return { head: replayed.head, events: replayed.events, damage: differences.found[0] };
}

/** Records that the read tables are of this release, which writes them from now on, and have the journal up to this batch. */
async function stateTables(client: Client, { seq, hash }: JournalHead): Promise<void> {
  await client.query("delete from read_tables");
  await client.query("insert into read_tables (version, seq, hash) values ($1, $2, $3)", [
    READ_TABLES_VERSION,
    seq,
    hash,
  ]);
  await recordRelease(client);
}

/** Runs ANALYZE on the read tables, after many rows were written at once. */
export async function analyzeTables(client: Client): Promise<void> {
  await client.query(`analyze ${READ_TABLES.join(", ")}`);
}

// Writes a whole history into an empty database: journal and read tables, in one transaction, so that any failure
// leaves nothing.

export type History = {
  /** State after the last batch taken from `batches`. */
  readonly exchange: Exchange;
  /** Batches from the first, with their events, each applied when it is taken. */
  readonly batches: AsyncGenerator<{ readonly batch: Batch; readonly events: readonly Event[] }>;
};

/** Batches per write. */
const CHUNK = 1_000;

/**
 * Writes the history and returns its last batch; `onBatch` is called with each batch. `client` is the connection with the
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
