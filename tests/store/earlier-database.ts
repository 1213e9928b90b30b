/** Databases as an earlier release left them: with its schema, and all rows of a history that this schema can hold. */
import { READ_TABLES_VERSION } from "../../src/store/projector/rebuild-tables.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { withCopySession } from "../../src/store/sql/copied-rows.ts";
import { copyBetween } from "../../src/store/sql/copy-between.ts";
import type { CopiedQuery } from "../../src/store/sql/copy-between.ts";
import { MIGRATIONS, migrate } from "../../src/store/sql/schema/migrate.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { withSql } from "../support/history.ts";

/** Rows that constraints of before refuse, by the last migration that has the constraint. */
const REFUSED: readonly (readonly [table: string, last: string, kept: string])[] = [
  ["operations", "0019_delayed_orders.sql", "where kind <> 'failed-settlement'"],
  ["price_history", "0042_webhooks.sql", "where midpoint between 1 and 19999"],
];

/** Tables without which no row of others may be, before those. */
const FIRST = ["journal", "events", "markets"];
/** Tables about the database itself. */
const OWN = ["migrations", "releases"];

/** Makes a database whose last migration is this one, with the rows of another database of this release. */
export async function createEarlierDatabase(from: string, last: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await withSql(database.url, async (sql) => {
    await sql`drop schema public cascade`;
    await sql`create schema public`;
  });
  await fillEarlierDatabase(database.url, from, last);
  return database;
}

/** Gives an empty database the schema up to this migration, and the rows of another database of this release. */
export async function fillEarlierDatabase(url: string, from: string, last: string): Promise<void> {
  await withSql(url, async (sql) => {
    await migrate(sql, MIGRATIONS, { last });
    const copies = copiesFor(await withSql(from, listColumns), await listColumns(sql), last);
    await withCopySession(from, (out) =>
      withCopySession(url, async (into) => {
        for (const copy of copies) await copyBetween(out, into, copy);
      }),
    );
    // No earlier release noted itself, and its read tables were of another version.
    await sql`drop table releases`;
    if (await hasTable(sql, "read_tables"))
      await sql`update read_tables set version = ${READ_TABLES_VERSION - 1}`;
  });
}

type Columns = ReadonlyMap<string, readonly string[]>;

/** Copies of the columns that both have, by table. */
function copiesFor(now: Columns, then: Columns, last: string): CopiedQuery[] {
  return [...then].flatMap(([table, columns]) => {
    const shared = columns.filter((column) => now.get(table)?.includes(column));
    if (shared.length === 0) return [];
    const kept = REFUSED.find(([name, until]) => name === table && last <= until)?.[2] ?? "";
    const list = shared.map((column) => `"${column}"`).join(", ");
    return [{ query: `select ${list} from ${table} ${kept}`, into: `${table} (${list})` }];
  });
}

/** Lists the columns that have values of their own, by table. */
async function listColumns(sql: Sql): Promise<Columns> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and table_name <> all(${OWN})
    group by table_name order by table_name`;
  const placeOf = ({ table }: { readonly table: string }): number =>
    FIRST.includes(table) ? FIRST.indexOf(table) : FIRST.length;
  const sorted = [...rows].sort((one, other) => placeOf(one) - placeOf(other));
  return new Map(sorted.map(({ table, columns }) => [table, columns]));
}

const hasTable = async (sql: Sql, name: string): Promise<boolean> => {
  const [{ found }] = await sql<[{ found: boolean }]>`select to_regclass(${name}) is not null as found`;
  return found;
};
