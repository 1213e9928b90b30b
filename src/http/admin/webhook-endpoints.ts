/** Operations on webhooks, in the order in which the operator API's document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { addWebhook } from "./add-webhook.ts";
import { changeWebhook, removeWebhook } from "./change-webhook.ts";
import { getWebhookStanding, listWebhooks } from "./list-webhooks.ts";
import { replayWebhook } from "./replay-webhook.ts";
import { testWebhook } from "./test-webhook.ts";
import { dropFailures, listFailures, retryFailures } from "./webhook-failures.ts";
import { getWebhookSecret, rotateSecret } from "./webhook-secret.ts";

export const WEBHOOK_ENDPOINTS: readonly Endpoint[] = [
  listWebhooks,
  addWebhook,
  getWebhookStanding,
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
