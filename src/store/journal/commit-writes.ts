/**
 * The writes of a commit's statement: for each table, its SQL and the rows that a batch leaves in it. Made once, when the
 * module is loaded; a commit only fills in the parameters.
 */
import { MAX_MICROS } from "../../core/units.ts";
import { DAY_MS, HOUR_MS } from "../catalog/catalog-records.ts";
import type { BatchPlace, SharedValue, Table } from "../tables/table.ts";
import { arrayText, cellSql, cellsOf, columnsOf, insertSql, unnestSql } from "../tables/table-sql.ts";
import type { NamedColumn } from "../tables/table-sql.ts";
import type { TouchedState } from "./touched.ts";

/** One write: its parameters are arrays, of which the first gets the number `first`. */
export type TableWrite = {
  readonly parameters: number;
  readonly sql: (first: number) => string;
  readonly values: (touched: TouchedState, batch: BatchPlace) => string[];
};

/** Lists the rows that a batch leaves in a table. */
type RowsOf<Row> = (touched: TouchedState) => Iterable<Row>;

/** Shared values by the statement's first two parameters: the batch's number and its time. */
const SHARED: { readonly [Value in SharedValue]: string } = {
  seq: "$1::bigint",
  at: "$2::bigint",
  day: `$2::bigint / ${DAY_MS}`,
  hour: `$2::bigint / ${HOUR_MS}`,
};

function expression(column: NamedColumn<never>): string {
  const [, { shared }] = column;
  return shared === undefined ? cellSql(column) : SHARED[shared];
}

/** Adds rows with keys that the table cannot have yet. */
export const insert = <Row>(table: Table<Row>, rowsOf: RowsOf<Row>): TableWrite =>
  write(table, rowsOf, (rows) => insertSql(table, rows, expression));

/** Adds rows, and changes those whose keys the table has. */
export function upsert<Row>(table: Table<Row>, rowsOf: RowsOf<Row>): TableWrite {
  const changes = columnsOf(table).flatMap((column) => conflictSql(table, column) ?? []);
  const conflict = `on conflict (${table.key.join(", ")}) do update set ${changes.join(", ")}`;
  return write(table, rowsOf, (rows) => `${insertSql(table, rows, expression)} ${conflict}`);
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

/** Changes rows that the table has. */
export function update<Row>(table: Table<Row>, rowsOf: RowsOf<Row>): TableWrite {
  const { name: updated, key } = table;
  const changes = columnsOf(table)
    .filter(([name]) => !key.includes(name))
    .map((column) => `${column[0]} = ${expression(column)}`);
  const found = key.map((name) => `${updated}.${name} = row.${name}`).join(" and ");
  return write(
    table,
    rowsOf,
    (rows) => `update ${updated} set ${changes.join(", ")} from ${rows} where ${found}`,
  );
}

function write<Row>(table: Table<Row>, rowsOf: RowsOf<Row>, sql: (rows: string) => string): TableWrite {
  const columns = columnsOf(table).filter(([, { shared }]) => shared === undefined);
  const none = columns.map(() => "{}");
  return {
    parameters: columns.length,
    sql: (first) => sql(unnestSql(columns, first)),
    values(touched, batch) {
      const rows = [...rowsOf(touched)];
      if (rows.length === 0) return none;
      return columns.map(([, column]) => arrayText(cellsOf(rows, column, batch)));
    },
  };
}
