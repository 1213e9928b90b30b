/** The end of threads that have last work to do. */
import type { Worker } from "node:worker_threads";
import { withinTime } from "./within-time.ts";

/** Time that a thread has for its last work, ms. */
const LAST_WORK_MS = 5_000;
/** Time in which a thread ends unless the system holds it, ms. */
const END_MS = 5_000;

/**
 * Ends a thread when its last work is done, or has taken too long: it must lose nothing by being cut off. One that the
 * system holds, as a disk that does not answer does, is left to the end of the process.
 */
export async function endThread(
  thread: Pick<Worker, "terminate" | "unref">,
  lastWork: PromiseLike<unknown>,
  ms = LAST_WORK_MS,
  endMs = END_MS,
): Promise<void> {
  await withinTime(lastWork, ms);
  const ended = thread.terminate().then(() => process.off("exit", endAtOnce));
  if ((await withinTime(ended, endMs)) !== undefined) return;
  // Ending it made the process wait for it.
  thread.unref();
  process.on("exit", endAtOnce);
}

/** Ends the process without a wait for its threads, as the signal does where nobody listens to it. */
function endAtOnce(): void {
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
}
