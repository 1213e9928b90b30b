/** State of a feed in memory; all of it can be read anew from the tables and the journal. */
import type { OwnSql } from "../store/sql/database.ts";
import type { EventPlace, WebhookFeed } from "../store/webhooks/webhook-feeds.ts";
import type { Webhook } from "../store/webhooks/webhooks.ts";
import type { EventPage, ReadEvents } from "./journal-events.ts";
import { createFeedItems } from "./feed-items.ts";
import type { FeedItems, Item } from "./feed-items.ts";
import type { FeedLimits } from "./feed-limits.ts";
import type { Places } from "./places.ts";
import type { Attempt } from "./send-message.ts";
import { createSignal } from "./wake-signal.ts";
import type { WakeSignal } from "./wake-signal.ts";

export type FeedMessage = { readonly id: string; readonly body: string };

export type FeedOptions = {
  readonly sql: OwnSql;
  readonly webhook: Webhook;
  readonly feed: WebhookFeed;
  readonly readEvents: ReadEvents;
  readonly send: (message: FeedMessage, signal: AbortSignal) => Promise<Attempt | "aborted">;
  readonly places: Places;
  readonly limits: FeedLimits;
  /** The machine's time, ms. */
  readonly now: () => number;
  /** The last batch that was committed, as far as it is known here. */
  readonly head: () => number;
  /** Called with each attempt that ended. */
  readonly onAttempt: (attempt: Attempt) => void;
  /** Called with the type and the last error of a delivery that was given up. */
  readonly onDead: (type: string, error: string) => void;
};

export type FeedState = FeedOptions & {
  readonly items: FeedItems;
  readonly signal: WakeSignal;
  readonly abort: AbortController;
  /** Attempts that are underway. */
  readonly sending: Set<Promise<void>>;
  /** Rows behind the place, which take it in their lanes when it gets there; `undefined` of those that were given up. */
  readonly ahead: { readonly place: EventPlace; readonly item: Item | undefined }[];
  stopping: boolean;
  failure: Error | undefined;
  /** Number of the endpoint's deliveries that were given up. */
  dead: number;
  page: EventPage;
  /** Events of the page that were taken. */
  taken: number;
  /** The place that the table has, and the time at which it was noted. */
  saved: EventPlace;
  savedAt: number;
};

export function createFeedState(options: FeedOptions): FeedState {
  const { seq, index } = options.feed;
  return {
    ...options,
    items: createFeedItems(),
    signal: createSignal(),
    abort: new AbortController(),
    sending: new Set(),
    ahead: [],
    stopping: false,
    failure: undefined,
    dead: 0,
    page: { events: [], next: { seq, index } },
    taken: 0,
    saved: { seq, index },
    savedAt: 0,
  };
}

export const isBefore = (one: EventPlace, other: EventPlace): boolean =>
  one.seq < other.seq || (one.seq === other.seq && one.index < other.index);

export const isSame = (one: EventPlace, other: EventPlace): boolean =>
  one.seq === other.seq && one.index === other.index;

/** The place of the first event that neither arrived nor has a row. */
export const placeOf = ({ items, page, taken }: FeedState): EventPlace =>
  items.firstUnstored() ?? page.events[taken] ?? page.next;

/** Beyond these bounds nothing is read: the place waits, and what comes lies in the journal. */
export const hasRoom = ({ items, limits, dead }: FeedState): boolean =>
  items.unstored() < limits.underway && items.stored() < limits.waiting && dead < limits.dead;

/** True if all events of a replay were read. */
export const isReadOut = ({ feed, page, taken }: FeedState): boolean =>
  feed.until !== null && taken === page.events.length && page.next.seq > feed.until;
