/**
 * Streams of public events as server-sent events. Each stream has its own thread, so that it takes no time from order
 * processing. A stream produces a chunk only when the reader has room.
 */
import { extname } from "node:path";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { beginThread, openChunkStream } from "../export/exported-tables.ts";
import type { JournalMoved } from "./change-reader.ts";
import type { ChangeRequest } from "./change-request.ts";

/** The request with the address of the database. */
export type ChangesJob = ChangeRequest & { readonly url: string };

/** First message of a thread: it has begun, or cannot begin. */
export type ChangeStreamStart = JournalMoved | { readonly begun: true };
/** Last message of a thread: the reason why it closes. */
export type ChangesEnd = { readonly closed: string };

export type ChangeStreamLimits = {
  /** Maximum number of open streams. */
  readonly places: number;
  /** Time in which a reader must take a piece, ms. */
  readonly idleMs: number;
};

const LIMITS: ChangeStreamLimits = { places: 8, idleMs: 60_000 };

export type ChangeStreams = {
  /** Returns the number of open streams. */
  count(): number;
  /** Opens a stream; `undefined` if the maximum is reached. */
  open(request: ChangeRequest): Promise<Readable | JournalMoved | undefined>;
  /** Closes all streams, also ones opened later, and sends the reason to their readers. */
  endAll(reason: string): void;
  /** Closes the open streams, whose readers may open others. */
  endOpen(reason: string): void;
};

/** Name of the worker file, with this module's extension: the package contains both compiled. */
const WORKER = `changes-worker${extname(import.meta.filename)}`;

type OpenStream = { readonly stream: Readable; readonly end: (reason: string) => void };

export function createChangeStreams(
  url: string,
  { places, idleMs }: ChangeStreamLimits = LIMITS,
): ChangeStreams {
  const open = new Set<OpenStream>();
  const over = Promise.withResolvers<ChangesEnd>();
  let opening = 0;
  let isOver = false;
  async function begin(request: ChangeRequest): Promise<Readable | JournalMoved> {
    if (isOver) return closedStream(await over.promise);
    const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: { url, ...request } });
    worker.unref();
    const head = await Promise.race([beginThread<ChangeStreamStart>("the stream", worker), over.promise]);
    if (!("begun" in head)) {
      await worker.terminate();
      return "closed" in head ? closedStream(head) : head;
    }
    const opened = streamChunks(worker, idleMs);
    open.add(opened);
    opened.stream.once("close", () => open.delete(opened));
    return opened.stream;
  }
  const endOpen = (reason: string): void => {
    for (const { end } of open) end(reason);
  };
  return {
    count: () => open.size,
    open: async (request) => {
      if (open.size + opening >= places) return undefined;
      opening += 1;
      return begin(request).finally(() => (opening -= 1));
    },
    endAll: (reason) => {
      isOver = true;
      over.resolve({ closed: reason });
      endOpen(reason);
    },
    endOpen,
  };
}

/** Formats the last event of a stream. */
const formatStreamEnd = ({ closed: reason }: ChangesEnd): string =>
  `event: closed\ndata: ${JSON.stringify({ reason })}\n\n`;

/** Returns a closed stream, for a reader that comes after all were closed. */
const closedStream = (end: ChangesEnd): Readable => Readable.from([formatStreamEnd(end)]);

function streamChunks(worker: Worker, idleMs: number): OpenStream {
  const { stream, push } = openChunkStream(worker, idleMs);
  let ended = false;
  /** Sends the reason once, to a reader that still reads; a stalled reader is cut off later. */
  function end(reason: string): void {
    if (ended || stream.destroyed) return;
    ended = true;
    worker.removeAllListeners("message");
    push(formatStreamEnd({ closed: reason }), () => stream.destroy());
    stream.push(null);
  }
  worker.on("message", (told: Uint8Array | ChangesEnd) => {
    if (stream.destroyed) return;
    if ("closed" in told) return end(told.closed);
    push(told, () => end("the reader was too slow"));
  });
  worker.on("error", () => end("the database could not be read"));
  return { stream, end };
}
