/** Events of a newer release in the journal: no damage, and nothing that this release could go on from. */
import { UnknownEvent } from "../../core/event-codec.ts";
import type { AnySql } from "../sql/database.ts";
import { newerText } from "../sql/newer-database.ts";
import { findLastRelease } from "../sql/releases.ts";

/** The refusal of a journal that a newer release wrote. */
export class NewerEvent extends Error {
  /** The event, after "has". */
  readonly has: string;
  constructor(has: string, release?: string) {
    super(newerText({ has, release }));
    this.has = has;
  }
}

/** Throws the refusal where a batch whose hash is right could not be replayed for a kind of event. */
export function refuseNewerEvent(error: unknown, seq: number): void {
  if (error instanceof UnknownEvent)
    throw new NewerEvent(`an event of the kind ${error.kind} in batch ${seq} of its journal`);
}

/** Does the work, and has a refusal name the release that the database knows of. `sql` must still take queries then. */
export async function namingRelease<T>(sql: AnySql, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NewerEvent) throw new NewerEvent(error.has, await findLastRelease(sql));
    throw error;
  }
}
