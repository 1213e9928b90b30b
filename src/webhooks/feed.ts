/**
 * A feed of an endpoint. It reads events from its place in the journal and sends them in the order of their lanes. The place
 * moves past those that arrived or have a row. An event that fails gets a row and waits, with all that stand behind it in its
 * lanes. At any moment, an event that was not delivered lies behind the place or has a row.
 */
import { endReplay, moveFeed } from "../store/webhooks/webhook-feeds.ts";
import { loadRows, takeEvents } from "./feed-reading.ts";
import { endSending, sendReady, storeBlocked } from "./feed-sending.ts";
import { createFeedState, hasRoom, isReadOut, isSame, placeOf } from "./feed-state.ts";
import type { FeedOptions, FeedState } from "./feed-state.ts";

export type Feed = {
  /** Tells that there may be something to do. */
  wake(): void;
  /** Ends what is underway, or takes it back after a moment, and returns when nothing is. */
  stop(): Promise<void>;
  /** Settles when the feed has ended: true for a replay at its end; rejects at a failure of the database. */
  readonly ended: Promise<boolean>;
};

/** Time between two notes of the place, ms. */
const SAVE_MS = 500;
/** Time after which tables that lack the last batch are read again, ms. */
const BEHIND_MS = 100;

export function startFeed(options: FeedOptions): Feed {
  const state = createFeedState(options);
  const ended = run(state);
  return {
    wake: state.signal.wake,
    async stop() {
      state.stopping = true;
      state.signal.wake();
      // A failure is told by `ended`.
      await Promise.allSettled([ended]);
    },
    ended,
  };
}

async function run(state: FeedState): Promise<boolean> {
  try {
    await loadRows(state);
    while (!state.stopping) {
      if (await takeTurn(state)) return true;
      await state.signal.wait(waitOf(state));
    }
  } finally {
    await endSending(state);
  }
  throwIfFailed(state);
  await savePlace(state);
  return false;
}

/** Does all that can be done now; true when a replay is at its end. */
async function takeTurn(state: FeedState): Promise<boolean> {
  throwIfFailed(state);
  await takeEvents(state);
  await storeBlocked(state);
  sendReady(state);
  if (isReadOut(state) && state.items.isEmpty()) {
    await endReplay(state.sql, state.webhook.id);
    return true;
  }
  if (state.now() - state.savedAt >= SAVE_MS) await savePlace(state);
  return false;
}

function throwIfFailed({ failure }: FeedState): void {
  if (failure !== undefined) throw failure;
}

async function savePlace(state: FeedState): Promise<void> {
  const { seq, index } = placeOf(state);
  if (isSame(state.saved, { seq, index })) return;
  await moveFeed(state.sql, state.feed, { seq, index });
  state.saved = { seq, index };
  state.savedAt = state.now();
}

/** Time until there is something to do without being woken, ms. */
function waitOf(state: FeedState): number {
  const { items, places, page, taken, head, now } = state;
  const isBehind =
    taken === page.events.length && page.next.seq <= head() && hasRoom(state) && !isReadOut(state);
  return Math.min(
    Math.max(items.nextTime(), places.openFrom()) - now(),
    isSame(state.saved, placeOf(state)) ? Number.POSITIVE_INFINITY : SAVE_MS,
    isBehind ? BEHIND_MS : Number.POSITIVE_INFINITY,
  );
}
