/**
 * Verify, rebuild, export of the books, backup and restore of a journal of half a million events, in events a minute.
 * Once with batches as a busy exchange writes them, once with one command each. The floor is reading the journal and
 * checking its hashes alone.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBackupFile, writeBackupFile } from "../src/operate/backup/backup-file.ts";
import { restoreBackup } from "../src/operate/backup/restore-backup.ts";
import { streamDurably } from "../src/operate/backup/framed-file.ts";
import { readBackupContent } from "../src/operate/backup/write-backup.ts";
import { PERIOD_MS } from "../src/operate/export/export-request.ts";
import { exportTable } from "../src/operate/export/export-table.ts";
import { GENESIS_HASH } from "../src/store/journal/journal.ts";
import type { JournalHead } from "../src/store/journal/journal.ts";
import { findDamage, JOURNAL_ROWS } from "../src/store/journal/verify-journal.ts";
import type { JournalRow } from "../src/store/journal/verify-journal.ts";
import { openWriterSession } from "../src/store/journal/writer-session.ts";
import { rebuildTables } from "../src/store/projector/rebuild-tables.ts";
import { startEmbeddedServer } from "../src/store/server/embedded-server.ts";
import { openDatabase } from "../src/store/sql/database.ts";
import { inSnapshot, streamRows } from "../src/store/sql/table-stream.ts";
import type { Snapshot } from "../src/store/sql/table-stream.ts";
import { updateSchema } from "../src/store/sql/schema/update-schema.ts";
import { verifyExchange } from "../src/store/verify/verify-exchange.ts";
import { sized } from "./support/sized.ts";
import { storeJournal } from "./support/stored-journal.ts";
import { printTable } from "./support/table.ts";

const COMMANDS = sized(500_000, 1_000);
const BATCHES = [30, 1];

/** Location of one journal, and of the database to restore it to. */
type JournalLocation = { readonly url: string; readonly emptyUrl: string; readonly file: string };
type MeasuredOperation = { readonly name: string; readonly run: (place: JournalLocation) => Promise<void> };

/** Name of the connections, as PostgreSQL shows it. */
const NAME = "presage bench";

const MEASURED: readonly MeasuredOperation[] = [
  { name: "rebuild", run: rebuild },
  { name: "journal's hashes alone", run: ({ url }) => inSnapshot(url, NAME, checkHashes) },
  { name: "verify", run: ({ url }) => inSnapshot(url, NAME, verify) },
  { name: "export of books", run: ({ url }) => inSnapshot(url, NAME, exportBooks) },
  { name: "backup", run: writeBackup },
  { name: "restore", run: restore },
];

async function rebuild({ url }: JournalLocation): Promise<void> {
  const writer = await openWriterSession(url);
  await inSnapshot(
    url,
    NAME,
    async (journal) => void (await rebuildTables({ client: writer.client, journal })),
  );
  await writer.close();
}

async function checkHashes(sql: Snapshot): Promise<void> {
  let head: JournalHead = { seq: 0, at: 0, hash: GENESIS_HASH };
  for await (const row of streamRows<JournalRow>(sql, JOURNAL_ROWS)) {
    if (findDamage(head, row).length > 0) throw new Error(`batch ${row.seq} is damaged`);
    head = row;
  }
}

async function verify(sql: Snapshot): Promise<void> {
  const { ok, differences } = await verifyExchange(sql);
  if (!ok) throw new Error(differences[0]);
}

async function exportBooks(sql: Snapshot): Promise<void> {
  const { pieces } = await exportTable(sql, { what: "books", format: "csv", every: PERIOD_MS["1m"] });
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.length;
  console.log(`${(bytes / 1e6).toFixed(1)} MB of books`);
}

async function writeBackup({ url, file }: JournalLocation): Promise<void> {
  await inSnapshot(url, NAME, async (sql) => {
    const options = { version: "bench", time: new Date(), masterKey: undefined, withKeys: false };
    const { header, lines } = await readBackupContent(sql, options);
    const bytes = await streamDurably(file, writeBackupFile(header, lines));
    console.log(`${(bytes / 1e6).toFixed(0)} MB of backup`);
  });
}

async function restore({ emptyUrl, file }: JournalLocation): Promise<void> {
  const backup = await openBackupFile(file);
  await restoreBackup({ url: emptyUrl, backup, lastSeq: backup.header.seq });
}

/** Times an operation with all its steps to the end of a restore, in seconds. */
async function time({ run }: MeasuredOperation, place: JournalLocation): Promise<number> {
  const startedAt = performance.now();
  await run(place);
  return (performance.now() - startedAt) / 1000;
}

async function measure(directory: string, batch: number): Promise<void> {
  const server = await startEmbeddedServer({ directory, log: () => {} });
  try {
    const sql = openDatabase(server.url);
    await sql.unsafe(`create database journal_${batch}`);
    await sql.unsafe(`create database restored_${batch}`);
    await sql.end();
    const urlOf = (name: string): string => server.url.replace(/[^/]+$/, name);
    const [url, emptyUrl] = [urlOf(`journal_${batch}`), urlOf(`restored_${batch}`)];
    await updateSchema(url);
    const journal = openDatabase(url);
    const events = await storeJournal(journal, { commands: COMMANDS, batch });
    await journal.end();
    console.log(`## ${events} events, ${batch} commands a batch`);
    const rows: string[][] = [];
    for (const measured of MEASURED) {
      const seconds = await time(measured, { url, emptyUrl, file: join(directory, "presage.backup") });
      rows.push([measured.name, seconds.toFixed(1), ((events / seconds) * 60e-6).toFixed(2)]);
    }
    printTable(["", "seconds", "million events a minute"], rows);
  } finally {
    await server.close();
  }
}

export async function bench(): Promise<void> {
  for (const batch of BATCHES) {
    const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
    try {
      await measure(directory, batch);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}
