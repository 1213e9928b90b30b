/**
 * Descriptions of tables: the name, type and value of each column, once. The statement of a flush, the rows of a
 * rebuild and the queries that read rows back are generated from them; the migrations make the tables themselves.
 */
import { DAY_MS, HOUR_MS } from "../catalog/catalog-records.ts";
import type { CopiedRow } from "../sql/copied-rows.ts";

/** Types by the names that PostgreSQL's `format_type` gives them. */
export type ColumnType =
  | "smallint"
  | "integer"
  | "bigint"
  | "boolean"
  | "text"
  | "uuid"
  | "bytea"
  | "smallint[]";

/**
 * A value for an array parameter. Bytes are hex digits, `undefined` is null. No text may need quotes within an array:
 * texts here are plain words, addresses and ids.
 */
export type Cell = string | number | boolean | readonly number[] | undefined;

/** The batch that rows are written with; `at` is engine time in milliseconds. */
export type BatchPosition = { readonly seq: number; readonly at: number };

export type Column<Row> = {
  readonly type: ColumnType;
  readonly value: (row: Row, batch: BatchPosition) => Cell;
  /**
   * Conflict rule for an existing row; by default the new value replaces the old one. "first" retains a value that is
   * not null, "sum" adds up to the largest possible amount.
   */
  readonly onConflict?: "keep" | "first" | "sum";
};

export type Columns<Row> = { readonly [name: string]: Column<Row> };

/** A table, or the part of one that is written on its own. */
export type Table<Row> = {
  readonly name: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly columns: Columns<Row>;
};

type ColumnName<Described extends Table<never>> = keyof Described["columns"] & string;

/** A row of a query, by column. */
export type StoredRow<Described extends Table<never>> = {
  readonly [Name in ColumnName<Described>]: Stored<ReturnType<Described["columns"][Name]["value"]>>;
};

type Stored<Value> = Exclude<Value, undefined> | (undefined extends Value ? null : never);

// SQL of described tables, and their rows as array parameters: one array of a column's values for all rows.

export type NamedColumn<Row> = readonly [name: string, column: Column<Row>];

export const listColumns = <Row>({ columns }: Table<Row>): readonly NamedColumn<Row>[] =>
  Object.entries(columns);

function columnType({ name, columns }: Table<never>, column: string): ColumnType {
  const found = columns[column];
  if (found === undefined) throw new Error(`table ${name} has no column ${column}`);
  return found.type;
}

/** Returns the SQL that inserts `rows`; `cell` gives the SQL of a column's value. */
export function insertSql<Row>(
  table: Table<Row>,
  rows: string,
  cell: (column: NamedColumn<Row>) => string,
): string {
  const columns = listColumns(table);
  const names = columns.map(([name]) => name).join(", ");
  return `insert into ${table.name} (${names}) select ${columns.map(cell).join(", ")} from ${rows}`;
}

/** Returns the SQL of a column's value in rows of array parameters, whose bytes and arrays come as text. */
export function cellSql([name, { type }]: NamedColumn<never>): string {
  if (type === "bytea") return `decode(row.${name}, 'hex')`;
  return type === "smallint[]" ? `row.${name}::smallint[]` : `row.${name}`;
}

/** Returns the SQL of rows from array parameters, numbered from `first` on, with the names of these columns. */
export function unnestSql(columns: readonly NamedColumn<never>[], first: number): string {
  const arrays = columns.map(([, { type }], index) => `$${first + index}::${elementType(type)}[]`);
  return `unnest(${arrays.join(", ")}) as row (${columns.map(([name]) => name).join(", ")})`;
}

const elementType = (type: ColumnType): string => (type === "bytea" || type === "smallint[]" ? "text" : type);

export const listCells = <Row>(rows: readonly Row[], { value }: Column<Row>, batch: BatchPosition): Cell[] =>
  rows.map((row) => value(row, batch));

/** Formats an array in PostgreSQL's text form. */
export const arrayText = (cells: readonly Cell[]): string => `{${cells.map(elementText).join()}}`;

function elementText(cell: Cell): string | number | boolean {
  if (typeof cell === "object") return `"{${cell.join()}}"`;
  // A text that reads like the word for no value.
  if (typeof cell === "string" && cell.length === 4 && cell.toLowerCase() === "null") return `"${cell}"`;
  return cell ?? "null";
}

/** Returns the columns of a table for a select list. */
export const selectList = ({ name, columns }: Table<never>): string =>
  Object.keys(columns)
    .map((column) => `${name}.${column}`)
    .join(", ");

// Columns with the time of a row's write: the batch, its time, or its day or hour.

export const BATCH = {
  seq: { type: "bigint", value: (_row, { seq }) => seq },
  at: { type: "bigint", value: (_row, { at }) => at },
  day: { type: "integer", value: (_row, { at }) => Math.floor(at / DAY_MS) },
  hour: { type: "integer", value: (_row, { at }) => Math.floor(at / HOUR_MS) },
} satisfies Columns<unknown>;

// Columns of a described table that are read in binary COPY, each by its name.

/** The select list, and a reader for each of its columns. */
type CopiedColumns<Described extends Table<never>, Name extends ColumnName<Described>> = {
  readonly list: string;
  readonly read: { readonly [Read in Name]: (row: CopiedRow) => StoredRow<Described>[Read] };
};

type CellReader = (row: CopiedRow) => Cell;

export function copiedColumns<Described extends Table<never>, Name extends ColumnName<Described>>(
  table: Described,
  names: readonly Name[],
): CopiedColumns<Described, Name>;
export function copiedColumns(
  table: Table<never>,
  names: readonly string[],
): { list: string; read: { [name: string]: CellReader } } {
  const columns = names.map((name) => ({ name, type: columnType(table, name) }));
  return {
    list: columns.map(({ name, type }) => (type === "uuid" ? `${name}::text` : name)).join(", "),
    read: Object.fromEntries(columns.map(({ name, type }, place) => [name, cellReader(type, place)])),
  };
}

function cellReader(type: ColumnType, place: number): CellReader {
  switch (type) {
    case "smallint":
    case "integer":
    case "bigint":
      return (row) => row.integer(place);
    case "boolean":
      return (row) => row.flag(place);
    case "text":
    case "uuid":
      return (row) => row.word(place);
    case "bytea":
      return (row) => row.digest(place);
    case "smallint[]":
      throw new TypeError("arrays are not copied");
  }
}
