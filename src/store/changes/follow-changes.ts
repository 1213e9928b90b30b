/**
 * Follows the stream of public events: pages of the events that pass a filter, from any cursor and then live. At the
 * end it polls every 100 ms, reading rows that are in the database's memory. A notification would be faster, but would
 * be part of every commit, and connection poolers lose them.
 */
import { setTimeout } from "node:timers/promises";
import type { Sql } from "../sql/database.ts";
import { isMoved } from "./change-page.ts";
import type { JournalMoved } from "./change-page.ts";
import { startOf } from "./change-position.ts";
import type { ChangePosition } from "./change-position.ts";
import { createChangeReader } from "./change-reader.ts";
import { passes } from "./change-request.ts";
import type { ChangeFilter } from "./change-request.ts";
import type { PublicEvent } from "./public-event.ts";

const LOOK_MS = 100;

export type Following = ChangeFilter & {
  readonly from: ChangePosition;
  /** The last batch; the stream is endless if undefined. */
  readonly until?: number | undefined;
};

export type FollowedPage = {
  /** Events that passed the filter. */
  readonly events: readonly PublicEvent[];
  /** Id of the last event read so far, whether it passed or not. */
  readonly lastId: string | undefined;
};

/** Returns the cursor after the last batch that can be read now. */
export async function readStreamEnd(sql: Sql): Promise<ChangePosition> {
  const [row] = await sql<{ seq: number }[]>`select coalesce((select seq from read_tables), 0)::int8 as seq`;
  return startOf((row?.seq ?? 0) + 1);
}

/**
 * Yields each page that was read, also if nothing passed, and an empty page for each poll that found nothing. The last
 * value reports that the journal moved, if that stopped it.
 */
export async function* followChanges(
  sql: Sql,
  { from, until = Number.POSITIVE_INFINITY, ...filter }: Following,
): AsyncGenerator<FollowedPage | JournalMoved> {
  const reader = createChangeReader(sql, from);
  let lastId: string | undefined;
  for (;;) {
    const page = await reader.next();
    if (isMoved(page)) return yield page;
    const events = page.events.filter(({ seq }) => seq <= until);
    lastId = events.at(-1)?.id ?? lastId;
    yield { events: events.filter((event) => passes(filter, event)), lastId };
    if (page.next.seq > until) return;
    if (page.next.seq > page.head) await setTimeout(LOOK_MS);
  }
}
