/** State of a feed in memory; it can be rebuilt from the tables and the journal. */
import type { OwnSql } from "../../store/sql/database.ts";
import type { EventPosition, WebhookFeed } from "../../store/webhooks/webhook-feeds.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { createFeedItems } from "./feed-items.ts";
import type { FeedItems, Item } from "./feed-items.ts";
import type { FeedLimits } from "./feed-limits.ts";
import type { EventPage, ReadEvents } from "./journal-events.ts";
import type { AttemptSlots } from "./attempt-slots.ts";
import type { Attempt } from "./send-message.ts";

// Signal that ends a wait. A signal while nobody waits ends the next wait at once.

/** Maximum time of a timer, ms. */
const MAX_TIMER_MS = 2_000_000_000;

type WakeSignal = {
  wake(): void;
  /** Returns after this many milliseconds, or once it is woken. */
  wait(ms: number): Promise<void>;
};

function createSignal(): WakeSignal {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      end?.();
    },
    async wait(ms) {
      if (!isWoken && ms > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS));
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      end = undefined;
      isWoken = false;
    },
  };
}

export type FeedMessage = { readonly id: string; readonly body: string };

export type FeedOptions = {
  readonly sql: OwnSql;
  readonly webhook: Webhook;
  readonly feed: WebhookFeed;
  readonly readEvents: ReadEvents;
  readonly send: (message: FeedMessage, signal: AbortSignal) => Promise<Attempt | "aborted">;
  readonly places: AttemptSlots;
  readonly limits: FeedLimits;
  /** The machine's time, ms. */
  readonly now: () => number;
  /** Returns the last committed batch that is known here. */
  readonly head: () => number;
  /** Called after each attempt. */
  readonly onAttempt: (attempt: Attempt) => void;
  /** Called with the type and the last error of a delivery that was given up. */
  readonly onDead: (type: string, error: string) => void;
};

export type FeedState = FeedOptions & {
  readonly items: FeedItems;
  readonly signal: WakeSignal;
  readonly abort: AbortController;
  /** Attempts underway. */
  readonly sending: Set<Promise<void>>;
  /** Rows after the cursor, which join their queues when the cursor reaches them; `undefined` for dead ones. */
  readonly ahead: { readonly place: EventPosition; readonly item: Item | undefined }[];
  stopping: boolean;
  failure: Error | undefined;
  /** Number of the endpoint's dead deliveries. */
  dead: number;
  page: EventPage;
  /** Number of events of the page that were taken. */
  taken: number;
  /** Cursor in the table, and the time when it was saved. */
  saved: EventPosition;
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

export const isBefore = (one: EventPosition, other: EventPosition): boolean =>
  one.seq < other.seq || (one.seq === other.seq && one.index < other.index);

export const isSame = (one: EventPosition, other: EventPosition): boolean =>
  one.seq === other.seq && one.index === other.index;

/** Returns the cursor: the position of the first event that was neither delivered nor has a row. */
export const getFeedCursor = ({ items, page, taken }: FeedState): EventPosition =>
  items.firstUnstored() ?? page.events[taken] ?? page.next;

/** Returns whether more may be read. Beyond these limits the cursor waits, and new events stay in the journal. */
export const hasRoom = ({ items, limits, dead }: FeedState): boolean =>
  items.unstored() < limits.underway && items.stored() < limits.waiting && dead < limits.dead;

/** Returns whether all events of a replay were read. */
export const isReadOut = ({ feed, page, taken }: FeedState): boolean =>
  feed.until !== null && taken === page.events.length && page.next.seq > feed.until;
