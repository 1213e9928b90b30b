/** GET /webhooks, and GET /webhooks/{id}. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { WEBHOOKS } from "./groups.ts";
import { operation } from "./operation.ts";
import { describeAll, describeWebhook, WebhookAnswer } from "./webhook-answer.ts";
import { getWebhook, WebhookParams } from "./webhook-fields.ts";

export const listWebhooks = operation({
  method: "GET",
  path: "/webhooks",
  summary: "List the webhooks, and how far each is",
  group: WEBHOOKS,
  refuses: [],
  answer: Type.Array(WebhookAnswer),
  handle: async ({ context }) => ({ body: await describeAll(context) }),
});

export const getWebhookStanding = operation({
  method: "GET",
  path: "/webhooks/:id",
  summary: "Get a webhook, and how far it is",
  group: WEBHOOKS,
  refuses: ["webhook_not_found"],
  params: WebhookParams,
  answer: WebhookAnswer,
  handle: async ({ context, params }) => {
    const webhook = await getWebhook(context, params.id);
    if (isRejection(webhook)) return { rejection: webhook };
    return { body: await describeWebhook(context, params.id) };
  },
});
