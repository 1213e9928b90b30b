/** Signatures of messages as Standard Webhooks describes them: https://www.standardwebhooks.com */
import { createHmac } from "node:crypto";

export type SignedMessage = {
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
};

/** Headers of a message, with a signature by each of the secrets, which are 32 bytes. */
export const messageHeaders = (
  message: SignedMessage,
  secrets: readonly Uint8Array[],
): Readonly<Record<string, string>> => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(message.timestamp),
  "webhook-signature": secrets.map((secret) => signatureOf(message, secret)).join(" "),
});

const signatureOf = ({ id, timestamp, body }: SignedMessage, secret: Uint8Array): string =>
  `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;

/** A secret as receivers are told it. */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString("base64")}`;
