/** Lines of a backup: the tables beside the journal, and the journal, whose hashes are checked on the way. */
import { GENESIS_HASH, readHead } from "../../store/journal/journal.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { findDamage, journalRows } from "../../store/journal/verify-journal.ts";
import type { JournalRow } from "../../store/journal/verify-journal.ts";
import { computeFingerprint, computeStoredFingerprint } from "../../store/keys/master-key.ts";
import type { Sql } from "../../store/sql/database.ts";
import { SHORT_ROWS, streamRows } from "../../store/sql/table-stream.ts";
import type { BackupHeader } from "./backup-file.ts";
import { JOURNAL, listBackedUpTables } from "./backed-up-tables.ts";

export type BackupContent = { readonly header: BackupHeader; readonly lines: AsyncIterable<string> };

export type BackupOptions = {
  /** Version of the release that makes the backup. */
  readonly version: string;
  readonly time: Date;
  /** The master key, where it is known. */
  readonly masterKey: string | undefined;
  readonly withKeys: boolean;
  /** Called after each batch with its sequence number and the last batch's. */
  readonly onBatch?: (seq: number, last: number) => void;
};

/** Reads the content of a backup. `sql` must be one snapshot (`openSnapshot`) of a database with this release's tables. */
export async function readBackupContent(sql: Sql, options: BackupOptions): Promise<BackupContent> {
  const { version, time, withKeys } = options;
  const { seq, at, hash } = await readHead(sql);
  const migrations = await sql<{ name: string }[]>`select name from migrations order by name collate "C"`;
  const fingerprint = await findFingerprint(sql, options);
  const header: BackupHeader = {
    presage: version,
    time: time.toISOString(),
    migrations: migrations.map(({ name }) => name),
    seq,
    at,
    hash: hash.toString("hex"),
    masterKey: { included: withKeys, ...(fingerprint !== undefined && { fingerprint }) },
  };
  return { header, lines: listLines(sql, options, seq) };
}

/** Finds the fingerprint of the master key of the API keys, which may differ from the current one. */
async function findFingerprint(
  sql: Sql,
  { masterKey, withKeys }: BackupOptions,
): Promise<string | undefined> {
  const [row] = await sql<{ fingerprint: string }[]>`select fingerprint from master_key`;
  if (
    row === undefined ||
    (masterKey !== undefined && computeStoredFingerprint(masterKey) === row.fingerprint)
  )
    return masterKey === undefined ? undefined : computeFingerprint(masterKey);
  if (!withKeys) return row.fingerprint;
  throw new Error(
    `The API keys were made with another master key than the one that is there, that of fingerprint ${row.fingerprint}: put it back, or make the backup without --with-keys`,
  );
}

async function* listLines(sql: Sql, options: BackupOptions, last: number): AsyncGenerator<string> {
  const { masterKey, withKeys, onBatch } = options;
  if (withKeys && masterKey !== undefined) yield `!${masterKey}`;
  for (const table of await listBackedUpTables(sql)) {
    yield `#${table}`;
    yield* listRowLines(sql, table);
  }
  yield `#${JOURNAL}`;
  yield* listBatchLines(sql, { seq: 0, at: 0, hash: GENESIS_HASH }, { last, onBatch });
}

type BatchRange = { readonly last: number; readonly onBatch?: BackupOptions["onBatch"] };

/** Yields batches from after one up to another, as lines. Throws if one does not follow the one before it. */
export async function* listBatchLines(
  sql: Sql,
  after: JournalHead,
  { last, onBatch }: BatchRange,
): AsyncGenerator<string> {
  let head = after;
  for await (const row of streamRows<JournalRow>(sql, journalRows(after.seq, last))) {
    const [damage] = findDamage(head, row);
    if (damage !== undefined) throw new Error(`${damage}. It cannot be backed up so; see presage verify.`);
    head = row;
    const { seq, at, events, hash } = row;
    yield JSON.stringify({ seq, at, events, hash: hash.toString("hex") });
    onBatch?.(seq, last);
  }
}

/** Yields the rows of a table as lines. */
export async function* listRowLines(sql: Sql, table: string): AsyncGenerator<string> {
  const [{ quoted }] = await sql<[{ quoted: string }]>`select quote_ident(${table}) as quoted`;
  const text = `select row_to_json(t)::text as row from ${quoted} t`;
  const rows = streamRows<{ row: string }>(sql, { cursor: "kept_rows", page: SHORT_ROWS, text });
  for await (const { row } of rows) yield row;
}
