/** POST /webhooks/{id}: gives an endpoint other terms. DELETE /webhooks/{id}: removes it with all that waits for it. */
import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import type { FieldChange } from "../../catalog/field-changes.ts";
import { isRejection } from "../../core/rejection.ts";
import { changeWebhook as storeTerms, removeWebhook as dropWebhook } from "../../store/webhooks/webhooks.ts";
import type { WebhookTerms } from "../../store/webhooks/webhooks.ts";
import { WEBHOOKS } from "./groups.ts";
import { operation, Reason } from "./operation.ts";
import { ChangedWebhook, changeWebhook as makeChange, withWebhook } from "./webhook-change.ts";
import { readTerms, WebhookFields, WebhookParams } from "./webhook-fields.ts";

export const changeWebhook = operation({
  method: "POST",
  path: "/webhooks/:id",
  summary: "Change a webhook; what is not given stays",
  group: WEBHOOKS,
  refuses: ["not_accepting", "unknown_market", "webhook_not_found"],
  role: "market-admin",
  params: WebhookParams,
  body: Type.Object(
    {
      ...Type.Partial(Type.Object(WebhookFields)).properties,
      enabled: Type.Optional(
        Type.Boolean({
          description: "A disabled webhook keeps its place, and gets all since then once it is enabled",
        }),
      ),
      reason: Reason,
    },
    { additionalProperties: false, minProperties: 2 },
  ),
  answer: ChangedWebhook,
  handle: (call) => {
    const { context, params, body } = call;
    const { reason, ...given } = body;
    const change = { id: params.id, action: "change-webhook", reason, details: asDetails } as const;
    const work = withWebhook(call, params.id, async (webhook) => {
      const terms = await readTerms(context, given, webhook);
      if (isRejection(terms)) return terms;
      await storeTerms(context.ownSql, webhook.id, terms);
      return { changes: listTermChanges(webhook, terms) };
    });
    return makeChange(call, change, work, ({ id }) => ({ id }));
  },
});

type TermChanges = { readonly changes: readonly FieldChange[] };

const asDetails = ({ changes }: TermChanges): TermChanges => ({ changes });

const TERMS = ["url", "description", "events", "wallets", "markets", "orderedBy", "enabled"] as const;

/** Terms before and after, of an address its origin alone: the path of one may be a secret, and the journal keeps all. */
function listTermChanges(before: WebhookTerms, after: WebhookTerms): readonly FieldChange[] {
  const shown = (field: (typeof TERMS)[number], { [field]: value }: WebhookTerms): unknown =>
    field === "url" ? new URL(String(value)).origin : value;
  return TERMS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => ({
    field,
    from: shown(field, before),
    to: shown(field, after),
  }));
}

export const removeWebhook = operation({
  method: "DELETE",
  path: "/webhooks/:id",
  summary: "Remove a webhook, with all that waits for it",
  group: WEBHOOKS,
  refuses: ["not_accepting", "webhook_not_found"],
  role: "market-admin",
  params: WebhookParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: ChangedWebhook,
  handle: (call) => {
    const { context, params, body } = call;
    const change = { id: params.id, action: "remove-webhook", reason: body.reason } as const;
    const work = withWebhook(call, params.id, async ({ id }) => {
      await dropWebhook(context.ownSql, id);
      return {};
    });
    return makeChange(call, change, work);
  },
});
