/** GET /webhooks/{id}/failures, and operators' changes of deliveries that were given up: retry and drop. */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { parseCount } from "../../../core/units.ts";
import { positionAfter } from "../../../operate/changes/public-event.ts";
import {
  dropDead,
  makeWaitingDue,
  listDeliveries,
  listNamed,
  retryDead,
} from "../../../store/webhooks/webhook-deliveries.ts";
import type {
  DeadSelection,
  ListedDelivery,
  NamedDelivery,
} from "../../../store/webhooks/webhook-deliveries.ts";
import { REPLAY } from "../../../store/webhooks/webhook-feeds.ts";
import type { EventPosition } from "../../../store/webhooks/webhook-feeds.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { readOperation, WEBHOOKS, changeBody } from "../operation.ts";
import { webhookChange, ChangedWebhook } from "./webhook-change.ts";
import { getWebhook, WebhookParams } from "./webhook-answer.ts";

const MAX_IDS = 1_000;

export const FailureList = Type.Object({
  data: Type.Array(
    Type.Object({
      event: Type.String({ description: "Id of the event, and its webhook-id" }),
      type: Type.String(),
      replay: Type.Boolean({ description: "True if a replay sent it" }),
      attempts: Type.Integer(),
      error: Type.String({
        description: 'Of the last attempt; "" before the first, of one that waits behind another',
      }),
      next: OrNull(
        Type.String({
          description:
            "ISO 8601: time of the next attempt; null when it was given up, or waits behind another",
        }),
      ),
      dead: OrNull(Time),
      body: Type.String({ description: "The body that is sent, JSON" }),
    }),
    { description: "In the order of the journal" },
  ),
  next: OrNull(Type.String({ description: "Where the next page begins" })),
});

export const listFailures = readOperation({
  path: "/webhooks/:id/failures",
  summary: "List deliveries of a webhook that were given up, or that wait for another attempt",
  group: WEBHOOKS,
  refuses: ["webhook_not_found", "invalid_cursor"],
  params: WebhookParams,
  query: Type.Object({
    state: Type.Enum(["dead", "waiting"], {
      default: "dead",
      description: "dead: given up; waiting: to be tried again, or behind one that is",
    }),
    limit: pageLimit({ default: 100, maximum: 500 }),
    after: Type.Optional(Type.String({ maxLength: 100, description: "`next` of the page before" })),
  }),
  answer: FailureList,
  read: async ({ context, params, query: { state, limit, after } }) => {
    const webhook = await getWebhook(context, params.id);
    if (isRejection(webhook)) return webhook;
    const place = after === undefined ? FIRST_CURSOR : parseCursor(after);
    if (place === undefined)
      return reject("invalid_cursor", `after: expected next of a page, got "${after}"`);
    // One extra row shows whether there is a next page.
    const pageQuery = { webhook: webhook.id, state, limit: limit + 1, after: place } as const;
    const found = await listDeliveries(context.ownSql, pageQuery);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const next = last === undefined ? null : `${last.feed}-${last.seq}-${last.index}`;
    return { data: page.map(describe), next };
  },
});

type Cursor = EventPosition & { readonly feed: number };

const FIRST_CURSOR: Cursor = { feed: -1, seq: 0, index: 0 };

function parseCursor(text: string): Cursor | undefined {
  const [feed, seq, index, ...more] = text.split("-").map(parseCount);
  if (feed === undefined || seq === undefined || index === undefined || more.length > 0) return undefined;
  return feed <= REPLAY && fitsInt32(index) ? { feed, seq, index } : undefined;
}

/** Tells whether a number fits a 32-bit column. */
const fitsInt32 = (number: number): boolean => number <= 0x7f_ff_ff_ff;

const describe = (delivery: ListedDelivery) => ({
  event: delivery.message,
  type: delivery.type,
  replay: delivery.feed === REPLAY,
  attempts: delivery.attempts,
  error: delivery.error,
  next: delivery.deadAt === null && delivery.nextAt > 0 ? timeAt(delivery.nextAt) : null,
  dead: delivery.deadAt === null ? null : timeAt(delivery.deadAt),
  body: delivery.body,
});

