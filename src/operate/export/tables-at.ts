/**
 * Tables as of one batch of the journal, from one snapshot of the database. Those of the last batch are the live ones.
 * Those of an earlier batch are temporary tables of one session, made by a replay of the journal up to the batch. The
 * code that makes the live ones fills them.
 */
import { types } from "pg";
import type { Client } from "pg";
import type { Event } from "../../core/events/event.ts";
import { createDifferences, namingRelease } from "../../store/journal/differences.ts";
import { readHead, readTablesHead } from "../../store/journal/journal.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { createJournalReplay, journalRows, replayJournal } from "../../store/journal/verify-journal.ts";
import type { JournalRow } from "../../store/journal/verify-journal.ts";
import { collectTouched } from "../../store/projector/projection.ts";
import { streamRows } from "../../store/sql/table-stream.ts";
import type { Snapshot, TableQuery } from "../../store/sql/table-stream.ts";
import { finishScratch, withScratchTables } from "../../store/verify/verify-exchange.ts";
import type { ScratchTables } from "../../store/verify/verify-exchange.ts";
import type { PastFacts } from "./exported-tables.ts";

export type TablesAt = {
  /** Batch of the tables. */
  readonly head: JournalHead;
  /** Snapshot with the whole journal. */
  readonly snapshot: Snapshot;
  /** Facts of the batch, if it is an earlier one. */
  readonly past: PastFacts | undefined;
  /** Yields the rows of a query. */
  readonly stream: <Row>(query: TableQuery) => AsyncGenerator<Row>;
};

/** The live tables, as of the last batch that they have. */
export const readLiveTables = async (snapshot: Snapshot): Promise<TablesAt> =>
  liveTablesAt(snapshot, await readTablesHead(snapshot));

const liveTablesAt = (snapshot: Snapshot, head: JournalHead): TablesAt => ({
  head,
  snapshot,
  past: undefined,
  stream: (query) => streamRows(snapshot, query),
});

export type PastOptions = {
  /** Number of the batch; the last one of the live tables unless given. */
  readonly batch: number | undefined;
  /** False for exports that read nothing but the journal: nothing is replayed. */
  readonly needsTables: boolean;
  /** Called after each replayed batch with its number and the last one to replay. */
  readonly onBatch?: (seq: number, last: number) => void;
};

/** Calls `use` with the tables as of a batch. Throws if the journal does not have the batch. */
export async function withTablesAt<Result>(
  snapshot: Snapshot,
  { batch, needsTables, onBatch = () => {} }: PastOptions,
  use: (tables: TablesAt) => Promise<Result>,
): Promise<Result> {
  const live = await readLiveTables(snapshot);
  if (batch === undefined || batch === live.head.seq) return use(live);
  const head = await readBatchHead(snapshot, batch);
  if (!needsTables) return use(liveTablesAt(snapshot, head));
  return namingRelease(snapshot, () =>
    withScratchTables(snapshot, async (scratch) => {
      const failedFills = await fillScratch(snapshot, { scratch, last: batch, onBatch });
      const stream = <Row>(query: TableQuery) => streamClientRows<Row>(scratch.client, query);
      return use({ head, snapshot, past: { at: head.at, failedFills }, stream });
    }),
  );
}

/** Reads the number, time and hash of a batch. */
async function readBatchHead(snapshot: Snapshot, batch: number): Promise<JournalHead> {
  const [head] = await snapshot<JournalHead[]>`select seq, at, hash from journal where seq = ${batch}`;
  if (head !== undefined) return head;
  const { seq } = await readHead(snapshot);
  if (seq === 0) throw new Error(`expected a batch of the journal, which has none yet, got ${batch}`);
  throw new Error(`expected a batch from 1 to ${seq}, the last of the journal, got ${batch}`);
}

type ScratchFill = {
  readonly scratch: ScratchTables;
  /** The last batch. */
  readonly last: number;
  readonly onBatch: (seq: number, last: number) => void;
};

/** Fills the temporary tables up to a batch. Returns the fills whose settlement failed. */
async function fillScratch(
  snapshot: Snapshot,
  { scratch, last, onBatch }: ScratchFill,
): Promise<readonly number[]> {
  const replayed = createJournalReplay();
  const differences = createDifferences();
  const failed: number[] = [];
  const rows = streamRows<JournalRow>(snapshot, journalRows(0, last));
  for await (const { batch, events } of replayJournal(rows, replayed, differences)) {
    await scratch.projection.add(batch, collectTouched(replayed.replay.exchange, events));
    for (const event of events) failed.push(...listFailedFills(event));
    onBatch(batch.seq, last);
  }
  const [damage] = differences.found;
  if (damage !== undefined) throw new Error(`${damage}; see presage verify.`);
  await finishScratch(scratch);
  return failed;
}

const listFailedFills = (event: Event): number[] =>
  event.type === "settlement-failed" ? event.undone.map(({ no }) => no) : [];

// Rows of the replay's session, which come from another library than those of the snapshot.

const INT8_OID = 20;

/** Parses 64-bit integers as numbers, as `openDatabase` does. */
const PARSERS: { readonly getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === INT8_OID ? parseInteger : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} is not a safe integer`);
  return value;
}

async function* streamClientRows<Row>(
  client: Client,
  { cursor, text, page }: TableQuery,
): AsyncGenerator<Row> {
  await client.query(`declare ${cursor} no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await client.query<Row & object>({
      text: `fetch ${page} from ${cursor}`,
      types: PARSERS,
    });
    yield* rows;
    if (rows.length < page) break;
  }
  await client.query(`close ${cursor}`);
}
