/** Termination of threads that must first complete their last work. */
import type { Worker } from "node:worker_threads";
import { withinTime } from "./within-time.ts";

/** Time limit of a thread's last work, ms. */
const LAST_WORK_MS = 5_000;
/** Time in which a thread terminates unless the operating system blocks it, ms. */
const END_MS = 5_000;

/**
 * Terminates a thread once its last work is done or has timed out; it must lose nothing if cut off. A thread that the
 * system blocks, for example on a disk that does not answer, is left until the process exits.
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
  // A terminating thread keeps the process alive.
  thread.unref();
  process.on("exit", endAtOnce);
}

/** Kills the process without waiting for its threads, by SIGTERM without listeners. */
function endAtOnce(): void {
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
}
