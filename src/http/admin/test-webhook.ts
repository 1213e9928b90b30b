/** POST /webhooks/{id}/test: sends a message of no event at once, also to an endpoint that is disabled. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { OrNull } from "../resolution-answer.ts";
import { WEBHOOKS } from "./groups.ts";
import { operation } from "./operation.ts";
import { getWebhook, WebhookParams } from "./webhook-fields.ts";

export const TestedWebhookAnswer = Type.Object({
  delivered: Type.Boolean({ description: "True if the receiver answered with a status from 200 to 299" }),
  status: OrNull(Type.Integer({ description: "Status of the answer; null without one" })),
  error: Type.String({ description: 'Why it was not delivered; "" if it was' }),
  message: Type.String({ description: "Its webhook-id" }),
  ms: Type.Integer({ description: "Time of the attempt" }),
});

export const testWebhook = operation({
  method: "POST",
  path: "/webhooks/:id/test",
  summary: "Send a test message of the type webhook.test",
  group: WEBHOOKS,
  refuses: ["webhook_not_found"],
  role: "market-admin",
  once: false,
  params: WebhookParams,
  answer: TestedWebhookAnswer,
  handle: async ({ context, params }) => {
    const webhook = await getWebhook(context, params.id);
    if (isRejection(webhook)) return { rejection: webhook };
    const { delivered, status = null, error, message, ms } = await context.webhooks.test(webhook);
    return { body: { delivered, status, error, message, ms } };
  },
});
