/** Exported rows as text: CSV after RFC 4180, and NDJSON. Amounts are exact decimals, times ISO 8601 in UTC. */
import { decimalText } from "../../core/units.ts";
import { isDecimal, PLACES } from "./exported-tables.ts";
import type { ColumnKind, Columns, ExportedRow } from "./exported-tables.ts";
import type { RowEncoder } from "./row-encoder.ts";

type Value = ExportedRow[string];

/** The value as it is written: amounts and times as text. */
function shown(kind: ColumnKind, value: Value | undefined): Value {
  if (value === null || value === undefined || typeof value !== "number") return value ?? null;
  if (isDecimal(kind)) return decimalText(value, PLACES[kind]);
  return kind === "time" ? new Date(value).toISOString() : value;
}

const SPECIAL = /[",\r\n]/;

function csvField(value: Value): string {
  const text = value === null ? "" : String(value);
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const NOTHING = Buffer.alloc(0);

/** Writes a line of names, and a line for each row. */
export function csvEncoder(columns: Columns): RowEncoder {
  const kinds = Object.entries(columns);
  const line = (row: ExportedRow): string =>
    `${kinds.map(([name, kind]) => csvField(shown(kind, row[name]))).join(",")}\r\n`;
  return {
    begin: () => Buffer.from(`${Object.keys(columns).join(",")}\r\n`),
    add: (rows) => Buffer.from(rows.map(line).join("")),
    end: () => NOTHING,
  };
}

/** Writes a JSON object on a line of its own for each row. */
export function ndjsonEncoder(columns: Columns): RowEncoder {
  const kinds = Object.entries(columns);
  const line = (row: ExportedRow): string =>
    `${JSON.stringify(Object.fromEntries(kinds.map(([name, kind]) => [name, shown(kind, row[name])])))}\n`;
  return {
    begin: () => NOTHING,
    add: (rows) => Buffer.from(rows.map(line).join("")),
    end: () => NOTHING,
  };
}
