/** Pages of public events, as a reader returns them. */
import type { ChangePosition } from "./change-position.ts";
import type { PublicEvent } from "./public-event.ts";

export type ChangePage = {
  /** Events in journal order; empty if there is nothing new. */
  readonly events: readonly PublicEvent[];
  /** Cursor after these events; a reader that continues there misses and repeats nothing. */
  readonly next: ChangePosition;
  /** The last batch that can be read now. The stream is at its end if `next.seq` is above it. */
  readonly head: number;
};

/** Report that the journal differs from the one that was read: a sandbox went back to a snapshot. */
export type JournalMoved = {
  /** Message with the batch that differs or is missing. */
  readonly moved: string;
  readonly head: number;
};

/** Reader of the stream, page by page. Only one page may be requested at a time. */
export type ChangeReader = {
  next(): Promise<ChangePage | JournalMoved>;
};

export const isMoved = <Page extends object>(page: Page | JournalMoved): page is JournalMoved =>
  "moved" in page;
