/**
 * Runs exports in a separate thread, so that rows and encoding take no time from order processing. Produces a chunk only
 * when the reader has room. If the reader disconnects, the thread and its database session stop.
 */
import { extname } from "node:path";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { ExportRequest } from "./export-request.ts";
import type { TableExport } from "./export-table.ts";
import { beginThread, openChunkStream } from "./exported-tables.ts";

/** The request with the address of the database. */
export type ExportJob = ExportRequest & { readonly url: string };

type ExportHead = Pick<TableExport, "batch" | "rows">;

/** Result of an export: the number of rows in its file. */
export type ExportEnd = { readonly written: number };

export type StreamedExport = ExportHead & {
  readonly stream: Readable;
  /** Returns the number of rows sent, known once the stream has ended. */
  readonly written: () => number;
};

/** The worker's file name, with the extension of this module: the package contains both compiled. */
const WORKER = `export-worker${extname(import.meta.filename)}`;

export type ExportLimits = {
  /** Maximum number of concurrent exports. */
  readonly places: number;
  /** Time in which a reader must take a piece, ms. */
  readonly idleMs: number;
  /** Time in which the thread must start, ms. */
  readonly beginMs?: number;
};

const LIMITS: ExportLimits = { places: 3, idleMs: 300_000 };

/** Starts an export as a stream of bytes; `undefined` if the maximum is reached. */
export type StreamExport = (request: ExportRequest) => Promise<StreamedExport | undefined>;

/** Creates the exports; a slot becomes free once its stream is closed. */
export function createExports(url: string, limits: ExportLimits = LIMITS): StreamExport {
  let underway = 0;
  const leave = (): void => {
    underway -= 1;
  };
  return async (request) => {
    if (underway >= limits.places) return undefined;
    underway += 1;
    try {
      const begun = await beginExport({ url, ...request }, limits);
      begun.stream.once("close", leave);
      return begun;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

async function beginExport(job: ExportJob, { idleMs, beginMs }: ExportLimits): Promise<StreamedExport> {
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: job });
  worker.unref();
  const { batch, rows } = await beginThread<ExportHead>("the export", worker, beginMs);
  const { stream, push } = openChunkStream(worker, idleMs);
  const giveUp = (): void => void stream.destroy(new Error("nobody read the export any more"));
  let written = 0;
  worker.on("message", (told: Uint8Array | ExportEnd) => {
    // A thread that is being terminated may have sent a last piece.
    if (stream.destroyed) return;
    if ("written" in told) {
      ({ written } = told);
      push(null, giveUp);
    } else push(told, giveUp);
  });
  worker.on("error", (error) => stream.destroy(error));
  return { batch, rows, stream, written: () => written };
}
