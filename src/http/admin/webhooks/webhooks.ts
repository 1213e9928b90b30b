/** Webhooks at the operator API: create, change, rotate the secret, replay, test and remove. */
import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import type { FieldChange } from "../../../listings/import-listings.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { beginReplay } from "../../../store/webhooks/webhook-feeds.ts";
import {
  addWebhook as storeWebhook,
  changeWebhook as storeTerms,
  removeWebhook as dropWebhook,
  rotateWebhook,
} from "../../../store/webhooks/webhooks.ts";
import type { WebhookOptions } from "../../../store/webhooks/webhooks.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { changeOperation, readOperation, Reason, ReasonBody, WEBHOOKS, changeBody } from "../operation.ts";
import type { OperatorCall } from "../operation.ts";
import {
  DEFAULT_WEBHOOK_OPTIONS,
  WebhookAnswer,
  WebhookFields,
  WebhookParams,
  describeAll,
  describeWebhook,
  getWebhook,
  readWebhookOptions,
} from "./webhook-answer.ts";
import {
  ChangedWebhook,
  SecretWebhook,
  changeWebhook as makeChange,
  describeSecret,
  webhookChange,
} from "./webhook-change.ts";
import { dropFailures, listFailures, retryFailures } from "./webhook-failures.ts";

// POST /webhooks: creates a webhook, which receives public events.

/** Maximum number of webhooks. */
const MAX_WEBHOOKS = 20;
const ID_BYTES = 8;

const Body = changeBody({
  ...WebhookFields,
  from: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The first batch of the journal of which it gets events; the next one unless given",
    }),
  ),
});

const addWebhook = changeOperation({
  path: "/webhooks",
  summary: "Make a webhook; its secret is in the answer",
  group: WEBHOOKS,
  refuses: ["unknown_market", "webhook_conflict"],
  body: Body,
  answer: SecretWebhook,
  act: (call) => {
    const id = `wh_${randomBytes(ID_BYTES).toString("hex")}`;
    const details = () => ({ events: call.body.events });
    return makeChange(call, { id, action: "add-webhook", details, work: () => store(call, id) });
  },
  tell: describeSecret,
});

async function store(
  { context, body }: OperatorCall<unknown, unknown, Type.Static<typeof Body>>,
  id: string,
): Promise<{ readonly version: number } | Rejection> {
  const terms = await readWebhookOptions(context, body, DEFAULT_WEBHOOK_OPTIONS);
  if (isRejection(terms)) return terms;
  const end = context.engine.head().seq + 1;
  const { from = end } = body;
  if (from > end) return reject("invalid_payload", `from: expected a batch from 1 to ${end}, got ${from}`);
  const given = { id, ...terms, createdAt: Date.now(), from };
  if (await storeWebhook(context.ownSql, given, MAX_WEBHOOKS)) return { version: 1 };
  return reject(
    "webhook_conflict",
    `there may be ${MAX_WEBHOOKS} webhooks, and there are as many: remove one first`,
  );
}

// GET /webhooks, and GET /webhooks/{id}.

const listWebhooks = readOperation({
  path: "/webhooks",
  summary: "List the webhooks, and how far each is",
  group: WEBHOOKS,
  answer: Type.Array(WebhookAnswer),
  read: async ({ context }) => await describeAll(context),
});

const getWebhookStatus = readOperation({
  path: "/webhooks/:id",
  summary: "Get a webhook, and how far it is",
  group: WEBHOOKS,
  refuses: ["webhook_not_found"],
  params: WebhookParams,
  answer: WebhookAnswer,
  read: async ({ context, params }) => {
    const webhook = await getWebhook(context, params.id);
    if (isRejection(webhook)) return webhook;
    return await describeWebhook(context, params.id);
  },
});

// POST /webhooks/{id}: changes the options of a webhook. DELETE /webhooks/{id}: removes a webhook with its pending
// deliveries.

const changeWebhook = webhookChange({
  path: "/webhooks/:id",
  summary: "Change a webhook; what is not given stays",
  refuses: ["unknown_market", "webhook_not_found"],
  body: strictObject(
    {
      ...Type.Partial(Type.Object(WebhookFields)).properties,
      enabled: Type.Optional(
        Type.Boolean({
          description: "A disabled webhook keeps its place, and gets all since then once it is enabled",
        }),
      ),
      reason: Reason,
    },
    { minProperties: 2 },
  ),
  answer: ChangedWebhook,
  action: "change-webhook",
  work: async (webhook, { context, body }) => {
    const { reason: _, ...given } = body;
    const terms = await readWebhookOptions(context, given, webhook);
    if (isRejection(terms)) return terms;
    await storeTerms(context.ownSql, webhook.id, terms);
    return { changes: listWebhookOptionChanges(webhook, terms) };
  },
  details: ({ changes }) => ({ changes }),
  tell: ({ result: { id } }) => ({ id }),
});

const WEBHOOK_OPTIONS = Object.keys(DEFAULT_WEBHOOK_OPTIONS) as (keyof WebhookOptions)[];

/**
 * Lists changed options. For an address, only the origin is listed: the path may be a secret, and the journal keeps all
 * entries.
 */
