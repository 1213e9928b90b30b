/** Pages of public events, as a reader gives them. */
import type { ChangePosition } from "./change-position.ts";
import type { PublicEvent } from "./public-event.ts";

export type ChangePage = {
  /** Events in the order of the journal; none where there is nothing new. */
  readonly events: readonly PublicEvent[];
  /** The place after them; a reader that begins there misses nothing and repeats nothing. */
  readonly next: ChangePosition;
  /** The last batch that can be read now. The stream is at its end where `next.seq` is above it. */
  readonly head: number;
};

/** The journal is not the one that was read: a sandbox was put back to a snapshot. */
export type JournalMoved = {
  /** Says which batch is another one, or gone. */
  readonly moved: string;
  readonly head: number;
};

/** A reading of the stream, page after page. One page is asked for at a time. */
export type ChangeReader = {
  next(): Promise<ChangePage | JournalMoved>;
};

export const isMoved = <Page extends object>(page: Page | JournalMoved): page is JournalMoved =>
  "moved" in page;
