/** Events of a newer release in the journal: no damage, but this release cannot go on from them. */
import { UnknownEvent } from "../../core/event-codec.ts";
import type { AnySql } from "../sql/database.ts";
import { newerText } from "../sql/newer-database.ts";
import { findLastRelease } from "../sql/releases.ts";

/** The refusal of a journal that a newer release wrote. */
export class NewerEvent extends Error {
  /** Description of the event, after "has". */
  readonly has: string;
  constructor(has: string, release?: string) {
    super(newerText({ has, release }));
    this.has = has;
  }
}

/** Throws the refusal if `error` is an unknown kind of event, in a batch whose hash is right. */
export function refuseNewerEvent(error: unknown, seq: number): void {
  if (error instanceof UnknownEvent)
    throw new NewerEvent(`an event of the kind ${error.kind} in batch ${seq} of its journal`);
}

/**
 * Runs the work, and adds to a refusal the name of the release that the database has. `sql` must still accept queries
 * then.
 */
export async function namingRelease<T>(sql: AnySql, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NewerEvent) throw new NewerEvent(error.has, await findLastRelease(sql));
    throw error;
  }
}
