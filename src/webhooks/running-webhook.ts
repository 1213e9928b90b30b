/** An endpoint with its feeds, which share its slots, and restart after a database failure. */
import { listFeedsOf } from "../store/webhooks/webhook-feeds.ts";
import { noteAttempts } from "../store/webhooks/webhooks.ts";
import type { NotedAttempts, Webhook } from "../store/webhooks/webhooks.ts";
import type { OwnSql } from "../store/sql/database.ts";
import type { ReadEvents } from "./journal-events.ts";
import { startFeed } from "./feed.ts";
import type { Feed } from "./feed.ts";
import type { FeedLimits } from "./feed-limits.ts";
import { createPlaces } from "./places.ts";
import type { Attempt } from "./send-message.ts";
import { sendSigned } from "./send-signed.ts";
import type { SigningTerms } from "./send-signed.ts";

export type RunningOptions = SigningTerms & {
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

export type RunningWebhook = {
  wake(): void;
  stop(): Promise<void>;
};

/** Maximum pause that a receiver can ask for, ms. */
const LONGEST_PAUSE_MS = 3_600_000;
/** Status of a receiver that wants no more messages. */
const GONE = 410;

export async function startWebhook(options: RunningOptions, webhook: Webhook): Promise<RunningWebhook> {
  const { sql, limits, now } = options;
  const feeds = new Set<Feed>();
  const wake = (): void => {
    for (const feed of feeds) feed.wake();
  };
  const places = createPlaces(limits.attempts, wake);
  const notes = createNotes(sql, webhook.id);
  const onAttempt = (attempt: Attempt): void => {
    notes.note(attempt, now());
    const { status, retryAfterMs = 0 } = attempt;
    if (retryAfterMs > 0) places.hold(now() + Math.min(retryAfterMs, LONGEST_PAUSE_MS));
    if (status === GONE) options.onGone(webhook);
  };
  for (const feed of await listFeedsOf(sql, webhook.id)) {
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
const NOTE_MS = 500;
const NOTHING: NotedAttempts = { succeededAt: 0, failedAt: 0, error: "" };

/** Saves the last attempts in the table now and then. A failed save is dropped: the next one has the same information. */
function createNotes(sql: OwnSql, id: string) {
  let open = NOTHING;
  let timer: NodeJS.Timeout | undefined;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const noted = open;
    open = NOTHING;
    if (noted !== NOTHING) await noteAttempts(sql, id, noted).catch(() => {});
  };
  return {
    note({ delivered, error }: Attempt, at: number): void {
      open = delivered ? { ...open, succeededAt: at } : { ...open, failedAt: at, error };
      timer ??= setTimeout(() => void write(), NOTE_MS);
    },
    close: write,
  };
}
