/** Columns of a described table that are read in binary COPY, each by its name. */
import type { CopiedRow } from "../sql/copied-rows.ts";
import { typeOfColumn } from "./table-sql.ts";
import type { Cell, ColumnName, ColumnType, StoredRow, Table } from "./table.ts";

/** The select list, and a reader for each of its columns. */
export type CopiedColumns<Described extends Table<never>, Name extends ColumnName<Described>> = {
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
  const columns = names.map((name) => ({ name, type: typeOfColumn(table, name) }));
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
      return (row) => row.hex(place);
    case "smallint[]":
      throw new TypeError("arrays are not copied");
  }
}
