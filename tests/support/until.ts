/** Waits for another process: polls a condition until it is true, up to a generous deadline. */
import { setTimeout as delay } from "node:timers/promises";

/** Starts take more than a minute on a machine that others load ten times over. */
export const DEADLINE_MS = 180_000;
/** First pause between two looks; each is longer than the one before, so that a long wait takes little of the machine. */
const FIRST_PAUSE_MS = 2;
const PAUSE_GROWTH = 1.3;
const LONGEST_PAUSE_MS = 50;

/** Resolves when `holds` returns true; throws, naming `what`, when it does not within three minutes. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  for (
    let pause = FIRST_PAUSE_MS;
    !(await holds());
    pause = Math.min(pause * PAUSE_GROWTH, LONGEST_PAUSE_MS)
  ) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(pause);
  }
}
