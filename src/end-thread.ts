/** The end of threads that have last work to do. */
import type { Worker } from "node:worker_threads";
import { withinTime } from "./within-time.ts";

/** Time that a thread has for its last work, ms. */
const LAST_WORK_MS = 5_000;

/** Ends a thread when its last work is done, or has taken too long: it must lose nothing by being cut off. */
export async function endThread(
  thread: Pick<Worker, "terminate">,
  lastWork: PromiseLike<unknown>,
  ms = LAST_WORK_MS,
): Promise<void> {
  await withinTime(lastWork, ms);
  await thread.terminate();
}
