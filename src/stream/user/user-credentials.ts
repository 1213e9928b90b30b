/** Check of the credentials that a client of the user channel sends: the secret itself, instead of a signature. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "../../context.ts";
import { decodeSecret, isSamePassphrase } from "../../signing/credentials.ts";
import { readKeyId } from "../../signing/key-id.ts";
import type { ActiveKey, SigningKey } from "../../store/keys/api-keys.ts";
import type { UserSubscription } from "./user-schema.ts";

export type CheckedKey = { readonly key: ActiveKey } | { readonly wrong: string };

/** Finds the key of the credentials. The reason of a refusal is given in the sandbox only. */
export async function checkCredentials(
  { keys, config }: Pick<Context, "keys" | "config">,
  auth: UserSubscription["auth"],
): Promise<CheckedKey> {
  const name = auth.apiKey ?? auth.apikey;
  const key = name === undefined ? undefined : await keys.find(readKeyId(name));
  const wrong = key === undefined ? "auth.apiKey: no such key" : faultOf(key, auth);
  if (key !== undefined && wrong === undefined) return { key };
  return {
    wrong: config.mode === "sandbox" && wrong !== undefined ? wrong : "the credentials are not valid",
  };
}

function faultOf(key: SigningKey, { secret, passphrase }: UserSubscription["auth"]): string | undefined {
  if (!timingSafeEqual(sha256(key.secret.export()), sha256(decodeSecret(secret))))
    return "auth.secret: not the key's";
  return isSamePassphrase(key.passphrase, passphrase) ? undefined : "auth.passphrase: not the key's";
}

/** Hashes a secret to a fixed length, so that the comparison does not reveal its length. */
const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
