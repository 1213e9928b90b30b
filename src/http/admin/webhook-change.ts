/** Changes of a webhook, made between its deliveries and audited. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import type { Answer } from "../operation/endpoint.ts";
import { answerOnce } from "../operation/answer-once.ts";
import { runOperatorAction } from "./operation.ts";
import type { OperatorAction, OperatorRequest } from "./operation.ts";
import { getWebhook } from "./webhook-answer.ts";

export const ChangedWebhook = Type.Object({
  id: Type.String({ description: "Id of the webhook, by which GET /webhooks/{id} tells how it stands" }),
});

/** The state after a change, with the secret that signs from then on. */
export const SecretWebhook = Type.Object({
  ...ChangedWebhook.properties,
  version: Type.Integer({ description: "Version of the secret" }),
  secret: Type.String({ description: "whsec_ and 32 bytes in base64" }),
});

export type WebhookChange<Done> = Pick<OperatorAction, "action" | "reason"> & {
  readonly id: string;
  readonly details?: (done: Done) => Readonly<Record<string, unknown>>;
};

/** Changes the tables while nothing is delivered to the endpoint. Returns JSON without secrets, which the journal remembers. */
type ChangeWork<Done> = () => Promise<Done | Rejection>;

/** Makes the change once; `tell` makes the answer from the remembered result. */
export const changeWebhook = <Done extends object>(
  operating: OperatorRequest,
  { id, action, reason, details = () => ({}) }: WebhookChange<Done>,
  work: ChangeWork<Done>,
  tell: (done: Done & { readonly id: string }) => unknown = (done) => done,
): Promise<Answer> =>
  answerOnce<Done & { readonly id: string }>(operating, {
    act: async () => {
      const done = await operating.context.webhooks.change(id, work);
      if (isRejection(done)) return done;
      return runOperatorAction(operating, { action, subject: id, reason, details: details(done) }, () => ({
        ...done,
        id,
      }));
    },
    tell: ({ result }) => tell(result),
  });

/** Runs the work with an endpoint that must exist. */
export const withWebhook =
  <Done>(
    { context }: OperatorRequest,
    id: string,
    work: (webhook: Webhook) => Promise<Done | Rejection>,
  ): ChangeWork<Done> =>
  async () => {
    const webhook = await getWebhook(context, id);
    return isRejection(webhook) ? webhook : work(webhook);
  };

/** Adds the secret of a version to the answer. */
export const describeSecret =
  ({ context }: OperatorRequest) =>
  ({ id, version }: { readonly id: string; readonly version: number }) => ({
    id,
    version,
    secret: context.webhooks.secretOf({ id, secretVersion: version }),
  });
