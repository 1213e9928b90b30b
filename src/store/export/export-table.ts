/** An export of a table as one snapshot shows it, in pieces that are made while it is read. */
import { readTablesHead } from "../journal/journal.ts";
import { SHORT_ROWS, streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { EXPORTED_TABLES } from "./exported-tables.ts";
import type { Columns, ExportedName, ExportedRow, ExportSpan } from "./exported-tables.ts";
import { parquetEncoder } from "./parquet-encoder.ts";
import type { RowEncoder } from "./row-encoder.ts";
import { csvEncoder, ndjsonEncoder } from "./row-text.ts";

export const EXPORT_FORMATS = ["csv", "ndjson", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const ENCODERS: Readonly<Record<ExportFormat, (columns: Columns) => RowEncoder>> = {
  csv: csvEncoder,
  ndjson: ndjsonEncoder,
  parquet: parquetEncoder,
};

export type TableExport = {
  /** The batch as of which the tables are. */
  readonly batch: number;
  /** Rows that there are. */
  readonly total: number;
  readonly pieces: AsyncGenerator<Uint8Array>;
};

export type TableExportOptions = ExportSpan & {
  readonly what: ExportedName;
  readonly format: ExportFormat;
  /** Called with the number of rows that were written so far. */
  readonly onRows?: (written: number) => void;
};

/** Exports the rows of a span. */
export async function exportTable(snapshot: Snapshot, options: TableExportOptions): Promise<TableExport> {
  const { what, format } = options;
  const { columns, rows } = EXPORTED_TABLES[what];
  const text = rows(options);
  const { seq } = await readTablesHead(snapshot);
  const [{ total }] = await snapshot.unsafe<[{ total: number }]>(
    `select count(*) as total from (${text}) as counted`,
  );
  return { batch: seq, total, pieces: encode(snapshot, ENCODERS[format](columns), { ...options, text }) };
}

async function* encode(
  snapshot: Snapshot,
  encoder: RowEncoder,
  { text, onRows }: TableExportOptions & { readonly text: string },
): AsyncGenerator<Uint8Array> {
  yield encoder.begin();
  let written = 0;
  let gathered: ExportedRow[] = [];
  const take = (): Uint8Array => {
    written += gathered.length;
    const piece = encoder.add(gathered);
    gathered = [];
    onRows?.(written);
    return piece;
  };
  const query = { cursor: "exported_rows", page: SHORT_ROWS, text };
  for await (const row of streamRows<ExportedRow>(snapshot, query)) {
    gathered.push(row);
    if (gathered.length >= SHORT_ROWS) yield take();
  }
  yield take();
  yield encoder.end();
}
