/**
 * Restores a backup into an empty database in one transaction, so that a failure or a crash leaves the database empty.
 * Restores the backed-up tables, checks the journal's hashes batch by batch, and builds the read tables from the journal.
 */
import { readdirSync } from "node:fs";
import { escapeIdentifier } from "pg";
import type { Client } from "pg";
import { elementAt } from "../../core/values/element-at.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { NewerEvent } from "../../store/journal/differences.ts";
import type { JournalRow } from "../../store/journal/verify-journal.ts";
import { openWriterSession } from "../../store/journal/writer-session.ts";
import { endKeys } from "../../store/keys/master-key.ts";
import { fillTables } from "../../store/projector/rebuild-tables.ts";
import { openDatabase } from "../../store/sql/database.ts";
import { nextRow } from "../../store/sql/table-stream.ts";
import { MIGRATIONS } from "../../store/sql/schema/migrate.ts";
import { updateSchema } from "../../store/sql/schema/update-schema.ts";
import { READ_TABLES } from "../../store/tables/read-tables.ts";
import { takeBackText } from "../../store/webhooks/webhook-feeds.ts";
import type { BackupFile, BackupHeader } from "./backup-file.ts";
import { findFilledTable, JOURNAL, listBackedUpTables, RUN_MODE } from "./backed-up-tables.ts";

export type RestoreOptions = {
  /** Address of an empty database. */
  readonly url: string;
  readonly backup: BackupFile;
  /** The last batch to restore, which the backup must have. */
  readonly lastSeq: number;
  /**
   * Allows a restore without the master key of the API keys. It revokes these keys, so that their wallets can create
   * new ones.
   */
  readonly endsKeys?: boolean;
  /** Called after each batch with its sequence number and the last batch's. */
  readonly onBatch?: (seq: number, last: number) => void;
};

/** Rows of one insert. */
const ROWS = 500;
/** Approximate maximum of journal characters in memory at a time. */
const JOURNAL_CHARACTERS = 4_000_000;

/** Restores the backup and returns the last batch. On failure it throws one clear sentence, and nothing is restored. */
export async function restoreBackup(options: RestoreOptions): Promise<JournalHead> {
  const { url, backup, lastSeq, onBatch } = options;
  await assertEmptyDatabase(url);
  await updateSchema(url);
  const writer = await openWriterSession(url);
  const { client } = writer;
  try {
    // Checked again under the lock, when nobody else can write.
    const tables = await assertEmptyDatabase(url);
    await client.query("begin");
    const lines = backup.lines();
    // The mode is that of the backup; an older backup without it leaves it to the next start.
    await client.query(`delete from ${RUN_MODE}`);
    await restoreTablesBeforeJournal(client, lines, tables);
    // The next start stores the identity of the key.
    await client.query("delete from master_key");
    if (options.endsKeys === true) await endKeys(client);
    const rows = restoreJournal(client, lines, { lastSeq, onBatch });
    const { head, damage } = await fillTables(client, rows).catch((error: unknown) => {
      throw error instanceof NewerEvent ? new Error(newerBackupText(backup.header, error.has)) : error;
    });
    if (damage !== undefined) throw new Error(`The backup is damaged: ${damage}`);
    assertSameHead(head, lastSeq, backup.header);
    if (lastSeq < backup.header.seq) await client.query(takeBackText(lastSeq));
    await client.query("commit");
    await client.query(`analyze ${[JOURNAL, ...tables, ...READ_TABLES].map(escapeIdentifier).join(", ")}`);
    return head;
  } finally {
    // The end of the session rolls back what was not committed.
    await writer.close();
  }
}

/** Throws if a newer release made the backup. */
export function assertBackupNotNewer(header: BackupHeader): void {
  const known = new Set(readdirSync(MIGRATIONS));
  const newer = header.migrations.find((name) => !known.has(name));
  if (newer === undefined) return;
  throw new Error(newerBackupText(header, `migration ${newer}`));
}

const newerBackupText = ({ presage }: BackupHeader, has: string): string =>
  `The backup has ${has}, which this release does not know: Presage ${presage} made it. Restore it with that release, or a newer one.`;

