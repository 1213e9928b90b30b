/** The pieces that a thread makes as a stream: one is made when the reader has room for it, and a reader that goes ends the thread. */
import { once } from "node:events";
import { Readable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { THREAD_MS, threadInTime } from "../sql/in-time.ts";

export type PieceStream = {
  readonly stream: Readable;
  /** Gives the next piece, or `null` for the end. `onIdle` is called where the reader does not take it in time. */
  push(piece: Uint8Array | string | null, onIdle: () => void): void;
};

/** Waits for the first message of a thread; one that does not send it in time is named, and ended. */
export async function beginThread<Head>(name: string, worker: Worker, ms = THREAD_MS): Promise<Head> {
  try {
    const [head]: readonly unknown[] = await threadInTime(name, once(worker, "message"), ms);
    return head as Head;
  } catch (error) {
    void worker.terminate();
    throw error;
  }
}

/** Asks the thread for a piece by the message "next"; a reader has `idleMs` milliseconds to take one. */
export function openPieceStream(worker: Worker, idleMs: number): PieceStream {
  let idle: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(idle);
      worker.postMessage("next");
    },
    destroy(error, done) {
      clearTimeout(idle);
      void endThread(worker, () => done(error));
    },
  });
  return {
    stream,
    push: (piece, onIdle) => {
      clearTimeout(idle);
      idle = setTimeout(onIdle, idleMs).unref();
      stream.push(piece);
    },
  };
}

/** Ends a thread, and then calls back. */
async function endThread(worker: Worker, then: () => void): Promise<void> {
  await worker.terminate();
  then();
}
