/** GET /webhooks/{id}/secret, and POST /webhooks/{id}/rotate. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { rotateWebhook } from "../../store/webhooks/webhooks.ts";
import { WEBHOOKS } from "./groups.ts";
import { operation, Reason } from "./operation.ts";
import { changeWebhook, SecretWebhook, tellSecret, withWebhook } from "./webhook-change.ts";
import { getWebhook, WebhookParams } from "./webhook-fields.ts";

const MAX_OVERLAP_HOURS = 168;
const HOUR_MS = 3_600_000;

export const getWebhookSecret = operation({
  method: "GET",
  path: "/webhooks/:id/secret",
  summary: "Get the secret that signs a webhook's messages",
  group: WEBHOOKS,
  refuses: ["webhook_not_found"],
  role: "market-admin",
  params: WebhookParams,
  answer: SecretWebhook,
  handle: async ({ context, params }) => {
    const webhook = await getWebhook(context, params.id);
    if (isRejection(webhook)) return { rejection: webhook };
    const { id, secretVersion: version } = webhook;
    return { body: { id, version, secret: context.webhooks.secretOf(webhook) } };
  },
});

export const rotateSecret = operation({
  method: "POST",
  path: "/webhooks/:id/rotate",
  summary: "Take another secret, which is in the answer; for a while messages have signatures of both",
  group: WEBHOOKS,
  refuses: ["not_accepting", "webhook_not_found"],
  role: "market-admin",
  params: WebhookParams,
  body: Type.Object(
    {
      overlapHours: Type.Number({
        default: 24,
        minimum: 0,
        maximum: MAX_OVERLAP_HOURS,
        description: "Time for which the secret before signs as well",
      }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answer: SecretWebhook,
  handle: (call) => {
    const { context, params, body } = call;
    const { overlapHours, reason } = body;
    const details = () => ({ overlapHours });
    const change = { id: params.id, action: "rotate-webhook", reason, details } as const;
    const work = withWebhook(call, params.id, async ({ id, secretVersion }) => {
      await rotateWebhook(context.ownSql, id, Date.now() + Math.round(overlapHours * HOUR_MS));
      return { version: secretVersion + 1 };
    });
    return changeWebhook(call, change, work, tellSecret(call));
  },
});
