/** Variants of the HMAC key that people use instead of the decoded secret of an API key. */
import type { Finding } from "./check.ts";
import type { Slip } from "./slip.ts";

export type KeyParts = {
  /** Decoded secret: the key of the HMAC. */
  readonly secret: Uint8Array;
  readonly apiKey: string;
  readonly passphrase: string;
};

export type OwnKey = KeyParts & {
  /** Other keys of the same wallet that are not revoked. */
  readonly others: readonly { readonly apiKey: string; readonly secret: Uint8Array }[];
};

const DECODE = "decode the secret from base64 to its 32 bytes, and use these as the key of the HMAC";

export function secretSlips({ secret, apiKey, passphrase, others }: OwnKey): Slip[] {
  const bytes = Buffer.from(secret);
  const url = `${bytes.toString("base64url")}=`;
  const plain = bytes.toString("base64");
  const key = (mistake: Finding["mistake"], hint: string, given: Uint8Array | string): Slip => ({
    finding: { mistake, hint },
    change: { key: Buffer.from(given) },
  });
  const asText = `the secret was used as text; ${DECODE}`;
  const asHex = `the secret was taken for hex; ${DECODE}`;
  const asString = `the decoded secret was made a string, which changes its bytes; ${DECODE}`;
  const twice = `the secret was decoded or encoded once too often; ${DECODE}`;
  const swapped = (what: string) => `${what} was used as the secret; ${DECODE}`;
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
    key("secret_swapped", swapped("the passphrase"), passphrase),
    key("secret_swapped", swapped("the passphrase"), Buffer.from(passphrase, "hex")),
    key("secret_swapped", swapped("the API key"), apiKey),
    ...others.map((other) =>
      key(
        "secret_of_another_key",
        `the secret is that of the wallet's key ${other.apiKey}; use key, secret and passphrase of one answer`,
        other.secret,
      ),
    ),
  ];
}
