/**
 * Encodes exported rows as Parquet, in row groups of a fixed size. Amounts are DECIMAL made from whole numbers, so none is
 * ever rounded; times are TIMESTAMP in UTC.
 */
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { isDecimal, PLACES } from "./exported-tables.ts";
import type { ColumnKind, Columns, ExportedRow } from "./exported-tables.ts";
import type { RowEncoder } from "./row-text.ts";

/** Rows of a group, which are in memory together. */
const GROUP_ROWS = 50_000;
/** Decimal digits that 64 bits hold. */
const PRECISION = 18;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];
type Element = Schema[number];

/** States by a logical type that times are in UTC; readers do not infer it from the converted type alone. */
const UTC_MILLIS = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } as const;
const optional = { repetition_type: "OPTIONAL" } as const;

function elementOf(name: string, kind: ColumnKind): Element {
  if (isDecimal(kind))
    return {
      name,
      type: "INT64",
      converted_type: "DECIMAL",
      precision: PRECISION,
      scale: PLACES[kind],
      ...optional,
    };
  switch (kind) {
    case "text":
      return { name, type: "BYTE_ARRAY", converted_type: "UTF8", ...optional };
    case "integer":
      return { name, type: "INT64", ...optional };
    case "flag":
      return { name, type: "BOOLEAN", ...optional };
    case "time":
      return {
        name,
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: UTC_MILLIS,
        ...optional,
      };
    default:
      return kind satisfies never;
  }
}

/** Passes whole numbers as bigints: the library would scale plain numbers as amounts. */
const cellOf = (value: ExportedRow[string] | undefined): string | boolean | bigint | null =>
  typeof value === "number" ? BigInt(value) : (value ?? null);

export function parquetEncoder(columns: Columns): RowEncoder {
  const kinds = Object.entries(columns);
  const bytes = new ByteWriter();
  const root: Element = { name: "root", num_children: kinds.length };
  const schema = [root, ...kinds.map(([name, kind]) => elementOf(name, kind))];
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: "presage" });
  let gathered: ExportedRow[] = [];

  /** Takes the bytes written since the last call. */
  function take(): Uint8Array {
    const taken = new Uint8Array(bytes.getBuffer());
    bytes.index = 0;
    return taken;
  }

  function writeGroup(): void {
    const group = gathered;
    gathered = [];
    if (group.length === 0) return;
    const columnData = kinds.map(([name]) => ({ name, data: group.map((row) => cellOf(row[name])) }));
    void writer.write({ columnData, rowGroupSize: group.length });
  }

  return {
    begin: take,
    add(rows) {
      gathered = gathered.concat(rows);
      if (gathered.length >= GROUP_ROWS) writeGroup();
      return take();
    },
    end() {
      writeGroup();
      void writer.finish();
      return take();
    },
  };
}
