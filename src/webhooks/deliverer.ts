/** Delivers to all enabled endpoints. It runs in its own thread, beside the exchange. */
import { disableWebhook, findWebhook, listWebhooks } from "../store/webhooks/webhooks.ts";
import type { Webhook } from "../store/webhooks/webhooks.ts";
import type { OwnSql } from "../store/sql/database.ts";
import { createEventPages } from "./journal-events.ts";
import type { EventReading, ReadEvents } from "./journal-events.ts";
import type { EventPlace } from "../store/webhooks/webhook-feeds.ts";
import type { FeedLimits } from "./feed-limits.ts";
import { startWebhook } from "./running-webhook.ts";
import type { RunningOptions, RunningWebhook } from "./running-webhook.ts";
import type { SigningTerms } from "./send-signed.ts";
import { createTurns } from "./turns.ts";
import type { Turns } from "./turns.ts";

/** Notifications for the log. */
export type DelivererNews = {
  readonly event: "webhook_disabled" | "webhook_given_up" | "webhooks_failed";
  readonly webhook: string;
  readonly url: string;
  readonly error: string;
};

export type DelivererOptions = SigningTerms & {
  readonly sql: OwnSql;
  readonly open: (from: EventPlace) => EventReading;
  readonly limits: FeedLimits;
  readonly tell: (news: DelivererNews) => void;
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
  readonly turns: Turns;
  head: number;
  pages: ReadEvents;
};

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { sql, open } = options;
  const state: State = {
    ...options,
    running: new Map(),
    turns: createTurns(),
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
      await Promise.all(ids.map((one) => turns.take(one, () => startOne(state, one))));
    },
    async stop(id) {
      const ids = id === undefined ? turns.names() : [id];
      await Promise.all(ids.map((one) => turns.take(one, () => stopOne(state, one))));
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
    if (webhook?.enabled === true) running.set(id, await startWebhook(termsOf(state), webhook));
  } catch (error) {
    beginAnew(state, { id, url: "" }, error);
  }
}

async function stopOne({ running }: State, id: string): Promise<void> {
  const stopping = running.get(id);
  running.delete(id);
  await stopping?.stop();
}

const termsOf = (state: State): RunningOptions => ({
  ...state,
  readEvents: (from) => state.pages(from),
  head: () => state.head,
  onDead: ({ id, url }, { type, error }) =>
    state.tell({ event: "webhook_given_up", webhook: id, url, error: `${type}: ${error}` }),
  onGone: (webhook) => void state.turns.take(webhook.id, () => disable(state, webhook)),
  onFailure: (webhook, error) => beginAnew(state, webhook, error),
});

/** Restarts an endpoint after a pause, unless it was stopped or started meanwhile. */
function beginAnew(state: State, { id, url }: Pick<Webhook, "id" | "url">, error: unknown): void {
  const failed = state.running.get(id);
  state.tell({ event: "webhooks_failed", webhook: id, url, error: textOf(error) });
  const restart = async (): Promise<void> => {
    if (failed === undefined || state.running.get(id) !== failed) return;
    await stopOne(state, id);
    await startOne(state, id);
  };
  setTimeout(() => void state.turns.take(id, restart), RESTART_MS).unref();
}

async function disable(state: State, webhook: Webhook): Promise<void> {
  const { id, url } = webhook;
  if (!state.running.has(id)) return;
  const error = "the receiver answered 410 Gone";
  try {
    await disableWebhook(state.sql, id, error);
  } catch (failure) {
    beginAnew(state, webhook, failure);
    return;
  }
  state.tell({ event: "webhook_disabled", webhook: id, url, error });
  await stopOne(state, id);
  state.running.set(id, createStill());
}

/** Creates an endpoint to which nothing is delivered. */
const createStill = (): RunningWebhook => ({ wake: () => {}, stop: async () => {} });

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
