/** Delivers to all enabled endpoints. It runs in its own thread, beside the exchange. */
import { createSubjectQueues } from "../../base/async.ts";
import type { SubjectQueues } from "../../base/async.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import {
  countDead,
  listRows,
  recordFailure,
  readBody,
  removeDelivery,
  storeWaiting,
} from "../../store/webhooks/webhook-deliveries.ts";
import { endReplay, listWebhookFeeds, moveFeed } from "../../store/webhooks/webhook-feeds.ts";
import type { EventPosition } from "../../store/webhooks/webhook-feeds.ts";
import { disableWebhook, findWebhook, listWebhooks, recordAttempts } from "../../store/webhooks/webhooks.ts";
import type { RecordedAttempts, Webhook } from "../../store/webhooks/webhooks.ts";
import type { Item } from "./feed-items.ts";
import { pauseAfter } from "./feed-limits.ts";
import type { FeedLimits } from "./feed-limits.ts";
import { createFeedState, hasRoom, isBefore, isReadOut, isSame, getFeedCursor } from "./feed-state.ts";
import type { FeedOptions, FeedState } from "./feed-state.ts";
import { createEventPages, listQueueNames, wantsEvent } from "./journal-events.ts";
import type { EventMessage, EventPage, EventReading, ReadEvents } from "./journal-events.ts";
import { createAttemptSlots } from "./attempt-slots.ts";
import type { Attempt } from "./send-message.ts";
import { sendSigned } from "./send-signed.ts";
import type { SigningOptions } from "./send-signed.ts";

// Feed of an endpoint. It reads events from its cursor in the journal and sends them in the order of their queues. The
// cursor moves past events that were delivered or have a row. A failed event gets a row and waits, with all events
// behind it in its queues. So an undelivered event is always after the cursor or has a row.

// Reads the events of a feed: first the rows of the table, then the journal from the cursor on.

/**
 * Loads the rows. Rows after the saved cursor keep their order, and the feed does not take their events again.
 */
async function loadRows(state: FeedState): Promise<void> {
  const { sql, feed, items, ahead } = state;
  for (const { dead, ...row } of await listRows(sql, feed)) {
    const item = dead ? undefined : { ...row, body: undefined, stored: true, sending: false };
    if (!isBefore(row, feed)) ahead.push({ place: { seq: row.seq, index: row.index }, item });
    else if (item !== undefined) items.add(item);
  }
  state.dead = await countDead(sql, feed.webhook);
}

async function takeEvents(state: FeedState): Promise<void> {
  while (hasRoom(state) && !state.stopping) {
    if (state.taken < state.page.events.length) takeNext(state);
    else if (isReadOut(state) || !(await readNextPage(state))) return;
  }
}

/** Reads the next page; false if there is none yet. */
async function readNextPage(state: FeedState): Promise<boolean> {
  const { next } = state.page;
  // Takes also rows whose event is no longer in the journal at their position.
  takeAhead(state, next);
  const page = await state.readEvents(next);
  state.page = upTo(page, state.feed.until);
  state.taken = 0;
  return !isSame(page.next, next);
}

/** Leaves out events after the end of a replay. */
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
  else if (wantsEvent(webhook, event)) items.add(toFeedItem(webhook, event));
}

/** Takes the rows before a position. */
function takeAhead({ ahead, items }: FeedState, place: EventPosition): void {
  for (let [first] = ahead; first !== undefined && isBefore(first.place, place); [first] = ahead) {
    ahead.shift();
    if (first.item !== undefined) items.add(first.item);
  }
}

const toFeedItem = (webhook: Webhook, event: EventMessage): Item => ({
  seq: event.seq,
  index: event.index,
  message: event.message,
  type: event.type,
  lanes: listQueueNames(webhook, event),
  attempts: 0,
  nextAt: 0,
  body: event.body(),
  stored: false,
  sending: false,
});

// Sends the events of a feed, and stores those that fail or are queued behind a failure in rows.

/** Time for attempts underway to finish when the feed is stopped, ms. */
const STOP_MS = 1_000;

