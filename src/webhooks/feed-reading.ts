/** Reads the events of a feed: rows from the table first, then what the journal has from its place on. */
import { countDead, listRows } from "../store/webhooks/webhook-deliveries.ts";
import type { EventPlace } from "../store/webhooks/webhook-feeds.ts";
import type { Webhook } from "../store/webhooks/webhooks.ts";
import type { EventMessage, EventPage } from "./event-pages.ts";
import type { Item } from "./feed-items.ts";
import { hasRoom, isBefore, isReadOut, isSame } from "./feed-state.ts";
import type { FeedState } from "./feed-state.ts";
import { lanesOf, wants } from "./wanted-events.ts";

/**
 * Loads the rows. The place may have been noted before rows of events behind it: they keep their order, and these events are
 * not taken a second time.
 */
export async function loadRows(state: FeedState): Promise<void> {
  const { sql, feed, items, ahead } = state;
  for (const { dead, ...row } of await listRows(sql, feed)) {
    const item = dead ? undefined : { ...row, body: undefined, stored: true, sending: false };
    if (!isBefore(row, feed)) ahead.push({ place: { seq: row.seq, index: row.index }, item });
    else if (item !== undefined) items.add(item);
  }
  state.dead = await countDead(sql, feed.webhook);
}

export async function takeEvents(state: FeedState): Promise<void> {
  while (hasRoom(state) && !state.stopping) {
    if (state.taken < state.page.events.length) takeNext(state);
    else if (isReadOut(state) || !(await readOn(state))) return;
  }
}

/** Reads the next page; false when there is none yet. */
async function readOn(state: FeedState): Promise<boolean> {
  const { next } = state.page;
  // Rows whose event the journal does not have any more under this place.
  takeAhead(state, next);
  const page = await state.readEvents(next);
  state.page = upTo(page, state.feed.until);
  state.taken = 0;
  return !isSame(page.next, next);
}

/** Leaves out what a replay does not reach. */
const upTo = ({ events, next }: EventPage, until: number | null): EventPage => ({
  events: until === null ? events : events.filter(({ seq }) => seq <= until),
  next,
});

function takeNext(state: FeedState): void {
  const { webhook, items, ahead } = state;
  const event = state.page.events[state.taken];
  state.taken += 1;
  if (event === undefined) return;
  takeAhead(state, event);
  const [first] = ahead;
  if (first !== undefined && isSame(first.place, event))
    takeAhead(state, { ...event, index: event.index + 1 });
  else if (wants(webhook, event)) items.add(itemOf(webhook, event));
}

/** Takes the rows that lie before a place. */
function takeAhead({ ahead, items }: FeedState, place: EventPlace): void {
  for (let [first] = ahead; first !== undefined && isBefore(first.place, place); [first] = ahead) {
    ahead.shift();
    if (first.item !== undefined) items.add(first.item);
  }
}

const itemOf = (webhook: Webhook, event: EventMessage): Item => ({
  seq: event.seq,
  index: event.index,
  message: event.message,
  type: event.type,
  lanes: lanesOf(webhook, event),
  attempts: 0,
  nextAt: 0,
  body: event.body(),
  stored: false,
  sending: false,
});
