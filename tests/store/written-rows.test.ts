/** The rows of the read tables: a rebuild writes the very rows that commits wrote, and `verify` expects the same. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { READ_TABLES, rebuildTables } from "../../src/store/journal/rebuild-tables.ts";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import type { TestDatabase } from "../support/database.ts";
import { createHistory, withSql } from "../support/history.ts";

type Row = Readonly<Record<string, unknown>>;
type Rows = { readonly table: string; readonly rows: readonly Row[] };

const NAME = "written rows test";

let history: TestDatabase;

before(async () => {
  history = await createHistory();
});

after(() => history.close());

const readTables = (): Promise<Rows[]> =>
  withSql(history.url, (sql) =>
    Promise.all(READ_TABLES.map(async (table) => ({ table, rows: await readRows(sql, table) }))),
  );

async function readRows(sql: Sql, table: string): Promise<readonly Row[]> {
  const rows = await sql<{ row: Row }[]>`select to_jsonb(t) as row from ${sql(table)} t order by 1`;
  return rows.map(({ row }) => row);
}

/** Writes the tables anew from the journal. */
async function rebuild(): Promise<void> {
  const writer = await openWriterSession(history.url);
  try {
    await inSnapshot(history.url, NAME, (journal) => rebuildTables({ client: writer.client, journal }));
  } finally {
    await writer.close();
  }
}

/** Names the columns by which rows of a table differ, each with the first two values. */
function listDifferences({ table, rows }: Rows, rebuilt: readonly Row[]): string[] {
  if (rows.length !== rebuilt.length) return [`${table} has ${rows.length} rows, rebuilt ${rebuilt.length}`];
  const columns = new Map<string, string>();
  for (const [place, row] of rows.entries())
    for (const [column, value] of Object.entries(row)) {
      const [written, anew] = [value, rebuilt[place]![column]].map((one) => JSON.stringify(one));
      if (written === anew || columns.has(column)) continue;
      columns.set(column, `${table}.${column} is ${written} in row ${place + 1}, rebuilt ${anew}`);
    }
  return [...columns.values()];
}

test("a rebuild writes the very rows that commits wrote", async () => {
  const written = await readTables();
  for (const { table, rows } of written) assert.ok(rows.length > 0, `the history leaves no row in ${table}`);
  await rebuild();
  const rebuilt = await readTables();
  const differences = written.flatMap((one, index) => listDifferences(one, rebuilt[index]!.rows));
  assert.deepEqual(differences, []);
});

test("verify expects the rows that are written", async () => {
  const { differences } = await inSnapshot(history.url, NAME, verifyExchange);
  assert.deepEqual(differences, []);
});
