/** A change of a webhook: made between its deliveries, audited, and answered with the webhook as it is then. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { findWebhook } from "../../store/webhooks/webhooks.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import type { Answer } from "../endpoint.ts";
import { once } from "../once.ts";
import { OrNull } from "../resolution-answer.ts";
import { operate } from "./operation.ts";
import type { OperatorRequest } from "./operation.ts";
import { describeWebhook, WebhookAnswer } from "./webhook-answer.ts";
import { getWebhook } from "./webhook-fields.ts";

export const ChangedWebhook = Type.Object({
  id: Type.String(),
  webhook: OrNull(WebhookAnswer),
});

/** A change with the secret that signs after it. */
export const SecretWebhook = Type.Object({
  ...ChangedWebhook.properties,
  secret: OrNull(
    Type.String({ description: "whsec_ and 32 bytes in base64; null if the webhook was removed since" }),
  ),
});

export type WebhookChange = {
  readonly id: string;
  readonly action: string;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

type ChangeAnswer<Done> = {
  /** Changes the tables, while nothing is delivered to the endpoint. */
  readonly work: () => Promise<Done | Rejection>;
  /** Further fields of the answer. */
  readonly tell: (done: Done, webhook: Webhook | undefined) => object;
};

/** `work` gives JSON without secrets, which the journal remembers. */
export const changeWebhook = <Done>(
  operating: OperatorRequest,
  { id, action, reason, details = {} }: WebhookChange,
  { work, tell }: ChangeAnswer<Done>,
): Promise<Answer> =>
  once<{ readonly id: string; readonly done: Done }>(operating, {
    act: async () => {
      const done = await operating.context.webhooks.change(id, work);
      if (isRejection(done)) return done;
      return operate(operating, { action, subject: id, reason, details }, () => ({ id, done }));
    },
    tell: async ({ result }) => {
      const { context } = operating;
      const webhook = await findWebhook(context.ownSql, result.id);
      const described = await describeWebhook(context, result.id);
      return { id: result.id, webhook: described, ...tell(result.done, webhook) };
    },
  });

/** The same of an endpoint that must exist. */
export const changeKnownWebhook = <Done>(
  operating: OperatorRequest,
  change: WebhookChange,
  {
    work,
    tell,
  }: Omit<ChangeAnswer<Done>, "work"> & {
    readonly work: (webhook: Webhook) => Promise<Done | Rejection>;
  },
): Promise<Answer> =>
  changeWebhook<Done>(operating, change, {
    work: async () => {
      const webhook = await getWebhook(operating.context, change.id);
      return isRejection(webhook) ? webhook : work(webhook);
    },
    tell,
  });

/** The secret after a change, for the answer. */
export const tellSecret = (
  { context }: OperatorRequest,
  webhook: Webhook | undefined,
): { readonly secret: string | null } => ({
  secret: webhook === undefined ? null : context.webhooks.secretOf(webhook),
});