/** Returns the names of the tables to restore. Throws if the database is not empty. */
async function assertEmptyDatabase(url: string): Promise<string[]> {
  const sql = openDatabase(url, { name: "presage restore", maxConnections: 1 });
  try {
    const filled = await findFilledTable(sql);
    if (filled === undefined) return await listBackedUpTables(sql);
    throw new Error(
      `The database is not empty, its table ${filled} has rows: restore into a new data directory or an empty database`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Restores the tables before the journal, which is the last table. */
async function restoreTablesBeforeJournal(
  client: Client,
  lines: AsyncGenerator<string>,
  tables: readonly string[],
): Promise<void> {
  let table = "";
  const rows: string[] = [];
  for (let line = await nextRow(lines); line !== undefined; line = await nextRow(lines)) {
    if (line.startsWith("{")) rows.push(line);
    if (rows.length === ROWS || (line.startsWith("#") && rows.length > 0))
      await insertRows(client, table, rows.splice(0));
    if (!line.startsWith("#")) continue;
    table = line.slice(1);
    if (table === JOURNAL) return;
    if (!tables.includes(table))
      throw new Error(`The backup has the table ${table}, which this release does not know`);
  }
  throw new Error("The backup has no journal");
}

/** Inserts rows; columns that only this release has get their defaults. */
async function insertRows(client: Client, table: string, rows: readonly string[]): Promise<void> {
  const name = escapeIdentifier(table);
  const columns = Object.keys(parseObject(elementAt(rows, 0)))
    .map(escapeIdentifier)
    .join(", ");
  try {
    await client.query(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${rows.join(",")}]`],
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The table ${table} of the backup cannot be restored: ${why}`, { cause: error });
  }
}

type Extent = { readonly lastSeq: number; readonly onBatch: RestoreOptions["onBatch"] };

/** Yields the batches once they are stored. */
async function* restoreJournal(
  client: Client,
  lines: AsyncGenerator<string>,
  { lastSeq, onBatch }: Extent,
): AsyncGenerator<JournalRow> {
  let stored: string[] = [];
  let rows: JournalRow[] = [];
  let characters = 0;
  for (let line = await nextRow(lines); line !== undefined; line = await nextRow(lines)) {
    const row = readBatch(line);
    if (row.seq > lastSeq) break;
    stored.push(line);
    rows.push(row);
    characters += line.length;
    if (rows.length < ROWS && characters < JOURNAL_CHARACTERS) continue;
    await insertBatches(client, stored);
    yield* rows;
    onBatch?.(row.seq, lastSeq);
    [stored, rows, characters] = [[], [], 0];
  }
  await insertBatches(client, stored);
  yield* rows;
  await lines.return(undefined);
}

async function insertBatches(client: Client, lines: readonly string[]): Promise<void> {
  await client.query(
    `insert into journal (seq, previous, at, events, hash)
     select seq, nullif(seq - 1, 0), at, events, decode(hash, 'hex')
     from json_to_recordset($1::json) as row (seq bigint, at bigint, events text, hash text)`,
    [`[${lines.join(",")}]`],
  );
}

/** A batch as a line of a backup has it. */
export function readBatch(line: string): JournalRow {
  const { seq, at, events, hash } = parseObject(line);
  if (
    typeof seq !== "number" ||
    typeof at !== "number" ||
    typeof events !== "string" ||
    typeof hash !== "string"
  )
    throw new Error("The backup is damaged: its journal has a line that is no batch");
  return { seq, previous: seq === 1 ? null : seq - 1, at, events, hash: Buffer.from(hash, "hex") };
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

/** Throws if the restored journal does not end at the batch that the backup names. */
function assertSameHead(head: JournalHead, lastSeq: number, header: BackupHeader): void {
  const whole = lastSeq < header.seq || head.hash.toString("hex") === header.hash;
  if (head.seq === lastSeq && whole) return;
  throw new Error(
    `The backup is damaged: its journal ends with batch ${head.seq}, and should end with ${lastSeq}, hash ${header.hash}`,
  );
}
