/** Webhooks in the answers to operators, with how they stand. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { countDeliveries } from "../../store/webhooks/webhook-deliveries.ts";
import type { DeliveryCounts } from "../../store/webhooks/webhook-deliveries.ts";
import { listFeeds, NEW_EVENTS } from "../../store/webhooks/webhook-feeds.ts";
import type { WebhookFeed } from "../../store/webhooks/webhook-feeds.ts";
import { findWebhook, listWebhooks, ORDERS } from "../../store/webhooks/webhooks.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { FEED_LIMITS } from "../../webhooks/feed-limits.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";

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
});
export type WebhookAnswer = Type.Static<typeof WebhookAnswer>;

export async function describeAll(context: Context): Promise<WebhookAnswer[]> {
  const { ownSql } = context;
  const [webhooks, feeds, counts] = await Promise.all([
    listWebhooks(ownSql),
    listFeeds(ownSql),
    countDeliveries(ownSql),
  ]);
  return webhooks.map((webhook) => {
    const own = feeds.filter((feed) => feed.webhook === webhook.id);
    return describe(webhook, { feeds: own, counts: counts.get(webhook.id), head: context.engine.head().seq });
  });
}

/** Describes one; null when it was removed. */
export async function describeWebhook(context: Context, id: string): Promise<WebhookAnswer | null> {
  if ((await findWebhook(context.ownSql, id)) === undefined) return null;
  return (await describeAll(context)).find((webhook) => webhook.id === id) ?? null;
}

type Standing = {
  readonly feeds: readonly WebhookFeed[];
  readonly counts: DeliveryCounts | undefined;
  readonly head: number;
};

function describe(webhook: Webhook, standing: Standing): WebhookAnswer {
  const { feeds, counts = { waiting: 0, dead: 0 }, head } = standing;
  const next = feeds.find(({ feed }) => feed === NEW_EVENTS)?.seq ?? head + 1;
  const replay = feeds.find(({ feed }) => feed !== NEW_EVENTS);
  const lag = Math.max(0, head + 1 - next);
  const { id, url, description, events, wallets, markets, orderedBy, enabled, disabledFor } = webhook;
  const { secretVersion, overlapUntil, createdAt, succeededAt, failedAt, error } = webhook;
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
    state: stateOf(webhook, { ...counts, lag }),
    next,
    lag,
    ...counts,
    replay: replay === undefined ? null : { next: replay.seq, until: replay.until ?? 0 },
    succeeded: succeededAt === 0 ? null : timeAt(succeededAt),
    failed: failedAt === 0 ? null : timeAt(failedAt),
    error,
    secretVersion,
    overlapUntil: overlapUntil > Date.now() ? timeAt(overlapUntil) : null,
    created: timeAt(createdAt),
  };
}

function stateOf(
  { enabled }: Webhook,
  { waiting, dead, lag }: DeliveryCounts & { readonly lag: number },
): WebhookAnswer["state"] {
  if (!enabled) return "disabled";
  if (waiting >= FEED_LIMITS.waiting || dead >= FEED_LIMITS.dead) return "full";
  if (waiting > 0) return "failing";
  return lag > 0 ? "behind" : "current";
}
