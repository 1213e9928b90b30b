/**
 * Scratch tables: the read tables rebuilt from the journal, as temporary tables of one session, beside the live ones.
 * PostgreSQL finds a temporary table before the live one of its name, so the projection needs no other SQL. Nobody else
 * sees the tables, and the server drops them when the session ends, however it ends. The transaction that fills them is
 * read-only: no write can reach a live table.
 */
import type { Client } from "pg";
import { useIndexes } from "../journal/locked-session.ts";
import { createBulkProjection } from "../projector/bulk-projection.ts";
import type { BulkProjection } from "../projector/bulk-projection.ts";
import { analyzeTables } from "../projector/rebuild-tables.ts";
import { joinSnapshot, withCopySession } from "../sql/copied-rows.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { READ_TABLE_ROWS, READ_TABLES } from "../tables/read-tables.ts";
import type { ReadTable } from "../tables/read-tables.ts";

/** A column of the database, with its type by the name that `format_type` gives it; names are quoted for SQL. */
export type LiveColumn = { readonly name: string; readonly type: string };

/** A live table, as the database has it. */
export type LiveTable = {
  readonly table: ReadTable;
  /** Name with the schema: the name alone is the scratch table. */
  readonly live: string;
  readonly key: readonly LiveColumn[];
  /** The other columns, besides generated ones, which follow from them. */
  readonly columns: readonly LiveColumn[];
};

export type ScratchTables = {
  readonly client: Client;
  readonly tables: readonly LiveTable[];
  readonly projection: BulkProjection;
};

/** Calls `use` with empty scratch tables in a session that sees the snapshot. */
export const withScratchTables = <T>(
  snapshot: Snapshot,
  use: (scratch: ScratchTables) => Promise<T>,
): Promise<T> =>
  withCopySession(snapshot.url, async (client) => {
    await requireTemporary(client);
    const tables = await readLiveTables(client);
    await client.query(`begin read write; ${tables.map(createSql).join("; ")}; commit`);
    await joinSnapshot(client, snapshot);
    await useIndexes(client);
    return use({ client, tables, projection: createBulkProjection(client) });
  });

/** Writes the remaining rows, and prepares the session for comparing whole tables. */
export async function finishScratch({ client, projection }: ScratchTables): Promise<void> {
  await projection.finish();
  await analyzeTables(client);
  for (const method of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`reset enable_${method}`);
  await client.query("set jit = off; set cursor_tuple_fraction = 1");
}

/** Throws one clear sentence if this role or this server can have no temporary tables. */
async function requireTemporary(client: Client): Promise<void> {
  const { rows } = await client.query<{ why: string | null }>(
    `select case when pg_is_in_recovery() then 'the database is a standby: verify the primary'
       when not has_database_privilege(current_database(), 'temporary')
       then 'the role ' || current_user || ' may make none in this database: grant it TEMPORARY on it' end as why`,
  );
  const why = rows[0]?.why ?? undefined;
  if (why !== undefined) throw new Error(`A verification needs temporary tables, and ${why}.`);
}

type ColumnRow = LiveColumn & { readonly table: string; readonly live: string; readonly isKey: boolean };

async function readLiveTables(client: Client): Promise<LiveTable[]> {
  const { rows } = await client.query<ColumnRow>(
    `select relname as table, relnamespace::regnamespace || '.' || quote_ident(relname) as live,
       quote_ident(attname) as name, format_type(atttypid, null) as type, attnum = any(indkey) as "isKey"
     from pg_class join pg_attribute on attrelid = pg_class.oid join pg_index on indrelid = pg_class.oid and indisprimary
     where relnamespace = current_schema()::regnamespace and relname = any($1) and attnum > 0 and not attisdropped
       and attgenerated = '' order by array_position(indkey, attnum), attnum`,
    [READ_TABLES],
  );
  return READ_TABLE_ROWS.map((table) => {
    const all = rows.filter((row) => row.table === table.name);
    const [first] = all;
    if (first === undefined) throw new Error(`The database has no table ${table.name} with a primary key.`);
    const [key, columns] = [all.filter(({ isKey }) => isKey), all.filter(({ isKey }) => !isKey)];
    return { table, live: first.live, key, columns };
  });
}

/** Returns the SQL of an empty copy without checks, so that a journal that contradicts itself is told as such. */
function createSql({ table: { name, index }, live, key }: LiveTable): string {
  const columns = key.map((column) => column.name).join(", ");
  const indexed = index === undefined ? "" : `; create index on pg_temp.${name} ${index}`;
  return `create temporary table ${name} (like ${live} including defaults including generated, primary key (${columns}))${indexed}`;
}
