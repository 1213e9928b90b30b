/** Waits for another process: polls a condition until it is true, up to a generous deadline. */
import { setTimeout as delay } from "node:timers/promises";

const DEADLINE_MS = 60_000;
const POLL_MS = 5;

/** Resolves when `holds` returns true; throws, naming `what`, when it does not within a minute. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(POLL_MS);
  }
}
