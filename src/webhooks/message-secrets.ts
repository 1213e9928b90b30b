/** Secrets of an endpoint that sign its messages. */
import { deriveWebhookSecret } from "../signing/credentials.ts";
import type { Webhook } from "../store/webhooks/webhooks.ts";

type SecretTerms = Pick<Webhook, "id" | "secretVersion" | "overlapUntil">;

/** Gives the secret, and after a rotation the one before for as long as both are used. */
export function secretsAt(
  masterKey: Uint8Array,
  { id, secretVersion, overlapUntil }: SecretTerms,
  now: number,
): readonly Uint8Array[] {
  const versions =
    now < overlapUntil && secretVersion > 1 ? [secretVersion, secretVersion - 1] : [secretVersion];
  return versions.map((version) => deriveWebhookSecret(masterKey, id, version));
}

/** The secret that is in force. */
export const secretAt = (
  masterKey: Uint8Array,
  { id, secretVersion }: Pick<SecretTerms, "id" | "secretVersion">,
): Uint8Array => deriveWebhookSecret(masterKey, id, secretVersion);
