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

/** Inserts `rows`, of which `cell` gives the value of a column. */
export function insertSql<Row>(
  table: Table<Row>,
  rows: string,
  cell: (column: NamedColumn<Row>) => string,
): string {
  const columns = columnsOf(table);
  const names = columns.map(([name]) => name).join(", ");
  return `insert into ${table.name} (${names}) select ${columns.map(cell).join(", ")} from ${rows}`;
}

/** The value of a column in rows of array parameters, whose bytes and arrays come as text. */
export function cellSql([name, { type }]: NamedColumn<never>): string {
  if (type === "bytea") return `decode(row.${name}, 'hex')`;
  return type === "smallint[]" ? `row.${name}::smallint[]` : `row.${name}`;
}

/** Rows of the array parameters that are numbered from `first` on, under the names of these columns. */
export function unnestSql(columns: readonly NamedColumn<never>[], first: number): string {
  const arrays = columns.map(([, { type }], index) => `$${first + index}::${elementType(type)}[]`);
  return `unnest(${arrays.join(", ")}) as row (${columns.map(([name]) => name).join(", ")})`;
}

const elementType = (type: ColumnType): string => (type === "bytea" || type === "smallint[]" ? "text" : type);

export const cellsOf = <Row>(rows: readonly Row[], { value }: Column<Row>, batch: BatchPlace): Cell[] =>
  rows.map((row) => value(row, batch));

/** An array in PostgreSQL's text form. */
export const arrayText = (cells: readonly Cell[]): string => `{${cells.map(elementText).join()}}`;

function elementText(cell: Cell): string | number | boolean {
  if (typeof cell === "object") return `"{${cell.join()}}"`;
  return cell ?? "null";
}

/** The columns of a table as a query selects them. */
export const selectList = ({ name, columns }: Table<never>): string =>
  Object.keys(columns)
    .map((column) => `${name}.${column}`)
    .join(", ");
