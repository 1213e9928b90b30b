import { constants, setPriority } from "node:os";
import type { Worker } from "node:worker_threads";
import { valueWithTimeout } from "./async.ts";

// Termination of threads that must first complete their final work.

/** Time limit of a thread's final work, ms. */
const LAST_WORK_TIMEOUT_MS = 5_000;
/** Time in which a thread terminates unless the operating system blocks it, ms. */
const TERMINATE_MS = 5_000;

/**
 * Terminates a thread once its final work is done or has timed out; that work must lose nothing if cut off. A thread that
 * the system blocks, for example on a disk that does not answer, is left until the process exits.
 */
export async function terminateThread(
  thread: Pick<Worker, "terminate" | "unref">,
  lastWork: PromiseLike<unknown>,
  ms = LAST_WORK_TIMEOUT_MS,
  endMs = TERMINATE_MS,
): Promise<void> {
  await valueWithTimeout(lastWork, ms);
  const ended = thread.terminate().then(() => process.off("exit", killProcess));
  if ((await valueWithTimeout(ended, endMs)) !== undefined) return;
  // Otherwise the thread keeps the process alive.
  thread.unref();
  process.on("exit", killProcess);
}

/** Kills the process without waiting for its threads, by SIGTERM without listeners. */
function killProcess(): void {
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
}

// Requests to a thread, each with a number that matches it to its answer.

export type ThreadQuestions<Answer> = {
  /** Sends a request with its number, and returns the answer; `undefined` if the thread exits first. */
  ask(send: (no: number) => void): Promise<Answer | undefined>;
  /** Resolves the request with this number. */
  answer(no: number, answer: Answer): void;
};

export function createQuestions<Answer>(worker: Pick<Worker, "once">): ThreadQuestions<Answer> {
  const openRequests = new Map<number, (answer: Answer | undefined) => void>();
  let requestCount = 0;
  let hasEnded = false;
  worker.once("exit", () => {
    hasEnded = true;
    for (const answer of openRequests.values()) answer(undefined);
    openRequests.clear();
  });
  return {
    async ask(send) {
      if (hasEnded) return undefined;
      requestCount += 1;
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
      openRequests.set(requestCount, resolve);
      send(requestCount);
      return promise;
    },
    answer(no, answer) {
      openRequests.get(no)?.(answer);
      openRequests.delete(no);
    },
  };
}

// Priority of threads whose work may wait for the exchange's own work.

/**
 * Lowers the priority of this thread. Only Linux has priorities by thread; on other systems this would affect the whole
 * process. Raising the priority again needs privileges. The thread keeps a tenth of a contended processor, so a caller
 * may wait for it.
 */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
