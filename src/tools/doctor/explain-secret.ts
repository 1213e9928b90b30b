/** Finds out what a client used as the secret: the API key's secret, or a common wrong value. */
import { timingSafeEqual } from "node:crypto";
import { decodeSecret, isSamePassphrase, readKeyId } from "../../signing/credentials.ts";
import { failedCheck, makeVariant, passedCheck } from "./check.ts";
import type { Check, Finding, HmacVariant } from "./check.ts";

// Variants of the HMAC key that people use instead of the decoded secret of an API key.

export type KeyParts = {
  /** Decoded secret, which is the key of the HMAC. */
  readonly secret: Uint8Array;
  readonly apiKey: string;
  readonly passphrase: string;
};

export type OwnKey = KeyParts & {
  /** Other valid API keys of the same wallet. */
  readonly others: readonly { readonly apiKey: string; readonly secret: Uint8Array }[];
};

const DECODE = "decode the secret from base64 to its 32 bytes, and use these as the key of the HMAC";

export function listSecretVariants({ secret, apiKey, passphrase, others }: OwnKey): HmacVariant[] {
  const bytes = Buffer.from(secret);
  const url = `${bytes.toString("base64url")}=`;
  const plain = bytes.toString("base64");
  const key = (mistake: Finding["mistake"], hint: string, given: Uint8Array | string): HmacVariant =>
    makeVariant(mistake, hint, { key: Buffer.from(given) });
  const asText = `the secret was used as text; ${DECODE}`;
  const asHex = `the secret was taken for hex; ${DECODE}`;
  const asString = `the decoded secret was made a string, which changes its bytes; ${DECODE}`;
  const twice = `the secret was decoded or encoded once too often; ${DECODE}`;
  const describeSwap = (what: string) => `${what} was used as the secret; ${DECODE}`;
  const nothing = `the key of the HMAC is empty: no secret was set, or it was taken for hex; ${DECODE}`;
  return [
    key("secret_swapped", nothing, ""),
    key("secret_as_text", asText, url),
    key("secret_as_text", asText, url.slice(0, -1)),
    key("secret_as_text", asText, plain),
    key("secret_as_text", asString, bytes.toString("utf8")),
    key("secret_as_text", asString, bytes.toString("latin1")),
    key("secret_as_hex", asHex, bytes.toString("hex")),
    key("secret_as_hex", asHex, `0x${bytes.toString("hex")}`),
    key("secret_as_hex", asHex, Buffer.from(url, "hex")),
    key("secret_as_hex", asHex, Buffer.from(url).toString("hex")),
    key("secret_decoded_twice", twice, Buffer.from(bytes.toString("latin1"), "base64")),
    key("secret_decoded_twice", twice, Buffer.from(url).toString("base64")),
    key(
      "secret_alphabet",
      "the secret is base64url, and was decoded as plain base64, which drops its - and _; decode it as base64url",
      Buffer.from(url.replaceAll(/[-_]/g, ""), "base64"),
    ),
    key("secret_swapped", describeSwap("the passphrase"), passphrase),
    key("secret_swapped", describeSwap("the passphrase"), Buffer.from(passphrase, "hex")),
    key("secret_swapped", describeSwap("the API key"), apiKey),
    ...others.map((other) =>
      key(
        "secret_of_another_key",
        `the secret is that of the wallet's key ${other.apiKey}; use key, secret and passphrase of one answer`,
        other.secret,
      ),
    ),
  ];
}

/** Explains a given secret, without showing the given or the correct secret. */
export function explainSecret({ secret, passphrase, apiKey, others }: OwnKey, given: string): Check {
  const isSecret = (bytes: Uint8Array, expected: Uint8Array): boolean =>
    bytes.length === expected.length && timingSafeEqual(bytes, expected);
  const decoded = decodeSecret(given);
  if (isSecret(decoded, secret)) return passedCheck("secret");
  const wrong = (mistake: Finding["mistake"], hint: string): Check =>
    failedCheck("secret", { mistake, hint });
  const other = others.find((one) => isSecret(decoded, one.secret));
  if (other !== undefined)
    return wrong(
      "secret_of_another_key",
      `it is the secret of the wallet's key ${other.apiKey}; use key, secret and passphrase of one answer`,
    );
  if (isSecret(Buffer.from(given.replace(/^0x/i, ""), "hex"), secret))
    return wrong("secret_as_hex", "it is written as hex; write it as it was given, in base64");
  if (isSecret(decodeSecret(Buffer.from(decoded).toString("latin1")), secret))
    return wrong("secret_decoded_twice", "it was encoded once more; write it as it was given, in base64");
  if (isSamePassphrase(passphrase, given) || readKeyId(given) === apiKey)
    return wrong("secret_swapped", "it is the passphrase or the API key; use the secret");
  return wrong("secret_wrong", "derive it again with GET /auth/derive-api-key and the nonce of the key");
}
