/** Changes of a webhook, made between deliveries and audited. */
import { Type } from "typebox";
import type { Static, TObject, TSchema } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Webhook } from "../../../store/webhooks/webhooks.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import type { RequestOutcome } from "../../operation/answer-once.ts";
import { changeOperation, WEBHOOKS } from "../operation.ts";
import type {
  OperatorCall,
  ChangeCall,
  ChangeOperation,
  OperatorAction,
  OperatorRequest,
} from "../operation.ts";
import { WebhookParams, getWebhook } from "./webhook-answer.ts";

export const ChangedWebhook = Type.Object({
  id: Type.String({ description: "Id of the webhook, by which GET /webhooks/{id} tells how it stands" }),
});

/** The state after a change, with the secret that signs from then on. */
export const SecretWebhook = Type.Object({
  ...ChangedWebhook.properties,
  version: Type.Integer({ description: "Version of the secret" }),
  secret: Type.String({ description: "whsec_ and 32 bytes in base64" }),
});

type WebhookChange<B extends TSchema, Done extends object> = Omit<
  ChangeOperation<TObject, typeof WebhookParams, B, WebhookResult<Done>>,
  "group" | "params" | "act" | "tell"
> & {
  readonly action: OperatorAction["action"];
  readonly details?: (done: NoInfer<Done>, body: Static<B>) => Readonly<Record<string, unknown>>;
  /**
   * Changes the tables while nothing is delivered to the webhook. Returns JSON without secrets, which the journal
   * remembers.
   */
  readonly work: (webhook: Webhook, call: Call<B>) => Promise<Done | Rejection>;
  readonly tell?: ChangeOperation<TObject, typeof WebhookParams, B, WebhookResult<NoInfer<Done>>>["tell"];
};

type WebhookResult<Done> = Done & { readonly id: string };
type Call<B extends TSchema> = OperatorCall<unknown, unknown, Static<B>>;

/** Describes an operation that changes the webhook in the path. */
export const webhookChange = <B extends TSchema, Done extends object>({
  action,
  details,
  work,
  ...description
}: WebhookChange<B, Done>): Endpoint =>
  changeOperation({
    refuses: ["webhook_not_found"],
    ...description,
    group: WEBHOOKS,
    params: WebhookParams,
    act: (call) =>
      changeWebhook(call, {
        id: call.params.id,
        action,
        details: (done) => details?.(done, call.body) ?? {},
        work: async () => {
          const webhook = await getWebhook(call.context, call.params.id);
          return isRejection(webhook) ? webhook : work(webhook, call);
        },
      }),
  });

type WebhookWork<Done> = {
  readonly id: string;
  readonly action: OperatorAction["action"];
  readonly details: (done: Done) => Readonly<Record<string, unknown>>;
  readonly work: () => Promise<Done | Rejection>;
};

/** Runs `work` while nothing is delivered to the webhook, and audits the change. */
export async function changeWebhook<Done extends object>(
  { context, execute }: ChangeCall<unknown, unknown, unknown>,
  { id, action, details, work }: WebhookWork<Done>,
): Promise<RequestOutcome<WebhookResult<Done>> | Rejection> {
  const done = await context.webhooks.change(id, work);
  if (isRejection(done)) return done;
  return execute({ action, subject: id, details: details(done) }, () => ({ ...done, id }));
}

/** Makes the answer with the secret of the webhook's version. */
export const describeSecret = (
  { result: { id, version } }: { readonly result: { readonly id: string; readonly version: number } },
  { context }: Pick<OperatorRequest, "context">,
) => ({ id, version, secret: context.webhooks.secretOf({ id, secretVersion: version }) });
