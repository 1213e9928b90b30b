/**
 * An export in a thread of its own, so that neither its rows nor its encoding take turns of the thread that has the orders.
 * A piece is made when the reader has room for it; a reader that goes ends the thread with its session.
 */
import { once } from "node:events";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { TableExport, TableExportOptions } from "./export-table.ts";

export type ExportRequest = Omit<TableExportOptions, "onRows">;

/** The request with the address of the database. */
export type ExportJob = ExportRequest & { readonly url: string };

type ExportHead = Pick<TableExport, "batch" | "total">;

export type StreamedExport = ExportHead & { readonly stream: Readable };

/** The file name, with the extension of this module: the package has both compiled. */
const WORKER = `export-worker${extname(import.meta.filename)}`;

/** Begins an export; the stream has its bytes. */
export async function streamExport(url: string, request: ExportRequest): Promise<StreamedExport> {
  const job: ExportJob = { url, ...request };
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: job });
  worker.unref();
  const [{ batch, total }]: readonly ExportHead[] = await once(worker, "message");
  const stream = new Readable({
    read: () => worker.postMessage("next"),
    destroy: (error, done) => void endThread(worker, () => done(error)),
  });
  worker.on("message", (piece: Uint8Array | null) => stream.push(piece));
  worker.on("error", (error) => stream.destroy(error));
  return { batch, total, stream };
}

async function endThread(worker: Worker, then: () => void): Promise<void> {
  await worker.terminate();
  then();
}
