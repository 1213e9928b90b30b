// Waits for what another process does: asks again until the answer is yes, and gives up at a generous deadline.
import { setTimeout as delay } from "node:timers/promises";

const deadlineMs = 20_000;
const pollMs = 5;

/** Resolves when `holds` returns true; throws, naming `what`, when it does not within twenty seconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(pollMs);
  }
}
