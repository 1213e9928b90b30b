/**
 * Streams of public events as server-sent events. Each is made by a thread of its own, so that it takes no turns of the
 * thread that has the orders. A piece is made when the reader has room for it.
 */
import { extname } from "node:path";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { beginThread, openPieceStream } from "../export/row-text.ts";
import type { JournalMoved } from "./change-page.ts";
import type { ChangeRequest } from "./change-request.ts";

/** The request with the address of the database. */
export type ChangesJob = ChangeRequest & { readonly url: string };

/** The first message of a thread: it has begun, or cannot. */
export type ChangesHead = JournalMoved | { readonly begun: true };
/** The last message of a thread: the reason why it ends. */
export type ChangesEnd = { readonly closed: string };

export type ChangeStreamLimits = {
  /** Streams that may be open at once. */
  readonly places: number;
  /** Milliseconds in which a reader must take a piece. */
  readonly idleMs: number;
};

const LIMITS: ChangeStreamLimits = { places: 8, idleMs: 60_000 };

export type ChangeStreams = {
  /** Number of the streams that are open. */
  count(): number;
  /** Opens a stream; `undefined` while all places are taken. */
  open(request: ChangeRequest): Promise<Readable | JournalMoved | undefined>;
  /** Ends all streams, those that are opened later too, and tells their readers why. */
  endAll(reason: string): void;
};

/** The file name, with the extension of this module: the package has both compiled. */
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
    if (isOver) return endedStream(await over.promise);
    const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: { url, ...request } });
    worker.unref();
    const head = await Promise.race([beginThread<ChangesHead>("the stream", worker), over.promise]);
    if (!("begun" in head)) {
      await worker.terminate();
      return "closed" in head ? endedStream(head) : head;
    }
    const opened = streamPieces(worker, idleMs);
    open.add(opened);
    opened.stream.once("close", () => open.delete(opened));
    return opened.stream;
  }
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
      for (const { end } of open) end(reason);
    },
  };
}

/** The last event of a stream. */
const endText = ({ closed: reason }: ChangesEnd): string =>
  `event: closed\ndata: ${JSON.stringify({ reason })}\n\n`;

/** The stream of a reader that came when all were ended. */
const endedStream = (end: ChangesEnd): Readable => Readable.from([endText(end)]);

function streamPieces(worker: Worker, idleMs: number): OpenStream {
  const { stream, push } = openPieceStream(worker, idleMs);
  let ended = false;
  /** Says why, once, for a reader that still reads; one that does not is cut off later. */
  function end(reason: string): void {
    if (ended || stream.destroyed) return;
    ended = true;
    worker.removeAllListeners("message");
    push(endText({ closed: reason }), () => stream.destroy());
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
