/** Export of a table from one snapshot, in pieces that are produced while it is read. */
import { readTablesHead } from "../journal/journal.ts";
import { SHORT_ROWS, streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import type { ExportFormat, ExportRequest } from "./export-request.ts";
import { findMarketNamed, streamBooks } from "./exported-listings.ts";
import { EXPORTED_TABLES, QUERIED_TABLES } from "./exported-tables.ts";
import type { Columns, ExportedPage, ExportedRow, ExportSpan, QueriedName } from "./exported-tables.ts";
import { parquetEncoder } from "./parquet-encoder.ts";
import type { RowEncoder } from "./row-text.ts";
import { csvEncoder, ndjsonEncoder } from "./row-text.ts";

const ENCODERS: Readonly<Record<ExportFormat, (columns: Columns) => RowEncoder>> = {
  csv: csvEncoder,
  ndjson: ndjsonEncoder,
  parquet: parquetEncoder,
};

export type ExportProgress = {
  /** Number of rows written. */
  readonly written: number;
  /** The completed part of `total`. */
  readonly done: number;
};

export type TableExport = {
  /** The last batch in the exported tables. */
  readonly batch: number;
  /** Total rows, if known. */
  readonly rows: number | undefined;
  /** Total number of steps, for a progress bar. */
  readonly total: number;
  readonly pieces: AsyncGenerator<Uint8Array>;
};

export type TableExportOptions = ExportRequest & {
  readonly onPage?: (progress: ExportProgress) => void;
};

type Source = Pick<TableExport, "rows" | "total"> & { readonly pages: AsyncGenerator<ExportedPage> };

/** Exports the rows of a span of time. */
export async function exportTable(snapshot: Snapshot, options: TableExportOptions): Promise<TableExport> {
  const { what, format, onPage = () => {} } = options;
  const { seq: batch } = await readTablesHead(snapshot);
  const { pages, ...size } =
    what === "books" ? await replayBooks(snapshot, options, batch) : await queryRows(snapshot, what, options);
  return { batch, ...size, pieces: encode(pages, ENCODERS[format](EXPORTED_TABLES[what].columns), onPage) };
}

async function replayBooks(snapshot: Snapshot, request: ExportRequest, last: number): Promise<Source> {
  const { market } = request;
  const conditionId = market === undefined ? undefined : await findMarketNamed(snapshot, market);
  return { rows: undefined, total: last, pages: streamBooks(snapshot, { ...request, conditionId, last }) };
}

async function queryRows(snapshot: Snapshot, what: QueriedName, span: ExportSpan): Promise<Source> {
  const text = QUERIED_TABLES[what].rows(span);
  const [{ rows }] = await snapshot.unsafe<[{ rows: number }]>(
    `select count(*) as rows from (${text}) as counted`,
  );
  return { rows, total: rows, pages: queriedPages(snapshot, text) };
}

async function* queriedPages(snapshot: Snapshot, text: string): AsyncGenerator<ExportedPage> {
  let done = 0;
  let rows: ExportedRow[] = [];
  for await (const row of streamRows<ExportedRow>(snapshot, {
    cursor: "exported_rows",
    page: SHORT_ROWS,
    text,
  })) {
    rows.push(row);
    if (rows.length < SHORT_ROWS) continue;
    done += rows.length;
    yield { rows, done };
    rows = [];
  }
  yield { rows, done: done + rows.length };
}

async function* encode(
  pages: AsyncGenerator<ExportedPage>,
  encoder: RowEncoder,
  onPage: (progress: ExportProgress) => void,
): AsyncGenerator<Uint8Array> {
  yield encoder.begin();
  let written = 0;
  for await (const { rows, done } of pages) {
    written += rows.length;
    yield encoder.add(rows);
    onPage({ written, done });
  }
  yield encoder.end();
}
