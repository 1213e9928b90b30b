/** SQL of described tables, and their rows as array parameters: one array of a column's values for all rows. */
import type { BatchPlace, Cell, Column, ColumnType, Table } from "./table.ts";

export type NamedColumn<Row> = readonly [name: string, column: Column<Row>];

export const columnsOf = <Row>({ columns }: Table<Row>): readonly NamedColumn<Row>[] =>
  Object.entries(columns);

export function typeOfColumn({ name, columns }: Table<never>, column: string): ColumnType {
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
  const columns = columnsOf(table);
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

export const cellsOf = <Row>(rows: readonly Row[], { value }: Column<Row>, batch: BatchPlace): Cell[] =>
  rows.map((row) => value(row, batch));

/** Formats an array in PostgreSQL's text form. */
export const arrayText = (cells: readonly Cell[]): string => `{${cells.map(elementText).join()}}`;

function elementText(cell: Cell): string | number | boolean {
  if (typeof cell === "object") return `"{${cell.join()}}"`;
  return cell ?? "null";
}

/** Returns the columns of a table for a select list. */
export const selectList = ({ name, columns }: Table<never>): string =>
  Object.keys(columns)
    .map((column) => `${name}.${column}`)
    .join(", ");
