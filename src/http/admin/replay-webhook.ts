/** POST /webhooks/{id}/replay: sends the events of batches of the journal again, beside what is new. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { beginReplay } from "../../store/webhooks/webhook-feeds.ts";
import { WEBHOOKS } from "./groups.ts";
import { operation, Reason } from "./operation.ts";
import { ChangedWebhook, changeWebhook, withWebhook } from "./webhook-change.ts";
import { WebhookParams } from "./webhook-fields.ts";

const Batch = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

export const replayWebhook = operation({
  method: "POST",
  path: "/webhooks/:id/replay",
  summary: "Send the events of batches again, in their order and beside what is new",
  group: WEBHOOKS,
  refuses: ["not_accepting", "webhook_not_found", "webhook_conflict"],
  role: "market-admin",
  params: WebhookParams,
  body: Type.Object(
    {
      from: Batch("The first batch"),
      to: Type.Optional(Batch("The last batch; the last one that there is unless given")),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({ ...ChangedWebhook.properties, from: Type.Integer(), to: Type.Integer() }),
  handle: (call) => {
    const { context, params, body } = call;
    const { from, reason } = body;
    const last = context.engine.head().seq;
    const { to = last } = body;
    const change = {
      id: params.id,
      action: "replay-webhook",
      reason,
      details: () => ({ from, to }),
    } as const;
    const work = withWebhook(call, params.id, async ({ id }) => {
      if (to > last) return reject("invalid_payload", `to: expected a batch up to ${last}, got ${to}`);
      if (from > to) return reject("invalid_payload", `from: expected a batch up to ${to}, got ${from}`);
      if (await beginReplay(context.ownSql, id, { from, until: to })) return { from, to };
      return reject(
        "webhook_conflict",
        "another replay of the webhook is underway; GET /webhooks tells how far it is",
      );
    });
    return changeWebhook(call, change, work);
  },
});
