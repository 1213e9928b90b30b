/**
 * Distinguishes repeats of accepted orders from new orders, by their ids. Memory has only resting orders. Orders of a
 * batch that may be known are looked up in the store, which has all earlier batches by then. Of several orders with one
 * id within a batch, the first counts.
 */
import type { Entry, OnceOutcome, CommandOutcome } from "./entry.ts";

/** Answers the placements that repeat an accepted order, and returns the other entries, in order. */
export function answerRepeatedOrders(entries: readonly Entry[], known: ReadonlySet<string>): Entry[] {
  const byId = new Map<string, Entry[]>();
  const first: Entry[] = [];
  for (const entry of entries) {
    const { command } = entry;
    if (command?.type !== "place-order") {
      first.push(entry);
      continue;
    }
    const same = byId.get(command.id);
    if (same !== undefined) same.push(entry);
    else if (known.has(command.id)) entry.answer({ type: "duplicate", id: command.id });
    else {
      const group = [entry];
      byId.set(command.id, group);
      first.push(groupEntry(entry, group));
    }
  }
  return first;
}

const groupEntry = (entry: Entry, group: readonly Entry[]): Entry => ({
  ...entry,
  answer: (outcome) => answerAll(group, outcome),
  fail: (error) => {
    for (const { fail } of group) fail(error);
  },
});

/** Answers the first entry with the outcome. The others repeat an accepted order, or share its refusal. */
function answerAll(group: readonly Entry[], outcome: CommandOutcome | OnceOutcome): void {
  for (const entry of group) {
    const repeats = outcome.type === "committed" && entry !== group[0];
    const { command } = entry;
    entry.answer(
      repeats && command?.type === "place-order" ? { type: "duplicate", id: command.id } : outcome,
    );
  }
}