/** Starts an attempt for each delivery that is first in its queues and due, as long as slots are free. */
function sendReady(state: FeedState): void {
  const { items, places, sending, signal, now } = state;
  for (const item of items.listReady(now())) {
    if (state.stopping || !places.take(now())) return;
    item.sending = true;
    const done = deliver(state, item)
      .catch((error: unknown) => {
        state.failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        item.sending = false;
        sending.delete(done);
        places.free();
        signal.wake();
      });
    sending.add(done);
  }
}

/** Stores rows for deliveries that may have to wait for days. */
async function storeBlocked({ sql, feed, items }: FeedState): Promise<void> {
  const blocked = items.listBlocked();
  if (blocked.length === 0) return;
  const rows = blocked.map((item) => toDeliveryRow(item, ""));
  await storeWaiting(sql, feed, rows);
  for (const item of blocked) items.markStored(item);
}

/** Waits for the attempts underway, and aborts those that take too long. */
async function endSending({ sending, abort }: FeedState): Promise<void> {
  const timer = setTimeout(() => abort.abort(), STOP_MS);
  await Promise.all(sending);
  clearTimeout(timer);
}

async function deliver(state: FeedState, item: Item): Promise<void> {
  const { sql, feed, items, send, abort } = state;
  const body = item.body ?? (await readBody(sql, feed, item));
  // An operator dropped the delivery.
  if (body === undefined) return items.remove(item);
  const attempt = await send({ id: item.message, body }, abort.signal);
  if (attempt === "aborted") return undefined;
  if (attempt.delivered) {
    if (item.stored) await removeDelivery(sql, feed, item);
    items.remove(item);
  } else await storeFailedDelivery(state, item, attempt);
  return state.onAttempt(attempt);
}

async function storeFailedDelivery(state: FeedState, item: Item, { error }: Attempt): Promise<void> {
  const { sql, feed, items, limits, now } = state;
  const failedAt = now();
  item.attempts += 1;
  const pause = pauseAfter(item.attempts, Math.random(), limits.pausesMs);
  item.nextAt = failedAt + (pause ?? 0);
  const isNew = !item.stored;
  if (isNew) {
    await storeWaiting(sql, feed, [toDeliveryRow(item, error)]);
    items.markStored(item);
  }
  const isDead = pause === undefined;
  if (isDead || !isNew) await recordFailure(sql, feed, { ...item, error, deadAt: isDead ? failedAt : null });
  if (!isDead) return;
  items.remove(item);
  state.dead += 1;
  state.onDead(item.type, error);
}

const toDeliveryRow = (item: Item, error: string) => ({ ...item, body: item.body ?? "", error });

type Feed = {
  /** Signals that there may be work. */
  wake(): void;
  /** Finishes the attempts underway, or aborts them after a moment, and returns once there are none. */
  stop(): Promise<void>;
  /** Settles when the feed has ended: true for a completed replay; rejects after a database failure. */
  readonly ended: Promise<boolean>;
};

/** Minimum time between two saves of the cursor, ms. */
const SAVE_MS = 500;
/** Time after which read tables that lack the last batch are polled again, ms. */
const BEHIND_MS = 100;

function startFeed(options: FeedOptions): Feed {
  const state = createFeedState(options);
  const ended = run(state);
  return {
    wake: state.signal.wake,
    async stop() {
      state.stopping = true;
      state.signal.wake();
      // `ended` reports a failure.
      await Promise.allSettled([ended]);
    },
    ended,
  };
}

async function run(state: FeedState): Promise<boolean> {
  try {
    await loadRows(state);
    while (!state.stopping) {
      if (await runFeedStep(state)) return true;
      await state.signal.wait(computeWait(state));
    }
  } finally {
    await endSending(state);
  }
  throwIfFailed(state);
  await saveCursor(state);
  return false;
}

/** Does all work that is possible now; returns true when a replay is complete. */
async function runFeedStep(state: FeedState): Promise<boolean> {
  throwIfFailed(state);
  await takeEvents(state);
  await storeBlocked(state);
  sendReady(state);
  if (isReadOut(state) && state.items.isEmpty()) {
    await endReplay(state.sql, state.webhook.id);
    return true;
  }
  if (state.now() - state.savedAt >= SAVE_MS) await saveCursor(state);
  return false;
}

