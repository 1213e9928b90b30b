/** docs/data/dictionary.md, with its tables of all exported columns; and docs/data/export.md, with that of all tables. */
import {
  COLUMN_KINDS,
  EXPORTED_NAMES,
  describeForPrograms,
  describeTable,
} from "../../src/operate/export/data-dictionary.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

/** Text about the types, which the other tables name. */
function typesTable(): string {
  const code = (text: string): string => `\`${text}\``;
  const rows = Object.entries(COLUMN_KINDS).map(([name, kind]) => [
    name,
    kind.type,
    "unit" in kind ? kind.unit : "",
    "zone" in kind ? kind.zone : "",
    code(kind.parquet),
    code(kind.pandas),
    code(kind.duckdb),
  ]);
  return markdownTable(["kind", "type", "unit", "zone", "Parquet", "pandas", "DuckDB"], rows);
}

function columnsTable(name: string): string {
  const what = EXPORTED_NAMES.find((one) => one === name);
  if (what === undefined) throw new Error(`no exported table is named ${name}`);
  const rows = describeForPrograms(what).columns.map((column) => [
    `\`${column.name}\``,
    column.kind,
    column.meaning,
    column.absent ?? "",
    column.formula === null ? "" : `\`${column.formula}\``,
  ]);
  const { row, order, source } = describeForPrograms(what);
  const about = `A row is ${row}. Order: ${order}. Made from: ${source}.`;
  return `${about}\n\n${markdownTable(["column", "kind", "meaning", "absent value", "formula"], rows)}`;
}

export const dictionaryPage = () =>
  pageOf("data/dictionary.md", (name) => (name === "types" ? typesTable() : columnsTable(name)));

/** Text about the exported tables. */
const tablesTable = (): string =>
  markdownTable(
    ["table", "a row is", "time of `--from`, `--to`", "order"],
    EXPORTED_NAMES.map((name) => {
      const { row, time, order } = describeTable(name);
      return [`\`${name}\``, row, time === undefined ? "" : `\`${time}\``, order];
    }),
  );

export const exportPage = () => pageOf("data/export.md", tablesTable);
