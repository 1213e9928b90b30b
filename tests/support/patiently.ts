/** Commands of tests on a machine that is busy with others: tried again, as the hint of the refusal says. */
import { setTimeout as delay } from "node:timers/promises";
import type { CommandOutcome, OnceOutcome } from "../../src/engine/repeats/entry.ts";

/** The hint about a busy machine, where nothing holds the writer. */
const BUSY = /^commands wait for \d+ ms already;/;
const BUSY_MS = 200;

/** Submits until the exchange takes the command or refuses it for another reason. */
export async function patiently<Outcome extends CommandOutcome | OnceOutcome>(
  submit: () => Promise<Outcome>,
): Promise<Outcome> {
  for (;;) {
    const outcome = await submit();
    if (outcome.type !== "rejected" || !BUSY.test(outcome.rejection.hint)) return outcome;
    await delay(BUSY_MS);
  }
}
