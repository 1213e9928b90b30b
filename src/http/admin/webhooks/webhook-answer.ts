/** Webhooks in the answers to operators, with their state. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { durationText } from "../../../base/duration-text.ts";
import { didYouMean } from "../../../base/nearest-name.ts";
import { EVENT_TYPES } from "../../../operate/changes/public-event.ts";
import { countDeliveries, readBatchTimes } from "../../../store/webhooks/webhook-deliveries.ts";
import type { DeliveryCounts } from "../../../store/webhooks/webhook-deliveries.ts";
import { NEW_EVENTS, listFeeds } from "../../../store/webhooks/webhook-feeds.ts";
import type { WebhookFeed } from "../../../store/webhooks/webhook-feeds.ts";
import { ORDERS, findWebhook, listWebhooks } from "../../../store/webhooks/webhooks.ts";
import type { Webhook, WebhookOptions } from "../../../store/webhooks/webhooks.ts";
import { FEED_LIMITS } from "../../../operate/webhooks/feed-limits.ts";
import { findUrlFault } from "../../../operate/webhooks/send-message.ts";
import { matchesPattern } from "../../../operate/webhooks/journal-events.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { lineOrBlank } from "../../values/shown-text.ts";
import { GivenWallet, readMarketParam } from "../path-params.ts";
import { readWallet } from "../../values/wallets.ts";

// Webhooks in operators' requests, validated.

/** Maximum number of wallets, and of markets, in a webhook's filters. */
const MAX_LISTED = 100;
const MAX_TEXT = 2_000;

export const WebhookParams = Type.Object({
  id: Type.String({ maxLength: 100, description: "Id of a webhook" }),
});

export const WebhookFields = {
  url: Type.String({ maxLength: MAX_TEXT, description: "Where messages are sent to; by https" }),
  events: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_LISTED,
    description: "Types of docs/reference/events.md, or patterns of them: order.* or *",
  }),
  wallets: Type.Optional(
    Type.Array(GivenWallet, {
      maxItems: MAX_LISTED,
      description: "Only events of these; of all when empty",
    }),
  ),
  markets: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_TEXT, description: "A condition id, token id or slug" }), {
      maxItems: MAX_LISTED,
      description: "Only events of these; of all when empty",
    }),
  ),
  orderedBy: Type.Optional(
    Type.Enum([...ORDERS], {
      description: "Whose events come in their order: those of an owner, as unless given, or of a market",
    }),
  ),
  description: Type.Optional(lineOrBlank(200, "For operators")),
};

const GivenWebhook = Type.Partial(Type.Object(WebhookFields));
type GivenWebhook = Type.Static<typeof GivenWebhook>;

/** Default options of a new webhook, where its request does not set them. */
export const DEFAULT_WEBHOOK_OPTIONS: WebhookOptions = {
  url: "",
  description: "",
  events: [],
  wallets: [],
  markets: [],
  orderedBy: "owner",
  enabled: true,
};

