/**
 * Writes of read tables: the SQL of each, the rows of a batch, and how a later row merges with an earlier one.
 * Generated from the tables' descriptions when the module is loaded.
 */
import { MAX_MICROS } from "../../core/units.ts";
import { arrayText, cellSql, columnsOf, insertSql, unnestSql } from "../tables/table-sql.ts";
import type { NamedColumn } from "../tables/table-sql.ts";
import type { BatchPlace, Cell, Table } from "../tables/table.ts";
import type { TouchedState } from "./touched.ts";

/** A row as the values of its columns, in the order of its table's description. */
export type Cells = Cell[];

/** The primary key of a row: the value of its one column, or those of several joined. */
export type RowKey = Cell;

export type TableWrite = {
  /** Number of parameters, one array for each column. */
  readonly parameters: number;
  /** SQL whose first array is parameter number `first`. */
  readonly sql: (first: number) => string;
  /** Reads the rows of a batch from the state, which must be as the batch left it. */
  readonly read: (touched: TouchedState, batch: BatchPlace) => Cells[];
  readonly keyOf: (row: Cells) => RowKey;
  /** Merges two rows of one key into the row that both writes would result in, the earlier one first. */
  readonly merge: (earlier: Cells, later: Cells) => Cells;
  /** Returns the parameters of these rows. */
  readonly values: (rows: readonly Cells[]) => string[];
};

/** Lists the rows of a batch in a table. */
type RowsOf<Row> = (touched: TouchedState) => Iterable<Row>;

/** Inserts rows with keys that the table cannot have yet. */
export const insert = <Row>(table: Table<Row>, rowsOf: RowsOf<Row>): TableWrite =>
  write(table, rowsOf, (rows) => insertSql(table, rows, cellSql));

/** Inserts rows, and updates those whose keys the table has. */
export function upsert<Row>(table: Table<Row>, rowsOf: RowsOf<Row>): TableWrite {
  const changes = columnsOf(table).flatMap((column) => conflictSql(table, column) ?? []);
  const conflict = `on conflict (${table.key.join(", ")}) do update set ${changes.join(", ")}`;
  return write(table, rowsOf, (rows) => `${insertSql(table, rows, cellSql)} ${conflict}`);
}

function conflictSql(
  { name: table, key }: Table<never>,
  [name, column]: NamedColumn<never>,
): string | undefined {
  if (key.includes(name)) return undefined;
  switch (column.onConflict) {
    case "keep":
      return undefined;
    case "first":
      return `${name} = coalesce(${table}.${name}, excluded.${name})`;
    case "sum":
      return `${name} = least(${table}.${name}::numeric + excluded.${name}, ${MAX_MICROS})`;
    case undefined:
      return `${name} = excluded.${name}`;
  }
}

/** Updates rows that the table has. */
export function update<Row>(table: Table<Row>, rowsOf: RowsOf<Row>): TableWrite {
  const { name: updated, key } = table;
  const changes = columnsOf(table)
    .filter(([name]) => !key.includes(name))
    .map((column) => `${column[0]} = ${cellSql(column)}`);
  const found = key.map((name) => `${updated}.${name} = row.${name}`).join(" and ");
  return write(
    table,
    rowsOf,
    (rows) => `update ${updated} set ${changes.join(", ")} from ${rows} where ${found}`,
  );
}

function write<Row>(table: Table<Row>, rowsOf: RowsOf<Row>, sql: (rows: string) => string): TableWrite {
  const columns = columnsOf(table);
  const none = columns.map(() => "{}");
  const merges = columns.map(([, { onConflict }]) => onConflict);
  const replaces = merges.every((merge) => merge === undefined || merge === "keep");
  return {
    parameters: columns.length,
    sql: (first) => sql(unnestSql(columns, first)),
    read: (touched, batch) =>
      Array.from(rowsOf(touched), (row) => columns.map(([, { value }]) => value(row, batch))),
    keyOf: keyReader(table),
    merge: (earlier, later) =>
      replaces ? later : later.map((cell, place) => merged(merges[place], earlier[place], cell)),
    values: (rows) =>
      rows.length === 0 ? none : columns.map((_, place) => arrayText(rows.map((row) => row[place]))),
  };
}

function keyReader({ key, columns }: Table<never>): TableWrite["keyOf"] {
  const names = Object.keys(columns);
  const places = key.map((name) => names.indexOf(name));
  const [only, ...others] = places;
  return only !== undefined && others.length === 0
    ? (row) => row[only]
    : (row) => places.map((place) => row[place]).join();
}

/** Returns a column's value after both writes, as `conflictSql` does for the table's value and the row's. */
function merged(onConflict: "keep" | "first" | "sum" | undefined, earlier: Cell, later: Cell): Cell {
  switch (onConflict) {
    case "keep":
      return earlier;
    case "first":
      return earlier ?? later;
    case "sum":
      return Math.min(Number(earlier) + Number(later), MAX_MICROS);
    case undefined:
      return later;
  }
}