function listWebhookOptionChanges(before: WebhookOptions, after: WebhookOptions): readonly FieldChange[] {
  const shown = (field: keyof WebhookOptions, { [field]: value }: WebhookOptions): unknown =>
    field === "url" ? new URL(String(value)).origin : value;
  return WEBHOOK_OPTIONS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => ({
    field,
    from: shown(field, before),
    to: shown(field, after),
  }));
}

const removeWebhook = webhookChange({
  method: "DELETE",
  path: "/webhooks/:id",
  summary: "Remove a webhook, with all that waits for it",
  body: ReasonBody,
  answer: ChangedWebhook,
  action: "remove-webhook",
  work: async ({ id }, { context }) => {
    await dropWebhook(context.ownSql, id);
    return {};
  },
});

// GET /webhooks/{id}/secret, and POST /webhooks/{id}/rotate.

const MAX_OVERLAP_HOURS = 168;
const HOUR_MS = 3_600_000;

const getWebhookSecret = readOperation({
  path: "/webhooks/:id/secret",
  summary: "Get the secret that signs a webhook's messages",
  group: WEBHOOKS,
  refuses: ["webhook_not_found"],
  role: "market-admin",
  params: WebhookParams,
  answer: SecretWebhook,
  read: async ({ context, params }) => {
    const webhook = await getWebhook(context, params.id);
    if (isRejection(webhook)) return webhook;
    const { id, secretVersion: version } = webhook;
    return { id, version, secret: context.webhooks.secretOf(webhook) };
  },
});

const rotateSecret = webhookChange({
  path: "/webhooks/:id/rotate",
  summary: "Take another secret, which is in the answer; for a while messages have signatures of both",
  body: changeBody({
    overlapHours: Type.Number({
      default: 24,
      minimum: 0,
      maximum: MAX_OVERLAP_HOURS,
      description: "Time for which the secret before signs as well",
    }),
  }),
  answer: SecretWebhook,
  action: "rotate-webhook",
  work: async ({ id, secretVersion }, { context, body }) => {
    await rotateWebhook(context.ownSql, id, Date.now() + Math.round(body.overlapHours * HOUR_MS));
    return { version: secretVersion + 1 };
  },
  details: (_done, { overlapHours }) => ({ overlapHours }),
  tell: (done, call) => describeSecret(done, call),
});

// POST /webhooks/{id}/replay: sends the events of earlier batches again, alongside new ones.

const Batch = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

const replayWebhook = webhookChange({
  path: "/webhooks/:id/replay",
  summary: "Send the events of batches again, in their order and beside what is new",
  refuses: ["webhook_not_found", "webhook_conflict"],
  body: changeBody({
    from: Batch("The first batch"),
    to: Type.Optional(Batch("The last batch; the last one that there is unless given")),
  }),
  answer: Type.Object({ ...ChangedWebhook.properties, from: Type.Integer(), to: Type.Integer() }),
  action: "replay-webhook",
  work: async ({ id }, { context, body: { from, to: given } }) => {
    const last = context.engine.head().seq;
    const to = given ?? last;
    if (to > last) return reject("invalid_payload", `to: expected a batch up to ${last}, got ${to}`);
    if (from > to) return reject("invalid_payload", `from: expected a batch up to ${to}, got ${from}`);
    if (await beginReplay(context.ownSql, id, { from, until: to })) return { from, to };
    return reject(
      "webhook_conflict",
      "another replay of the webhook is underway; GET /webhooks tells how far it is",
    );
  },
  details: (done) => done,
});

// POST /webhooks/{id}/test: sends a message without an event at once, even to a disabled webhook.

export const TestedWebhookAnswer = Type.Object({
  delivered: Type.Boolean({ description: "True if the receiver answered with a status from 200 to 299" }),
  status: OrNull(Type.Integer({ description: "Status of the answer; null without one" })),
  error: Type.String({ description: 'Why it was not delivered; "" if it was' }),
  message: Type.String({ description: "Its webhook-id" }),
  ms: Type.Integer({ description: "Time of the attempt in milliseconds" }),
});

const testWebhook = readOperation({
  method: "POST",
  path: "/webhooks/:id/test",
  summary: "Send a test message of the type webhook.test",
  group: WEBHOOKS,
  refuses: ["webhook_not_found"],
  role: "market-admin",
  once: false,
  params: WebhookParams,
  answer: TestedWebhookAnswer,
  read: async ({ context, params }) => {
    const webhook = await getWebhook(context, params.id);
    if (isRejection(webhook)) return webhook;
    const { delivered, status = null, error, message, ms } = await context.webhooks.test(webhook);
    return { delivered, status, error, message, ms };
  },
});

// Operations on webhooks, in the order of the operator API's document.

export const WEBHOOK_ENDPOINTS: readonly Endpoint[] = [
  listWebhooks,
  addWebhook,
  getWebhookStatus,
  changeWebhook,
  removeWebhook,
  testWebhook,
  getWebhookSecret,
  rotateSecret,
  listFailures,
  retryFailures,
  dropFailures,
  replayWebhook,
];
