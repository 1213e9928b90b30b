/**
 * Copies an exchange's database with its current schema. The copy is made from one snapshot, so that the exchange may
 * continue, and the source is only read.
 */
import type { Client } from "pg";
import { joinSnapshot, withCopySession } from "../sql/copied-rows.ts";
import { copyBetween } from "../sql/copy-between.ts";
import { listApplied, MIGRATIONS } from "../sql/migration-files.ts";
import type { Sql } from "../sql/database.ts";
import { migrate } from "../sql/migrate.ts";
import type { Snapshot } from "../sql/table-stream.ts";

type Table = {
  readonly name: string;
  /** Columns with stored values; generated ones follow from them. */
  readonly columns: readonly string[];
  /** Tables that its rows reference. */
  readonly names: readonly string[];
};

/** Tables about a database itself; the migrations fill them. */
const NOT_COPIED = ["migrations", "releases"];

/** Copies an exchange into an empty database. Calls `onTable` after each table with the number of copied tables and of all. */
export async function copyDatabase(
  source: Snapshot,
  target: Sql & { readonly url: string },
  onTable: (done: number, total: number) => void = () => {},
): Promise<void> {
  const last = (await listApplied(source)).at(-1);
  await migrate(target, MIGRATIONS, { last: last?.name });
  const tables = await listTables(target);
  const own = new Set(tables.map(({ name }) => name));
  // Other tables are the operator's, and no migration uses them.
  const found = (await listTables(source)).filter(({ name }) => own.has(name));
  refuseChanged(found, tables);
  await withCopySession(source.url, (from) =>
    withCopySession(target.url, async (to) => {
      await joinSnapshot(from, source);
      for (const [index, table] of inOrder(tables).entries()) {
        await copyTable(from, to, table);
        onTable(index + 1, tables.length);
      }
    }),
  );
  await target.unsafe("analyze");
}

function copyTable(from: Client, to: Client, { name, columns }: Table): Promise<void> {
  const list = columns.join(", ");
  return copyBetween(from, to, { query: `select ${list} from ${name}`, into: `${name} (${list})` });
}

const listTables = async (sql: Sql): Promise<Table[]> =>
  sql<Table[]>`
    select quote_ident(relname) as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select quote_ident(other.relname) from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as names
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relname = any(${NOT_COPIED})
    order by relname`;

/** Sorts tables so that each follows the tables that its rows reference. */
function inOrder(tables: readonly Table[]): Table[] {
  const placed = new Map<string, Table>();
  const place = (table: Table): void => {
    for (const other of tables) if (table.names.includes(other.name) && !placed.has(other.name)) place(other);
    placed.set(table.name, table);
  };
  tables.forEach(place);
  return [...placed.values()];
}

/** Throws if the tables are not those that the migrations made. */
function refuseChanged(found: readonly Table[], expected: readonly Table[]): void {
  const textOf = (tables: readonly Table[]): Set<string> =>
    new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const [there, made] = [textOf(found), textOf(expected)];
  const more = [...there].filter((column) => !made.has(column));
  const less = [...made].filter((column) => !there.has(column));
  if (more.length + less.length === 0) return;
  const faults = [
    ...(more.length > 0 ? [`it has ${more.join(", ")} besides`] : []),
    ...(less.length > 0 ? [`it lacks ${less.join(", ")}`] : []),
  ];
  throw new Error(
    `The tables of the database are not those that its migrations made: ${faults.join("; ")}. Somebody changed them; an upgrade may fail or leave that out.`,
  );
}
