/**
 * Tells orders that were accepted before from new ones, by their ids. Orders are in memory only while they rest, so a
 * batch's orders are looked up in the store; all earlier batches are committed by then. Of several with one id within
 * the batch the first counts.
 */
import type { Entry, Outcome } from "./engine.ts";

export type FindOrders = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Answers the placements that repeat an accepted order, and gives the entries that are left, in order. */
export async function answerRepeated(entries: readonly Entry[], findOrders: FindOrders): Promise<Entry[]> {
  const byId = new Map<string, Entry[]>();
  const first: Entry[] = [];
  for (const entry of entries) {
    if (entry.command?.type !== "place-order") {
      first.push(entry);
      continue;
    }
    const same = byId.get(entry.command.id);
    if (same !== undefined) {
      same.push(entry);
      continue;
    }
    const group = [entry];
    byId.set(entry.command.id, group);
    first.push({ ...entry, answer: (outcome) => answerAll(group, outcome) });
  }
  if (byId.size === 0) return first;
  const known = await findOrders([...byId.keys()]);
  return known.size === 0 ? first : first.filter((entry) => !answerKnown(entry, known));
}

function answerKnown({ command, answer }: Entry, known: ReadonlySet<string>): boolean {
  if (command?.type !== "place-order" || !known.has(command.id)) return false;
  answer({ type: "duplicate", id: command.id });
  return true;
}

/** The first gets the outcome; the others repeat an order if it was accepted, and share its refusal if not. */
function answerAll(group: readonly Entry[], outcome: Outcome): void {
  for (const { command, answer } of group) {
    const repeats = outcome.type === "committed" && command !== group[0].command;
    answer(repeats && command?.type === "place-order" ? { type: "duplicate", id: command.id } : outcome);
  }
}