/** Reads the given options; options that are not given stay as `before`. */
export async function readWebhookOptions(
  context: Context,
  given: GivenWebhook & { readonly enabled?: boolean },
  before: WebhookOptions,
): Promise<WebhookOptions | Rejection> {
  const { url = before.url, events = before.events, orderedBy = before.orderedBy } = given;
  const fault = given.url === undefined ? undefined : findUrlFault(context.webhooks.network, url);
  if (fault !== undefined) return reject("invalid_payload", `url: ${fault}`);
  const unknownPattern = events.find((pattern) => !EVENT_TYPES.some((type) => matchesPattern(pattern, type)));
  if (unknownPattern !== undefined) return rejectPattern(unknownPattern);
  const wallets = given.wallets === undefined ? before.wallets : readAll(given.wallets, readListed);
  if (isRejection(wallets)) return wallets;
  const markets = given.markets === undefined ? before.markets : await readMarkets(context, given.markets);
  if (isRejection(markets)) return markets;
  const { description = before.description, enabled = before.enabled } = given;
  return { url, description, events: unique(events), wallets, markets, orderedBy, enabled };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Valid patterns: event types, and patterns for types with a common prefix. */
const KNOWN_PATTERNS = unique([...EVENT_TYPES, ...EVENT_TYPES.map((type) => type.replace(/\..*/, ".*"))]);

const rejectPattern = (pattern: string): Rejection =>
  reject(
    "invalid_payload",
    `events: expected types of docs/reference/events.md or patterns as order.* or *, got "${pattern}"${didYouMean(pattern, KNOWN_PATTERNS)}`,
  );

const readListed = (given: string): string | Rejection => readWallet(given, "wallets");

function readAll(
  given: readonly string[],
  read: (text: string) => string | Rejection,
): readonly string[] | Rejection {
  const all = given.map(read);
  return all.find(isRejection) ?? unique(all.filter((one) => typeof one === "string"));
}

async function readMarkets(
  context: Context,
  given: readonly string[],
): Promise<readonly string[] | Rejection> {
  const found = new Map<string, string | Rejection>();
  for (const term of given) found.set(term, await readMarketParam(context, term));
  return readAll(given, (term) => found.get(term) ?? term);
}

/** Finds the webhook with this id, or rejects. */
export const getWebhook = async (context: Context, id: string): Promise<Webhook | Rejection> =>
  (await findWebhook(context.ownSql, id)) ??
  reject("webhook_not_found", `no webhook has the id "${id}"; GET /webhooks lists those that there are`);

const Texts = (description: string) => Type.Array(Type.String(), { description });

export const WebhookAnswer = Type.Object({
  id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: Texts("Types, or patterns of them"),
  wallets: Texts("Those of whom it gets events; all when empty"),
  markets: Texts("Condition ids of those of which it gets events; all when empty"),
  orderedBy: Type.Enum([...ORDERS]),
  enabled: Type.Boolean(),
  disabledFor: Type.String({ description: 'Reason for which the exchange disabled it; "" if it did not' }),
  state: Type.Enum(["current", "behind", "failing", "full", "disabled"], {
    description:
      "full: so many deliveries wait or were given up that nothing new is read, and lies in the journal",
  }),
  next: Type.Integer({
    description: "The first batch of the journal that may have something undelivered and unread",
  }),
  lag: Type.Integer({ description: "Batches from there to the journal's end" }),
  lagSeconds: Type.Integer({
    description:
      "Age in seconds of the first new event that did not arrive and is still to be sent; 0 without one",
  }),
  waiting: Type.Integer({ description: "Deliveries that failed, and those behind them, to be tried again" }),
  dead: Type.Integer({ description: "Deliveries that were given up" }),
  replay: OrNull(Type.Object({ next: Type.Integer(), until: Type.Integer() })),
  succeeded: OrNull(Time),
  failed: OrNull(Time),
  error: Type.String({ description: "Of the last failed attempt" }),
  secretVersion: Type.Integer(),
  overlapUntil: OrNull(
    Type.String({ description: "ISO 8601: until then the secret before signs as well; null without one" }),
  ),
  created: Time,
  trouble: Type.Array(Type.String(), { description: "Why an operator should look; empty while all is well" }),
});
export type WebhookAnswer = Type.Static<typeof WebhookAnswer>;

export async function describeAll(context: Context): Promise<WebhookAnswer[]> {
  const { ownSql } = context;
  const [webhooks, feeds, counts] = await Promise.all([
    listWebhooks(ownSql),
    listFeeds(ownSql),
    countDeliveries(ownSql),
  ]);
  const headSequence = context.engine.head().seq;
  const standings = webhooks.map((webhook) => {
    const own = feeds.filter((feed) => feed.webhook === webhook.id);
    return computeWebhookStatus(own, counts.get(webhook.id) ?? NO_DELIVERIES, headSequence);
  });
  const times = await readBatchTimes(
    ownSql,
    standings.flatMap(({ oldest }) => oldest ?? []),
  );
  const now = context.clock();
  return webhooks.map((webhook, place) => {
    const standing = standings[place] ?? computeWebhookStatus([], NO_DELIVERIES, headSequence);
    const since = standing.oldest === null ? now : (times.get(standing.oldest) ?? now);
    return describe(webhook, { ...standing, lagSeconds: Math.max(0, Math.floor((now - since) / 1_000)) });
  });
}

const NO_DELIVERIES: DeliveryCounts = { waiting: 0, dead: 0, oldest: null };

/** Delay of undelivered events from which an operator is needed, seconds; the alert uses the same value. */
const LATE_SECONDS = 600;

/** Describes a webhook; null if the webhook was removed. */
export async function describeWebhook(context: Context, id: string): Promise<WebhookAnswer | null> {
  if ((await findWebhook(context.ownSql, id)) === undefined) return null;
  return (await describeAll(context)).find((webhook) => webhook.id === id) ?? null;
}

type WebhookStatus = DeliveryCounts & {
  readonly next: number;
  readonly lag: number;
  readonly replay: WebhookFeed | undefined;
};

function computeWebhookStatus(
  feeds: readonly WebhookFeed[],
  counts: DeliveryCounts,
  headSequence: number,
): WebhookStatus {
  const next = feeds.find(({ feed }) => feed === NEW_EVENTS)?.seq ?? headSequence + 1;
  const lag = Math.max(0, headSequence + 1 - next);
  const oldest = counts.oldest ?? (lag > 0 ? next : null);
  return { ...counts, oldest, next, lag, replay: feeds.find(({ feed }) => feed !== NEW_EVENTS) };
}

type AgedWebhookStatus = WebhookStatus & { readonly lagSeconds: number };

function describe(webhook: Webhook, standing: AgedWebhookStatus): WebhookAnswer {
  const { next, lag, lagSeconds, waiting, dead, replay } = standing;
  const { id, url, description, events, wallets, markets, orderedBy, enabled, disabledFor } = webhook;
  const { secretVersion, overlapUntil, createdAt, succeededAt, failedAt, error } = webhook;
  const state = describeState(webhook, standing);
  return {
    id,
    url,
    description,
    events: [...events],
    wallets: [...wallets],
    markets: [...markets],
    orderedBy,
    enabled,
    disabledFor,
    state,
    next,
    lag,
    lagSeconds,
    waiting,
    dead,
    replay: replay === undefined ? null : { next: replay.seq, until: replay.until ?? 0 },
    succeeded: succeededAt === 0 ? null : timeAt(succeededAt),
    failed: failedAt === 0 ? null : timeAt(failedAt),
    error,
    secretVersion,
    overlapUntil: overlapUntil > Date.now() ? timeAt(overlapUntil) : null,
    created: timeAt(createdAt),
    trouble: listWebhookTroubles(webhook, { state, ...standing }),
  };
}

function describeState({ enabled }: Webhook, { waiting, dead, lag }: WebhookStatus): WebhookAnswer["state"] {
  if (!enabled) return "disabled";
  if (waiting >= FEED_LIMITS.waiting || dead >= FEED_LIMITS.dead) return "full";
  if (waiting > 0) return "failing";
  return lag > 0 ? "behind" : "current";
}

/** Lists the reasons for an operator to check a webhook. */
function listWebhookTroubles(
  { enabled, disabledFor, error }: Webhook,
  { state, dead, waiting, lagSeconds }: AgedWebhookStatus & Pick<WebhookAnswer, "state">,
): string[] {
  const why = waiting > 0 && error !== "" ? `: ${error}` : "";
  if (state === "full")
    return [
      `stopped: ${waiting + dead} messages could not be delivered; repair the address, or delete the webhook`,
    ];
  return [
    ...(enabled ? [] : [disabledFor === "" ? "it is paused" : `it is disabled: ${disabledFor}`]),
    ...(enabled && lagSeconds >= LATE_SECONDS
      ? [`events did not arrive for ${durationText(lagSeconds)}${why}`]
      : []),
    ...(dead === 0 ? [] : [dead === 1 ? "one delivery was given up" : `${dead} deliveries were given up`]),
  ];
}
