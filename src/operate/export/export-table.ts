/** Export of a table as of one batch, in pieces that are produced while it is read. */
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { SHORT_ROWS } from "../../store/sql/table-stream.ts";
import type { Snapshot } from "../../store/sql/table-stream.ts";
import type { ExportFormat, ExportRequest } from "./export-request.ts";
import { findMarketNamed, streamBooks } from "./exported-listings.ts";
import { describeTable, getDecimals, isDecimal } from "./data-dictionary.ts";
import type { ColumnKind, Columns } from "./data-dictionary.ts";
import { TABLE_QUERIES, csvEncoder, listKinds, ndjsonEncoder } from "./exported-tables.ts";
import type { ExportedPage, ExportedRow, QueriedName, QuerySpan, RowEncoder } from "./exported-tables.ts";
import { readLiveTables } from "./tables-at.ts";
import type { TablesAt } from "./tables-at.ts";

// Encodes exported rows as Parquet, in row groups of a fixed size. Amounts are DECIMAL made from whole numbers, so none is
// ever rounded; times are TIMESTAMP in UTC.

/** Rows of a group, which are in memory together. */
const GROUP_ROWS = 50_000;
/** Decimal digits that 64 bits hold. */
const PRECISION = 18;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];
type Element = Schema[number];

/** States by a logical type that times are in UTC; readers do not infer it from the converted type alone. */
const UTC_MILLIS = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } as const;
const optional = { repetition_type: "OPTIONAL" } as const;

function toSchemaElement(name: string, kind: ColumnKind): Element {
  if (isDecimal(kind))
    return {
      name,
      type: "INT64",
      converted_type: "DECIMAL",
      precision: PRECISION,
      scale: getDecimals(kind),
      ...optional,
    };
  switch (kind) {
    case "text":
    case "digits":
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
const toCell = (value: ExportedRow[string] | undefined): string | boolean | bigint | null =>
  typeof value === "number" ? BigInt(value) : (value ?? null);

function parquetEncoder(columns: Columns): RowEncoder {
  const kinds = listKinds(columns);
  const bytes = new ByteWriter();
  const root: Element = { name: "root", num_children: kinds.length };
  const schema = [root, ...kinds.map(([name, kind]) => toSchemaElement(name, kind))];
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
    const columnData = kinds.map(([name]) => ({ name, data: group.map((row) => toCell(row[name])) }));
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

type TableExportOptions = ExportRequest & {
  readonly onPage?: (progress: ExportProgress) => void;
};

type Source = Pick<TableExport, "rows" | "total"> & { readonly pages: AsyncGenerator<ExportedPage> };

/** Exports the rows of a span of time from the live tables. */
export const exportTable = async (snapshot: Snapshot, options: TableExportOptions): Promise<TableExport> =>
  exportTableAt(await readLiveTables(snapshot), options);

type TableAtOptions = TableExportOptions & {
  /** True to end the journal with the batch of the tables, which may stand behind it. */
  readonly endsWithTables?: boolean;
};

/** Exports the rows of a span of time as of the batch of the tables. */
export async function exportTableAt(tables: TablesAt, options: TableAtOptions): Promise<TableExport> {
  const { what, format, endsWithTables = false, onPage = () => {} } = options;
  const { past, head } = tables;
  const lastBatch = endsWithTables ? head.seq : undefined;
  const { pages, ...size } =
    what === "books"
      ? await replayBooks(tables, options)
      : await queryRows(tables, what, { ...options, past, lastBatch });
  const encoder = ENCODERS[format](describeTable(what).columns);
  return { batch: head.seq, ...size, pieces: encode(pages, encoder, onPage) };
}

async function replayBooks({ snapshot, head }: TablesAt, request: ExportRequest): Promise<Source> {
  const { market } = request;
  const last = head.seq;
  const conditionId = market === undefined ? undefined : await findMarketNamed(snapshot, market);
  return { rows: undefined, total: last, pages: streamBooks(snapshot, { ...request, conditionId, last }) };
}

async function queryRows(tables: TablesAt, what: QueriedName, span: QuerySpan): Promise<Source> {
  const text = TABLE_QUERIES[what](span);
  const counted = `select count(*) as rows from (${text}) as counted`;
  let rows = 0;
  for await (const row of tables.stream<{ rows: number }>({ ...CURSOR, text: counted })) ({ rows } = row);
  return { rows, total: rows, pages: queriedPages(tables, text) };
}

const CURSOR = { cursor: "exported_rows", page: SHORT_ROWS } as const;

async function* queriedPages(tables: TablesAt, text: string): AsyncGenerator<ExportedPage> {
  let done = 0;
  let rows: ExportedRow[] = [];
  for await (const row of tables.stream<ExportedRow>({ ...CURSOR, text })) {
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
