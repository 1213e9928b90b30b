/** Sends what a feed has, and keeps in rows what fails or stands behind a failure. */
import { noteFailure, readBody, removeDelivery, storeWaiting } from "../store/webhooks/webhook-deliveries.ts";
import type { Item } from "./feed-items.ts";
import type { FeedState } from "./feed-state.ts";
import { pauseAfter } from "./retry-schedule.ts";
import type { Attempt } from "./send-message.ts";

/** Time for attempts that are underway to end when the feed is stopped, ms. */
const STOP_MS = 1_000;

/** Begins an attempt for each delivery whose turn and time it is, as long as there are places. */
export function sendReady(state: FeedState): void {
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

/** Gives rows to what may have to wait for days. */
export async function storeBlocked({ sql, feed, items }: FeedState): Promise<void> {
  const blocked = items.listBlocked();
  if (blocked.length === 0) return;
  const rows = blocked.map((item) => rowOf(item, ""));
  await storeWaiting(sql, feed, rows);
  for (const item of blocked) items.markStored(item);
}

/** Waits for the attempts that are underway, and takes back those that last too long. */
export async function endSending({ sending, abort }: FeedState): Promise<void> {
  const timer = setTimeout(() => abort.abort(), STOP_MS);
  await Promise.all(sending);
  clearTimeout(timer);
}

async function deliver(state: FeedState, item: Item): Promise<void> {
  const { sql, feed, items, send, abort } = state;
  const body = item.body ?? (await readBody(sql, feed, item));
  // An operator dropped it.
  if (body === undefined) return items.remove(item);
  const attempt = await send({ id: item.message, body }, abort.signal);
  if (attempt === "aborted") return undefined;
  if (attempt.delivered) {
    if (item.stored) await removeDelivery(sql, feed, item);
    items.remove(item);
  } else await keepFailed(state, item, attempt);
  return state.onAttempt(attempt);
}

async function keepFailed(state: FeedState, item: Item, { error }: Attempt): Promise<void> {
  const { sql, feed, items, limits, now } = state;
  const failedAt = now();
  item.attempts += 1;
  const pause = pauseAfter(item.attempts, Math.random(), limits.pausesMs);
  item.nextAt = failedAt + (pause ?? 0);
  const isNew = !item.stored;
  if (isNew) {
    await storeWaiting(sql, feed, [rowOf(item, error)]);
    items.markStored(item);
  }
  const isDead = pause === undefined;
  if (isDead || !isNew) await noteFailure(sql, feed, { ...item, error, deadAt: isDead ? failedAt : null });
  if (!isDead) return;
  items.remove(item);
  state.dead += 1;
  state.onDead(item.type, error);
}

const rowOf = (item: Item, error: string) => ({ ...item, body: item.body ?? "", error });
