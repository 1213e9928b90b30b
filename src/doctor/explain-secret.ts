/** Checks the secret that a client uses: that of an API key, or something else instead. */
import { timingSafeEqual } from "node:crypto";
import { decodeSecret, isSamePassphrase } from "../signing/credentials.ts";
import { readKeyId } from "../signing/key-id.ts";
import { failed, passed } from "./check.ts";
import type { Check } from "./check.ts";
import type { OwnKey } from "./secret-variants.ts";

/** Explains a given secret, without showing it or the correct one. */
export function explainSecret({ secret, passphrase, apiKey, others }: OwnKey, given: string): Check {
  const isSecret = (bytes: Uint8Array, expected: Uint8Array): boolean =>
    bytes.length === expected.length && timingSafeEqual(bytes, expected);
  const decoded = decodeSecret(given);
  if (isSecret(decoded, secret)) return passed("secret");
  const other = others.find((one) => isSecret(decoded, one.secret));
  if (other !== undefined) {
    const hint = `it is the secret of the wallet's key ${other.apiKey}; use key, secret and passphrase of one answer`;
    return failed("secret", { mistake: "secret_of_another_key", hint });
  }
  if (isSecret(Buffer.from(given.replace(/^0x/i, ""), "hex"), secret))
    return failed("secret", {
      mistake: "secret_as_hex",
      hint: "it is written as hex; write it as it was given, in base64",
    });
  if (isSecret(decodeSecret(Buffer.from(decoded).toString("latin1")), secret))
    return failed("secret", {
      mistake: "secret_decoded_twice",
      hint: "it was encoded once more; write it as it was given, in base64",
    });
  if (isSamePassphrase(passphrase, given) || readKeyId(given) === apiKey)
    return failed("secret", {
      mistake: "secret_swapped",
      hint: "it is the passphrase or the API key; use the secret",
    });
  const hint = "derive it again with GET /auth/derive-api-key and the nonce of the key";
  return failed("secret", { mistake: "secret_wrong", hint });
}
