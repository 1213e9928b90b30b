/** Webhooks of the running exchange: their deliveries, and changes by operators. */
import { randomUUID } from "node:crypto";
import type { Webhook } from "../store/webhooks/webhooks.ts";
import { EVENTS_VERSION } from "../store/changes/public-event.ts";
import { createDeliveries } from "./deliveries.ts";
import type { Deliveries, DeliveriesOptions } from "./deliveries.ts";
import { createSender, secretAt, secretText } from "./send-message.ts";
import type { Attempt, OwnNetwork } from "./send-message.ts";
import { sendSigned } from "./send-signed.ts";
import type { SigningTerms } from "./send-signed.ts";

export type Webhooks = Deliveries & {
  /** Own network that messages may go to. */
  readonly network: OwnNetwork;
  /** Sends a test message without an event, and waits for its result. */
  test(webhook: Webhook): Promise<TestedWebhook>;
  /** Returns the current signing secret in the format of receivers. */
  secretOf(webhook: Pick<Webhook, "id" | "secretVersion">): string;
};

export type TestedWebhook = Attempt & { readonly message: string; readonly ms: number };

export type WebhooksOptions = DeliveriesOptions;

/** Type of test messages, which are no events of the journal. */
export const TEST_TYPE = "webhook.test";

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { network, masterKey } = options;
  const signing = { masterKey, now: Date.now };
  return {
    network,
    secretOf: (webhook) => secretText(secretAt(masterKey, webhook)),
    test: (webhook) => sendTest(signing, network, webhook),
    ...createDeliveries(options),
  };
}

async function sendTest(
  signing: Omit<SigningTerms, "sender">,
  network: OwnNetwork,
  webhook: Webhook,
): Promise<TestedWebhook> {
  const sender = createSender(network);
  const since = performance.now();
  const id = `test-${randomUUID()}`;
  const time = new Date(signing.now()).toISOString();
  const body = JSON.stringify({
    version: EVENTS_VERSION,
    id,
    time,
    type: TEST_TYPE,
    data: { webhook: webhook.id },
    wallets: [],
    markets: [],
  });
  try {
    const attempt = await sendSigned(
      { ...signing, sender },
      webhook,
      { id, body },
      new AbortController().signal,
    );
    if (attempt === "aborted") throw new Error("a test was taken back that nobody takes back");
    return { ...attempt, message: id, ms: Math.round(performance.now() - since) };
  } finally {
    sender.close();
  }
}
