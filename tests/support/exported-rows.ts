/** Files of exports, read by none of our own code: Parquet by hyparquet, CSV after RFC 4180, NDJSON by its lines. */
import assert from "node:assert/strict";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import type { ExportFormat } from "../../src/operate/export/export-request.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Fields of CSV after RFC 4180, line by line. */
function linesOf(csv: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n)/g)) {
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

export async function readRows(bytes: Buffer, format: ExportFormat): Promise<readonly Row[]> {
  if (format === "parquet") {
    const { buffer } = new Uint8Array(bytes);
    for (const { name, converted_type, logical_type } of parquetMetadata(buffer).schema)
      if (converted_type === "TIMESTAMP_MILLIS")
        assert.deepEqual(logical_type, { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" }, name);
    return parquetReadObjects({ file: buffer });
  }
  if (format === "ndjson") {
    const lines = bytes.toString().split("\n");
    assert.equal(lines.pop(), "");
    return lines.map((line): Row => JSON.parse(line));
  }
  const [names = [], ...lines] = linesOf(bytes.toString());
  return lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index]])));
}
