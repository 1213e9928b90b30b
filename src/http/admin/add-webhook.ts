/** POST /webhooks: makes an endpoint that gets public events. */
import { randomBytes } from "node:crypto";
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { addWebhook as storeWebhook } from "../../store/webhooks/webhooks.ts";
import { WEBHOOKS } from "./groups.ts";
import { operation, Reason } from "./operation.ts";
import type { OperatorCall } from "./operation.ts";
import { changeWebhook, SecretWebhook, tellSecret } from "./webhook-change.ts";
import { NEW_TERMS, readTerms, WebhookFields } from "./webhook-fields.ts";

/** Endpoints that there may be at a time. */
const MOST_WEBHOOKS = 20;
const ID_BYTES = 8;

const Body = Type.Object(
  {
    ...WebhookFields,
    from: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "The first batch of the journal of which it gets events; the next one unless given",
      }),
    ),
    reason: Reason,
  },
  { additionalProperties: false },
);

export const addWebhook = operation({
  method: "POST",
  path: "/webhooks",
  summary: "Make a webhook; its secret is in the answer",
  group: WEBHOOKS,
  refuses: ["not_accepting", "unknown_market", "webhook_conflict"],
  role: "market-admin",
  body: Body,
  answer: SecretWebhook,
  handle: (call) => {
    const { reason, events } = call.body;
    const id = `wh_${randomBytes(ID_BYTES).toString("hex")}`;
    const change = { id, action: "add-webhook", reason, details: () => ({ events }) } as const;
    return changeWebhook(call, change, () => store(call, id), tellSecret(call));
  },
});

async function store(
  { context, body }: OperatorCall<unknown, unknown, Type.Static<typeof Body>>,
  id: string,
): Promise<{ readonly version: number } | Rejection> {
  const terms = await readTerms(context, body, NEW_TERMS);
  if (isRejection(terms)) return terms;
  const end = context.engine.head().seq + 1;
  const { from = end } = body;
  if (from > end) return reject("invalid_payload", `from: expected a batch from 1 to ${end}, got ${from}`);
  const given = { id, ...terms, createdAt: Date.now(), from };
  if (await storeWebhook(context.ownSql, given, MOST_WEBHOOKS)) return { version: 1 };
  return reject(
    "webhook_conflict",
    `there may be ${MOST_WEBHOOKS} webhooks, and there are as many: remove one first`,
  );
}
