/** The read tables after a fixed journal: their columns, and a digest of their rows. */
import { readFileSync } from "node:fs";
import { batchHash, GENESIS_HASH } from "../../src/store/journal/journal.ts";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import { rebuildTables } from "../../src/store/projector/rebuild-tables.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { READ_TABLES } from "../../src/store/tables/read-tables.ts";
import { createTestDatabase } from "../support/database.ts";
import { withSql } from "../support/history.ts";

export const DIGESTS = new URL("../vectors/read-tables.json", import.meta.url);
const JOURNAL = new URL("../vectors/journal.jsonl", import.meta.url);

export type TableDigest = { readonly columns: readonly string[]; readonly rows: string };
export type ReadTables = {
  /** `READ_TABLES_VERSION`. */
  readonly version: number;
  readonly tables: { readonly [table: string]: TableDigest };
};

type Batch = { readonly at: number; readonly events: string };

export async function digestReadTables(): Promise<ReadTables> {
  const database = await createTestDatabase();
  try {
    return await withSql(database.url, async (sql) => {
      await writeJournal(sql);
      await rebuild(database.url);
      const [{ version }] = await sql<[{ version: number }]>`select version from read_tables`;
      const tables = await Promise.all(
        READ_TABLES.map(async (name) => [name, await digestOf(sql, name)] as const),
      );
      return { version, tables: Object.fromEntries(tables) };
    });
  } finally {
    await database.close();
  }
}

async function writeJournal(sql: Sql): Promise<void> {
  const lines = readFileSync(JOURNAL, "utf8").trimEnd().split("\n");
  let hash = GENESIS_HASH;
  for (const [index, line] of lines.entries()) {
    const { at, events }: Batch = JSON.parse(line);
    const seq = index + 1;
    hash = batchHash(hash, seq, at, events);
    await sql`
      insert into journal (seq, previous, at, events, hash)
      values (${seq}, ${index === 0 ? null : index}, ${at}, ${events}, ${hash})`;
  }
}

async function rebuild(url: string): Promise<void> {
  const writer = await openWriterSession(url);
  try {
    await inSnapshot(url, "read tables", (journal) => rebuildTables({ client: writer.client, journal }));
  } finally {
    await writer.close();
  }
}

async function digestOf(sql: Sql, table: string): Promise<TableDigest> {
  const columns = await sql<{ column: string }[]>`
    select column_name || ' ' || udt_name as column from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by column_name`;
  const [{ digest }] = await sql<[{ digest: string }]>`
    select coalesce(md5(string_agg(line, chr(10) order by line)), '') as digest
    from (select to_jsonb(rows)::text as line from ${sql(table)} as rows) as lines`;
  return { columns: columns.map(({ column }) => column), rows: digest };
}
