/** Sends messages to an endpoint, signed at the time of the attempt. */
import { RELEASE } from "../../release.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import type { FeedMessage } from "./feed-state.ts";
import { messageHeaders, secretsAt } from "./send-message.ts";
import type { Attempt, Sender } from "./send-message.ts";

export type SigningOptions = {
  readonly masterKey: Uint8Array;
  readonly sender: Pick<Sender, "send">;
  /** The machine's time, ms. */
  readonly now: () => number;
};

export function sendSigned(
  { masterKey, sender, now }: SigningOptions,
  webhook: Webhook,
  { id, body }: FeedMessage,
  signal: AbortSignal,
): Promise<Attempt | "aborted"> {
  const at = now();
  const message = { id, body, timestamp: Math.floor(at / 1_000) };
  const headers = {
    "content-type": "application/json",
    "user-agent": `Presage/${RELEASE.version}`,
    ...messageHeaders(message, secretsAt(masterKey, webhook, at)),
  };
  return sender.send({ url: webhook.url, headers, body }, signal);
}
