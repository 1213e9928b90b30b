import { UnknownEvent } from "../../core/events/event-codec.ts";
import type { AnySql } from "../sql/database.ts";
import { newerText } from "../sql/schema/newer-database.ts";
import { findLastRelease } from "../sql/schema/releases.ts";

/** Findings of a verification: the first differences in words, and the number of all. */
export type Differences = {
  readonly found: string[];
  count: number;
};

/** Differences that are stored in words; one cause can show in millions of rows. */
const MAX_STORED_DIFFERENCES = 50;

export const createDifferences = (): Differences => ({ found: [], count: 0 });

export function addDifference(differences: Differences, words: string): void {
  differences.count += 1;
  if (differences.found.length < MAX_STORED_DIFFERENCES) differences.found.push(words);
}

/** Values by the name of a column. */
type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Describes each field of `expected` that differs in `found`; null and absent are equal. */
export function compareValues(
  differences: Differences,
  subject: string,
  expected: Values,
  found: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name] ?? null;
    if (other === (value ?? null)) continue;
    addDifference(
      differences,
      `${subject}: ${name} is ${shownValue(other)}, by the journal ${shownValue(value ?? null)}`,
    );
  }
}

/** Formats a value; of a long value only the beginning. */
export const shownValue = (value: unknown): string =>
  value === null ? "absent" : JSON.stringify(value).slice(0, 200);

// Events of a newer release in the journal: no damage, but this release cannot go on from them.

/** The refusal of a journal that a newer release wrote. */
export class NewerEvent extends Error {
  /** Words that describe the event, which follow "has" in the message. */
  readonly has: string;
  constructor(has: string, release?: string) {
    super(newerText({ has, release }));
    this.has = has;
  }
}

/** Throws the refusal if `error` is an unknown kind of event, in a batch whose hash is right. */
export function rethrowNewerEvent(error: unknown, seq: number): void {
  if (error instanceof UnknownEvent)
    throw new NewerEvent(`an event of the kind ${error.kind} in batch ${seq} of its journal`);
}

/**
 * Runs `work`. If it throws `NewerEvent`, adds the release that wrote the database last to the message; `sql` must then
 * still accept queries.
 */
export async function namingRelease<T>(sql: AnySql, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NewerEvent) throw new NewerEvent(error.has, await findLastRelease(sql));
    throw error;
  }
}
