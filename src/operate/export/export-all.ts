/** Export of several tables as of one batch, with a manifest that says which batch it is and what each file has. */
import { createHash } from "node:crypto";
import { RELEASE } from "../../release.ts";
import { SCHEMA_VERSION, describeForPrograms } from "./data-dictionary.ts";
import type { DescribedTable, ExportedName } from "./data-dictionary.ts";
import { PERIODS, PERIOD_MS } from "./export-request.ts";
import type { ExportFormat, ExportRequest } from "./export-request.ts";
import { findMarketNamed } from "./exported-listings.ts";
import { exportTableAt } from "./export-table.ts";
import type { TablesAt } from "./tables-at.ts";

export const MANIFEST_FILE = "manifest.json";

export type AllRequest = Omit<ExportRequest, "what" | "from" | "until"> & {
  readonly tables: readonly ExportedName[];
};

type ExportedFile = DescribedTable & {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  /** Hash of the file, hex. */
  readonly sha256: string;
};

type Manifest = {
  /** Release that wrote the files. */
  readonly presage: string;
  readonly schemaVersion: number;
  /** Batch of the journal that all tables include, and none after it. */
  readonly batch: number;
  /** Time of the batch; null before the first one. */
  readonly time: string | null;
  /** Hash of the chain at the batch. */
  readonly hash: string;
  readonly format: ExportFormat;
  /** Period of candles and books. */
  readonly every: string;
  /** The only market of the books, and the levels of each side; null is all. */
  readonly books: { readonly market: string | null; readonly levels: number | null };
  readonly tables: { readonly [Name in ExportedName]?: ExportedFile };
};

export type AllOptions = {
  /** Writes a file and returns its length in bytes. */
  readonly write: (file: string, pieces: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Called with the progress of a table. */
  readonly onProgress: (done: number, total: number, table: ExportedName) => void;
};

/** Writes a file for each table, and the manifest after all of them. */
export async function exportAll(
  tables: TablesAt,
  request: AllRequest,
  { write, onProgress }: AllOptions,
): Promise<Manifest> {
  // A market that nothing names is refused before any file is written.
  if (request.market !== undefined) await findMarketNamed(tables.snapshot, request.market);
  const files: { [Name in ExportedName]?: ExportedFile } = {};
  for (const what of request.tables) {
    let rows = 0;
    const { pieces, total } = await exportTableAt(tables, {
      ...request,
      market: what === "books" ? request.market : undefined,
      what,
      endsWithTables: true,
      onPage: ({ written, done }) => {
        rows = written;
        onProgress(done, total, what);
      },
    });
    const file = `${what}.${request.format}`;
    const hash = createHash("sha256");
    const bytes = await write(file, hashPieces(pieces, hash));
    files[what] = { file, rows, bytes, sha256: hash.digest("hex"), ...describeForPrograms(what) };
  }
  const manifest = describeExport(tables, request, files);
  await write(MANIFEST_FILE, toPieces(`${JSON.stringify(manifest, undefined, 2)}\n`));
  return manifest;
}

async function* hashPieces(
  pieces: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** Makes pieces of a text. */
export async function* toPieces(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

function describeExport(
  { head }: TablesAt,
  { format, every, market, levels }: AllRequest,
  tables: Manifest["tables"],
): Manifest {
  return {
    presage: RELEASE.version,
    schemaVersion: SCHEMA_VERSION,
    batch: head.seq,
    time: head.seq === 0 ? null : new Date(head.at).toISOString(),
    hash: `0x${head.hash.toString("hex")}`,
    format,
    every: PERIODS.find((period) => PERIOD_MS[period] === every) ?? `${every} ms`,
    books: { market: market ?? null, levels: levels ?? null },
    tables,
  };
}