function throwIfFailed({ failure }: FeedState): void {
  if (failure !== undefined) throw failure;
}

async function saveCursor(state: FeedState): Promise<void> {
  const { seq, index } = getFeedCursor(state);
  if (isSame(state.saved, { seq, index })) return;
  await moveFeed(state.sql, state.feed, { seq, index });
  state.saved = { seq, index };
  state.savedAt = state.now();
}

/** Returns the time until there is work without a wake-up, ms. */
function computeWait(state: FeedState): number {
  const { items, places, page, taken, head, now } = state;
  const isBehind =
    taken === page.events.length && page.next.seq <= head() && hasRoom(state) && !isReadOut(state);
  return Math.min(
    Math.max(items.nextTime(), places.openFrom()) - now(),
    isSame(state.saved, getFeedCursor(state)) ? Number.POSITIVE_INFINITY : SAVE_MS,
    isBehind ? BEHIND_MS : Number.POSITIVE_INFINITY,
  );
}

// An endpoint with its feeds, which share its slots, and restart after a database failure.

type RunningOptions = SigningOptions & {
  readonly sql: OwnSql;
  readonly limits: FeedLimits;
  readonly readEvents: ReadEvents;
  readonly head: () => number;
  readonly onDead: (webhook: Webhook, failure: { readonly type: string; readonly error: string }) => void;
  /** Called when the receiver answers that it is gone. */
  readonly onGone: (webhook: Webhook) => void;
  /** Called when a feed failed; it then stays stopped. */
  readonly onFailure: (webhook: Webhook, error: unknown) => void;
};

type RunningWebhook = {
  wake(): void;
  stop(): Promise<void>;
};

/** Maximum pause that a receiver can ask for, ms. */
const MAX_PAUSE_MS = 3_600_000;
/** Status of a receiver that wants no more messages. */
const GONE = 410;

async function startWebhook(options: RunningOptions, webhook: Webhook): Promise<RunningWebhook> {
  const { sql, limits, now } = options;
  const feeds = new Set<Feed>();
  const wake = (): void => {
    for (const feed of feeds) feed.wake();
  };
  const places = createAttemptSlots(limits.attempts, wake);
  const notes = createAttemptRecorder(sql, webhook.id);
  const onAttempt = (attempt: Attempt): void => {
    notes.note(attempt, now());
    const { status, retryAfterMs = 0 } = attempt;
    if (retryAfterMs > 0) places.hold(now() + Math.min(retryAfterMs, MAX_PAUSE_MS));
    if (status === GONE) options.onGone(webhook);
  };
  for (const feed of await listWebhookFeeds(sql, webhook.id)) {
    const running = startFeed({
      ...options,
      webhook,
      feed,
      places,
      onAttempt,
      onDead: (type, error) => options.onDead(webhook, { type, error }),
      send: (message, signal) => sendSigned(options, webhook, message, signal),
    });
    feeds.add(running);
    running.ended.then(
      (isOver) => isOver && feeds.delete(running),
      (error: unknown) => options.onFailure(webhook, error),
    );
  }
  return {
    wake,
    async stop() {
      await Promise.all([...feeds].map((feed) => feed.stop()));
      await notes.close();
    },
  };
}

/** Minimum time between two saves of the last attempts, ms. */
const RECORD_INTERVAL_MS = 500;
const NOTHING: RecordedAttempts = { succeededAt: 0, failedAt: 0, error: "" };

/** Saves the last attempts in the table now and then. A failed save is dropped: the next one has the same information. */
function createAttemptRecorder(sql: OwnSql, id: string) {
  let open = NOTHING;
  let timer: NodeJS.Timeout | undefined;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const noted = open;
    open = NOTHING;
    if (noted !== NOTHING) await recordAttempts(sql, id, noted).catch(() => {});
  };
  return {
    note({ delivered, error }: Attempt, at: number): void {
      open = delivered ? { ...open, succeededAt: at } : { ...open, failedAt: at, error };
      timer ??= setTimeout(() => void write(), RECORD_INTERVAL_MS);
    },
    close: write,
  };
}

