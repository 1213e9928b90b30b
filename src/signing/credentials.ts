/**
 * API credentials are a function of the master key, the wallet and a nonce: nothing that can sign is ever stored, and
 * the same wallet gets the same credentials from every process. Each part comes from its own HMAC-SHA256, so knowing
 * one tells nothing about the others.
 */
import { createHash, createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

export type Credentials = {
  /** A UUID of version 4 in form. */
  readonly apiKey: string;
  /** 32 bytes as base64url with padding. */
  readonly secret: string;
  /** 64 hex digits. */
  readonly passphrase: string;
};

const MASTER_KEY_BYTES = 32;

/** `address` is lower case and `nonce` canonical decimal text, so that no two wallets or nonces share an input. */
export function deriveCredentials(masterKey: Uint8Array, address: string, nonce: string): Credentials {
  const derive = derivation(masterKey, "presage/api-credentials/1", [address, nonce]);
  return { apiKey: formatUuid(derive("api-key")), ...secretsOf(derive) };
}

export type Secrets = Omit<Credentials, "apiKey">;

/** What a builder's key signs with. `apiKey` and `address` are lower case. */
export const deriveBuilderSecrets = (masterKey: Uint8Array, apiKey: string, address: string): Secrets =>
  secretsOf(derivation(masterKey, "presage/builder-credentials/1", [address, apiKey]));

/**
 * The id of a read-only or builder's key that a request asks for, a UUID: the same for the same request, and to be told
 * by nobody without the master key. `request` is a hash as hex digits.
 */
export const deriveFurtherKeyId = (masterKey: Uint8Array, kind: string, request: string): string =>
  formatUuid(derivation(masterKey, "presage/further-key/1", [kind, request])("id"));

type Derivation = (part: string) => Buffer;

/** The label keeps what is derived for one purpose from standing for another. */
function derivation(masterKey: Uint8Array, label: string, subject: readonly string[]): Derivation {
  if (masterKey.length < MASTER_KEY_BYTES)
    throw new RangeError(`the master key must have at least ${MASTER_KEY_BYTES} bytes`);
  const key = createSecretKey(masterKey);
  return (part) =>
    createHmac("sha256", key)
      .update([label, part, ...subject].join("\n"))
      .digest();
}

const secretsOf = (derive: Derivation): Secrets => ({
  secret: derive("secret").toString("base64url") + "=",
  passphrase: derive("passphrase").toString("hex"),
});

/** The bytes of a secret, which are the key of the HMAC of requests. Base64 or base64url, padded or not. */
export function decodeSecret(secret: string): Uint8Array {
  return Buffer.from(secret, "base64");
}

/** Compares in constant time, whatever the lengths. */
export function isSamePassphrase(expected: string, given: string): boolean {
  return timingSafeEqual(sha256(expected), sha256(given));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function formatUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16));
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x40;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  const hex = uuid.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