const ChosenBody = changeBody({
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      minItems: 1,
      maxItems: MAX_IDS,
      description: "Ids of the events; all that were given up unless given",
    }),
  ),
});

const CountedWebhook = Type.Object({
  ...ChangedWebhook.properties,
  count: Type.Integer({ description: "Deliveries that were meant" }),
});

export const retryFailures = webhookChange({
  path: "/webhooks/:id/retry",
  summary:
    "Send deliveries again that were given up, or try named ones that wait at once, before what waits behind them",
  body: ChosenBody,
  answer: CountedWebhook,
  action: "retry-webhook",
  work: ({ id: webhook }, { context: { ownSql: sql }, body }) =>
    changeDeliveries(webhook, body, async (selection) => {
      const { events } = selection;
      const now = Date.now();
      if (events === "all") return retryDead(sql, selection, now);
      const fault = findFault(events, await listNamed(sql, webhook, events), behindText);
      if (fault !== undefined) return fault;
      const hurried = await makeWaitingDue(sql, { webhook, events, now });
      return hurried + (await retryDead(sql, selection, now));
    }),
  details: describeChoice,
});

export const dropFailures = webhookChange({
  path: "/webhooks/:id/drop",
  summary: "Drop deliveries that were given up; the journal has their events",
  body: ChosenBody,
  answer: CountedWebhook,
  action: "drop-webhook-failures",
  work: ({ id: webhook }, { context: { ownSql: sql }, body }) =>
    changeDeliveries(webhook, body, async (selection) => {
      const { events } = selection;
      const fault =
        events === "all" ? undefined : findFault(events, await listNamed(sql, webhook, events), waitingText);
      return fault ?? dropDead(sql, selection);
    }),
  details: describeChoice,
});

/** Rejects an event without a delivery, or whose deliveries are all excluded for the reason that `why` returns. */
function findFault(
  events: readonly string[],
  found: readonly NamedDelivery[],
  why: (delivery: NamedDelivery) => string | undefined,
): Rejection | undefined {
  for (const id of events) {
    const ownDeliveries = found.filter(
      ({ message, seq, index }) => id === message || id === `${seq}-${index}`,
    );
    if (ownDeliveries.length === 0)
      return reject(
        "invalid_payload",
        `events: no delivery of ${id} waits or was given up; it arrived, or was never to`,
      );
    const reasons = ownDeliveries.map(why);
    const [reason] = reasons;
    if (reason !== undefined && !reasons.includes(undefined))
      return reject("invalid_payload", `events: ${id} ${reason}`);
  }
  return undefined;
}

const behindText = ({ deadAt, nextAt }: NamedDelivery): string | undefined =>
  deadAt === null && nextAt === 0
    ? "waits behind an earlier event of its order, and is sent when that arrived: retry that one"
    : undefined;

const waitingText = (delivery: NamedDelivery): string | undefined =>
  delivery.deadAt === null
    ? (behindText(delivery) ?? `was not given up: it is tried again at ${timeAt(delivery.nextAt)}`)
    : undefined;

type ChosenBody = Type.Static<typeof ChosenBody>;

function describeChoice(_done: unknown, { events }: ChosenBody) {
  return { events: events?.slice(0, 100) ?? "all" };
}

type CountResult = { readonly count: number };

async function changeDeliveries(
  webhook: string,
  { events = [] }: ChosenBody,
  work: (selection: DeadSelection) => Promise<number | Rejection>,
): Promise<CountResult | Rejection> {
  const wrong = events.find((id) => positionAfter(id) === undefined);
  if (wrong !== undefined)
    return reject("invalid_payload", `events: expected ids of events like 17-0-8c1f0a22d7be, got "${wrong}"`);
  const count = await work({ webhook, events: events.length === 0 ? "all" : events });
  return isRejection(count) ? count : { count };
}