/** Notifications for the log. */
export type DelivererNotification = {
  readonly event: "webhook_disabled" | "webhook_given_up" | "webhooks_failed";
  readonly webhook: string;
  readonly url: string;
  readonly error: string;
};

type DelivererOptions = SigningOptions & {
  readonly sql: OwnSql;
  readonly open: (from: EventPosition) => EventReading;
  readonly limits: FeedLimits;
  readonly tell: (news: DelivererNotification) => void;
};

export type Deliverer = {
  /** Reports the last committed batch. */
  wake(head: number): void;
  /** Starts one endpoint, or all; disabled ones stay stopped. */
  start(id?: string): Promise<void>;
  /** Stops one endpoint, or all, and returns once none of their work is underway. */
  stop(id?: string): Promise<void>;
};

/** Time after which deliveries restart after a database failure, ms. */
const RESTART_MS = 1_000;

type State = DelivererOptions & {
  readonly running: Map<string, RunningWebhook>;
  readonly turns: SubjectQueues;
  head: number;
  pages: ReadEvents;
};

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { sql, open } = options;
  const state: State = {
    ...options,
    running: new Map(),
    turns: createSubjectQueues(),
    head: 0,
    pages: createEventPages(open),
  };
  const { running, turns } = state;
  return {
    wake(last) {
      state.head = last;
      for (const one of running.values()) one.wake();
    },
    async start(id) {
      const ids = id === undefined ? (await listWebhooks(sql)).map((webhook) => webhook.id) : [id];
      await Promise.all(ids.map((one) => turns.take([one], () => startOne(state, one))));
    },
    async stop(id) {
      const ids = id === undefined ? new Set([...running.keys(), ...turns.busy()]) : [id];
      await Promise.all([...ids].map((one) => turns.take([one], () => stopOne(state, one))));
      // The journal may be a different one at the next start.
      if (id === undefined) state.pages = createEventPages(open);
    },
  };
}

async function startOne(state: State, id: string): Promise<void> {
  const { running, sql } = state;
  if (running.has(id)) return;
  running.set(id, createStill());
  try {
    const webhook = await findWebhook(sql, id);
    if (webhook?.enabled === true) running.set(id, await startWebhook(buildRunningOptions(state), webhook));
  } catch (error) {
    restartLater(state, { id, url: "" }, error);
  }
}

async function stopOne({ running }: State, id: string): Promise<void> {
  const stopping = running.get(id);
  running.delete(id);
  await stopping?.stop();
}

const buildRunningOptions = (state: State): RunningOptions => ({
  ...state,
  readEvents: (from) => state.pages(from),
  head: () => state.head,
  onDead: ({ id, url }, { type, error }) =>
    state.tell({ event: "webhook_given_up", webhook: id, url, error: `${type}: ${error}` }),
  onGone: (webhook) => void state.turns.take([webhook.id], () => disable(state, webhook)),
  onFailure: (webhook, error) => restartLater(state, webhook, error),
});

/** Restarts an endpoint after a pause, unless it was stopped or started meanwhile. */
function restartLater(state: State, { id, url }: Pick<Webhook, "id" | "url">, error: unknown): void {
  const failed = state.running.get(id);
  state.tell({ event: "webhooks_failed", webhook: id, url, error: errorText(error) });
  const restart = async (): Promise<void> => {
    if (failed === undefined || state.running.get(id) !== failed) return;
    await stopOne(state, id);
    await startOne(state, id);
  };
  setTimeout(() => void state.turns.take([id], restart), RESTART_MS).unref();
}

async function disable(state: State, webhook: Webhook): Promise<void> {
  const { id, url } = webhook;
  if (!state.running.has(id)) return;
  const error = "the receiver answered 410 Gone";
  try {
    await disableWebhook(state.sql, id, error);
  } catch (failure) {
    restartLater(state, webhook, failure);
    return;
  }
  state.tell({ event: "webhook_disabled", webhook: id, url, error });
  await stopOne(state, id);
  state.running.set(id, createStill());
}

/** Creates an endpoint to which nothing is delivered. */
const createStill = (): RunningWebhook => ({ wake: () => {}, stop: async () => {} });

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
