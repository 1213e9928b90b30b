/** The read tables as different ways leave them, row for row: as commits wrote them, flushed anew, and rebuilt. */
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import { JOURNAL_ROWS } from "../../src/store/journal/verify-journal.ts";
import type { JournalRow } from "../../src/store/journal/verify-journal.ts";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import { mergeBatchRows, readBatchRows } from "../../src/store/projector/table-rows.ts";
import type { BatchRows } from "../../src/store/projector/table-rows.ts";
import { rebuildTables } from "../../src/store/projector/rebuild-tables.ts";
import { tableSessions } from "../../src/store/projector/table-flusher.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot, streamRows } from "../../src/store/sql/table-stream.ts";
import { READ_TABLES } from "../../src/store/tables/read-tables.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { withSql } from "../support/history.ts";

const NAME = "compared tables";

type Row = Readonly<Record<string, unknown>>;
export type Rows = { readonly table: string; readonly rows: readonly Row[] };

export const readTables = (url: string): Promise<Rows[]> =>
  withSql(url, (sql) =>
    Promise.all(READ_TABLES.map(async (table) => ({ table, rows: await readRows(sql, table) }))),
  );

async function readRows(sql: Sql, table: string): Promise<readonly Row[]> {
  const rows = await sql<{ row: Row }[]>`select to_jsonb(t) as row from ${sql(table)} t order by 1`;
  return rows.map(({ row }) => row);
}

/** Writes the tables anew from the journal. */
export async function rebuild(url: string): Promise<void> {
  const writer = await openWriterSession(url);
  try {
    await inSnapshot(url, NAME, (journal) => rebuildTables({ client: writer.client, journal }));
  } finally {
    await writer.close();
  }
}

/** Sets the tables back to where they stood before the first batch. */
export const emptyTables = (url: string): Promise<void> =>
  withSql(url, async (sql) => {
    await sql.unsafe(`truncate ${READ_TABLES.join(", ")}`);
    await sql`update read_tables set seq = 0`;
  });

/** Empties the tables, and flushes the journal into them, so many batches at a time. */
export async function flushAnew(url: string, every: number): Promise<void> {
  await emptyTables(url);
  await flushJournal(url, { every, upTo: Number.POSITIVE_INFINITY });
}

/** Flushes the batches up to one into empty tables. */
export async function flushJournal(
  url: string,
  { every, upTo }: { readonly every: number; readonly upTo: number },
): Promise<void> {
  const session = await tableSessions(url)();
  const replay = createReplay();
  let from = session.seq;
  let merged: BatchRows | undefined;
  const flush = async (): Promise<void> => {
    if (merged === undefined) return;
    await session.flush(merged, from);
    from = merged.seq;
    merged = undefined;
  };
  try {
    await inSnapshot(url, NAME, async (journal) => {
      for await (const batch of streamRows<JournalRow>(journal, JOURNAL_ROWS)) {
        if (batch.seq > upTo) break;
        const events = replayBatch(replay, batch.events, batch.at);
        merged = mergeBatchRows(merged, readBatchRows(replay.exchange, events, batch));
        if (batch.seq % every === 0) await flush();
      }
      await flush();
    });
  } finally {
    await session.close();
  }
}

export const verifyTables = async (url: string): Promise<readonly string[]> =>
  (await inSnapshot(url, NAME, verifyExchange)).differences;

/** Names the columns by which the tables differ, each with the first two values. */
export const listDifferences = (some: readonly Rows[], others: readonly Rows[]): string[] =>
  some.flatMap((one, index) => tableDifferences(one, others[index]!.rows));

function tableDifferences({ table, rows }: Rows, others: readonly Row[]): string[] {
  if (rows.length !== others.length) return [`${table} has ${rows.length} rows, and then ${others.length}`];
  const columns = new Map<string, string>();
  for (const [place, row] of rows.entries())
    for (const [column, value] of Object.entries(row)) {
      const [one, other] = [value, others[place]![column]].map((cell) => JSON.stringify(cell));
      if (one === other || columns.has(column)) continue;
      columns.set(column, `${table}.${column} is ${one} in row ${place + 1}, and then ${other}`);
    }
  return [...columns.values()];
}
