/** Webhooks of the running exchange: their deliveries, and changes by operators. */
import { randomUUID } from "node:crypto";
import { createSubjectQueues } from "../../base/async.ts";
import type { SubjectQueues } from "../../base/async.ts";
import type { Log } from "../../base/log-event.ts";
import { EVENTS_VERSION } from "../changes/public-event.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import { askThreadWithTimeout } from "../../store/sql/with-timeout.ts";
import { listWebhooks } from "../../store/webhooks/webhooks.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import type { DelivererNotification } from "./deliverer.ts";
import { createSender, secretAt, secretText } from "./send-message.ts";
import type { Attempt, OwnNetwork } from "./send-message.ts";
import { sendSigned } from "./send-signed.ts";
import type { SigningOptions } from "./send-signed.ts";
import { startWebhookThread } from "./webhook-thread.ts";
import type { WebhookThread } from "./webhook-thread.ts";

// Manages the delivery thread, which runs while there are endpoints, and applies changes while it is stopped.

type Deliveries = {
  /** Starts delivering, once the exchange is served. */
  start(): void;
  /** Changes an endpoint while nothing is delivered to it. */
  change<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Stops all deliveries, and returns once nothing is underway; the returned function resumes them. */
  pause(): Promise<() => void>;
  close(): Promise<void>;
};

type DeliveriesOptions = {
  readonly sql: OwnSql;
  readonly databaseUrl: string;
  readonly masterKey: Uint8Array;
  readonly network: OwnNetwork;
  readonly log: Log;
  /** The last committed batch, and notifications of the next ones. */
  readonly commits: {
    head(): { readonly seq: number };
    follow(follower: () => void): unknown;
  };
};

/** Time after which a thread that ended is replaced, ms. */
const RESTART_MS = 1_000;
/** Minimum time between two commit notifications to the thread, ms. */
const WAKE_MS = 20;

/** Queue shared by changes, pauses and starts of the thread: they run one after another. */
const THREAD = ["thread"];

type State = DeliveriesOptions & {
  readonly turns: SubjectQueues;
  thread: WebhookThread | undefined;
  started: boolean;
};

function createDeliveries(options: DeliveriesOptions): Deliveries {
  const turns = createSubjectQueues();
  const state: State = { ...options, turns, thread: undefined, started: false };
  followCommits(state);
  return {
    start() {
      state.started = true;
      void turns.take(THREAD, () => begin(state));
    },
    change: (id, work) => changeBetween(state, id, work),
    async pause() {
      const [paused, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      void turns.take(THREAD, async () => {
        await state.thread?.stop();
        paused.resolve();
        await over.promise;
        sendHead(state);
        await state.thread?.start();
      });
      await paused.promise;
      return over.resolve;
    },
    close: () =>
      turns.take(THREAD, async () => {
        state.started = false;
        await state.thread?.close();
        state.thread = undefined;
      }),
  };
}

/**
 * Changes an endpoint while its deliveries are stopped. The caller waits for the stop, but not for the restart of the
 * thread or the deliveries.
 */
async function changeBetween<T>(state: State, id: string, work: () => Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<T>();
  let isGone = false;
  void state.turns.take(THREAD, async () => {
    await state.thread?.stop(id);
    stopped.resolve();
    if (!isGone) await work().then(changed.resolve, changed.reject);
    await (state.thread === undefined ? begin(state) : state.thread.start(id));
  });
  try {
    await askThreadWithTimeout("webhooks", stopped.promise);
  } catch (error) {
    isGone = true;
    throw error;
  }
  return changed.promise;
}

/** Starts the thread if there are endpoints; retries later if that cannot be read. */
async function begin(state: State): Promise<void> {
  const { sql, log } = state;
  if (!state.started || state.thread !== undefined) return;
  try {
    const webhooks = await listWebhooks(sql);
    if (webhooks.length === 0) return;
  } catch {
    return beginLater(state);
  }
  const { databaseUrl: url, masterKey, network } = state;
  state.thread = startWebhookThread({
    job: { url, masterKey, network: network.text },
    tell: (news) => logNotification(log, news),
    onEnd: (err) => {
      state.thread = undefined;
      log.error({ event: "webhooks_failed", err }, "the thread of the webhooks ended; another one begins");
      beginLater(state);
    },
  });
  sendHead(state);
  await state.thread.start();
}

const beginLater = (state: State): void => {
  setTimeout(() => void state.turns.take(THREAD, () => begin(state)), RESTART_MS).unref();
};

const sendHead = ({ thread, commits }: State): void => thread?.wake(commits.head().seq);

/** Notifies the thread of commits; several in a row are combined. */
function followCommits(state: State): void {
  let waking: NodeJS.Timeout | undefined;
  state.commits.follow(() => {
    if (state.thread === undefined) return;
    waking ??= setTimeout(() => {
      waking = undefined;
      sendHead(state);
    }, WAKE_MS).unref();
  });
}

const SENTENCES: Readonly<Record<DelivererNotification["event"], string>> = {
  webhook_disabled: "a receiver is gone: its webhook is disabled, and what it lacks is kept",
  webhook_given_up: "an event was not delivered to a webhook for days; presage webhooks failures lists it",
  webhooks_failed: "deliveries of a webhook stopped, and begin again",
};

function logNotification(log: Log, { event, ...news }: DelivererNotification): void {
  log.warn({ event, ...news }, SENTENCES[event]);
}

export type Webhooks = Deliveries & {
  /** Own network that messages may go to. */
  readonly network: OwnNetwork;
  /** Sends a test message without an event, and waits for its result. */
  test(webhook: Webhook): Promise<TestedWebhook>;
  /** Returns the current signing secret in the format of receivers. */
  secretOf(webhook: Pick<Webhook, "id" | "secretVersion">): string;
};

type TestedWebhook = Attempt & { readonly message: string; readonly ms: number };

type WebhooksOptions = DeliveriesOptions;

/** Type of test messages, which are no events of the journal. */
const TEST_TYPE = "webhook.test";

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { network, masterKey } = options;
  const signing = { masterKey, now: Date.now };
  return {
    network,
    secretOf: (webhook) => secretText(secretAt(masterKey, webhook)),
    test: (webhook) => sendTest(signing, network, webhook),
    ...createDeliveries(options),
  };
}

async function sendTest(
  signing: Omit<SigningOptions, "sender">,
  network: OwnNetwork,
  webhook: Webhook,
): Promise<TestedWebhook> {
  const sender = createSender(network);
  const since = performance.now();
  const id = `test-${randomUUID()}`;
  const time = new Date(signing.now()).toISOString();
  const body = JSON.stringify({
    version: EVENTS_VERSION,
    id,
    time,
    type: TEST_TYPE,
    data: { webhook: webhook.id },
    wallets: [],
    markets: [],
  });
  try {
    const attempt = await sendSigned(
      { ...signing, sender },
      webhook,
      { id, body },
      new AbortController().signal,
    );
    if (attempt === "aborted") throw new Error("a test was taken back that nobody takes back");
    return { ...attempt, message: id, ms: Math.round(performance.now() - since) };
  } finally {
    sender.close();
  }
}
