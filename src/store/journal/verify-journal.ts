/**
 * Replays the journal from its first batch, and checks that each batch follows the one before it. A batch's number is the
 * next, its time does not step back, and its hash is that of the chain. Batches after damage are still checked, but not
 * replayed.
 */
import { createReplay, replayBatch } from "../../core/events/event-codec.ts";
import type { Replay } from "../../core/events/event-codec.ts";
import type { Event } from "../../core/events/event.ts";
import { LONG_ROWS } from "../sql/table-stream.ts";
import type { TableQuery } from "../sql/table-stream.ts";
import type { Batch, JournalHead } from "./journal.ts";
import { addDifference, rethrowNewerEvent } from "./differences.ts";
import type { Differences } from "./differences.ts";
import { batchHash, GENESIS_HASH } from "./journal.ts";

export type JournalRow = Batch & { readonly previous: number | null };

/**
 * Query for the batches after `after`, in order: up to `last`, or all of them, including those with a number that no
 * release ever wrote.
 */
export const journalRows = (after: number, last?: number): TableQuery => ({
  cursor: "journal_rows",
  page: LONG_ROWS,
  text: `select seq, previous, at, events, hash from journal where seq > ${after}${last === undefined ? "" : ` and seq <= ${last}`} order by seq`,
});

export const JOURNAL_ROWS: TableQuery = journalRows(0);

export type JournalReplay = {
  readonly replay: Replay;
  head: JournalHead;
  events: number;
  /** True if the journal is damaged; `replay` then stops before the damage. */
  damaged: boolean;
};

export const createJournalReplay = (): JournalReplay => ({
  replay: createReplay(),
  head: { seq: 0, at: 0, hash: GENESIS_HASH },
  events: 0,
  damaged: false,
});

/**
 * Yields the events of each batch, after applying them; nothing more once damage was found. Throws at an event of a
 * newer release.
 */
export async function* replayJournal(
  rows: AsyncIterable<JournalRow>,
  replayed: JournalReplay,
  differences: Differences,
): AsyncGenerator<{ readonly batch: JournalRow; readonly events: readonly Event[] }> {
  for await (const batch of readableRows(rows, replayed, differences)) {
    const damage = findDamage(replayed.head, batch);
    for (const words of damage) addDifference(differences, words);
    replayed.damaged ||= damage.length > 0;
    replayed.head = batch;
    if (replayed.damaged) continue;
    const events = tryReplay(replayed, batch, differences);
    if (events !== undefined) yield { batch, events };
  }
}

/** Yields the rows up to the first with a number that no release ever wrote. */
async function* readableRows(
  rows: AsyncIterable<JournalRow>,
  replayed: JournalReplay,
  differences: Differences,
): AsyncGenerator<JournalRow> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    replayed.damaged = true;
    addDifference(
      differences,
      `journal: a batch after ${replayed.head.seq} cannot be read: ${error.message}`,
    );
  }
}

/** Lists the faults of a batch as the successor of `head`, in words. */
export function findDamage(head: JournalHead, { seq, previous, at, events, hash }: JournalRow): string[] {
  const damage: string[] = [];
  if (seq !== head.seq + 1) damage.push(`journal: batch ${head.seq + 1} is missing, batch ${seq} comes next`);
  else if (previous !== (head.seq === 0 ? null : head.seq))
    damage.push(`journal: batch ${seq} names ${previous ?? "none"} as the one before it`);
  if (at < head.at) damage.push(`journal: batch ${seq} is of ${at}, before batch ${head.seq} of ${head.at}`);
  if (!batchHash(head.hash, seq, at, events).equals(hash))
    damage.push(`journal: batch ${seq} does not have the hash of its content and of the batch before it`);
  return damage;
}

function tryReplay(
  replayed: JournalReplay,
  batch: JournalRow,
  differences: Differences,
): Event[] | undefined {
  try {
    const events = replayBatch(replayed.replay, batch.events, batch.at);
    replayed.events += events.length;
    return events;
  } catch (error) {
    rethrowNewerEvent(error, batch.seq);
    replayed.damaged = true;
    addDifference(differences, replayDamage(batch, error));
    return undefined;
  }
}

/** Describes the fault of a batch whose replay failed. */
function replayDamage({ seq }: JournalRow, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `journal: batch ${seq} cannot follow the state before it: ${why}`;
}
