/**
 * Copies of all tables in a schema of their own, and the statements that put them back. Only rows that differ are written,
 * so that it takes as long as there is to undo.
 */
import { elementAt } from "../../core/element-at.ts";
import type { AnySql, TransactionSql } from "../sql/database.ts";

/** A table that a snapshot has; names are quoted. */
type CopiedTable = {
  readonly name: string;
  /** Columns that are written; the others follow from them. */
  readonly columns: readonly string[];
  /** Columns of its primary key; none of a table of a single row. */
  readonly key: readonly string[] | null;
};

/**
 * Tables that stay as they are: those about this database's tables, and endpoints of webhooks, which stay like connections do.
 * A fork has none of them: its events are not those that receivers heard of.
 */
const LEFT_OUT = [
  "migrations",
  "releases",
  "master_key",
  "snapshots",
  "webhooks",
  "webhook_feeds",
  "webhook_deliveries",
];

export const schemaOf = (no: number): string => `snapshot_${no}`;

/** Copies the tables that have rows into the schema, which must not exist. */
export async function copyTables(sql: TransactionSql, schema: string): Promise<void> {
  const tables = await listFilled(sql, await listTables(sql));
  const copies = tables.map(({ name }) => `create table ${schema}.${name} as table ${name}`);
  await sql.unsafe([`create schema ${schema}`, ...copies].join(";"));
}

/** Gives all tables the rows that they had when they were copied; those that were not copied had none. */
export async function putBackTables(sql: TransactionSql, schema: string): Promise<void> {
  const tables = await listTables(sql);
  const copied = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = ${schema}`;
  const filled = new Set(copied.map(({ name }) => name));
  await sql.unsafe(
    [
      "set constraints all deferred",
      "set local work_mem = '64MB'",
      // The copies have no indexes and no statistics: both sides are read once.
      "set local enable_nestloop = off",
      "set local enable_mergejoin = off",
      ...tables.flatMap((table) =>
        filled.has(table.name) ? putBack(table, `${schema}.${table.name}`) : [`delete from ${table.name}`],
      ),
    ].join(";"),
  );
}

function putBack({ name, columns, key }: CopiedTable, copy: string): string[] {
  const list = columns.join(", ");
  const insert = `insert into ${name} (${list}) overriding system value select ${list} from ${copy} was`;
  if (key === null) return [`delete from ${name}`, insert];
  const sameKey = key.map((column) => `was.${column} = now.${column}`).join(" and ");
  const rowOf = (side: string): string => `row(${columns.map((column) => `${side}.${column}`).join(", ")})`;
  return [
    `delete from ${name} now where not exists
      (select from ${copy} was where ${sameKey} and ${rowOf("was")} is not distinct from ${rowOf("now")})`,
    `${insert} where not exists (select from ${name} now where ${sameKey})`,
  ];
}

const listTables = async (sql: AnySql): Promise<CopiedTable[]> =>
  sql<CopiedTable[]>`
    select quote_ident(relname) as name,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select array_agg(quote_ident(attname) order by attnum) from pg_index join pg_attribute
          on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary) as key
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relname = any(${LEFT_OUT})
    order by relname`;

async function listFilled(sql: AnySql, tables: readonly CopiedTable[]): Promise<CopiedTable[]> {
  const asked = tables.map(
    ({ name }, place) => `select ${place} as place where exists (select from ${name})`,
  );
  const rows = await sql.unsafe<{ place: number }[]>(asked.join(" union all "));
  return rows.map(({ place }) => elementAt(tables, place));
}
