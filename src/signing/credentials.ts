/**
 * API credentials, derived from the master key, the wallet and a nonce. No secret is stored, and every process derives
 * the same credentials for a wallet. Each part is a separate HMAC-SHA256, so that one part reveals nothing about
 * another.
 */
import { createHmac, createSecretKey, timingSafeEqual, hash } from "node:crypto";

export type Credentials = {
  /** UUID in the form of version 4. */
  readonly apiKey: string;
  /** 32 bytes as base64url with padding. */
  readonly secret: string;
  /** 64 hex digits. */
  readonly passphrase: string;
};

const MASTER_KEY_BYTES = 32;

/**
 * Derives credentials. `address` must be lower case and `nonce` canonical decimal text, so that no two wallets or
 * nonces share an input.
 */
export function deriveCredentials(masterKey: Uint8Array, address: string, nonce: string): Credentials {
  const derive = createDerivation(masterKey, "presage/api-credentials/1", [address, nonce]);
  return { apiKey: formatUuid(derive("api-key")), ...deriveSecrets(derive) };
}

export type Secrets = Omit<Credentials, "apiKey">;

/** Derives the secret and passphrase of a builder's key. `apiKey` and `address` are lower case. */
export const deriveBuilderSecrets = (masterKey: Uint8Array, apiKey: string, address: string): Secrets =>
  deriveSecrets(createDerivation(masterKey, "presage/builder-credentials/1", [address, apiKey]));

/**
 * Derives the id, a UUID, of a read-only or builder's key that a request creates. Equal requests get the same id, and
 * nobody can predict the id without the master key. `request` is a hash as hex digits.
 */
export const deriveFurtherKeyId = (masterKey: Uint8Array, kind: string, request: string): string =>
  formatUuid(createDerivation(masterKey, "presage/further-key/1", [kind, request])("id"));

type HouseMakerKey = {
  /** A private key, 32 bytes. */
  readonly key: Uint8Array;
  /** Id of the API key that the account's orders name: a UUID in the form of version 4. */
  readonly apiKey: string;
};

/** Derives the key of the house market maker's account in a market; `run` counts its runs there. */
export function deriveHouseMakerKey(masterKey: Uint8Array, conditionId: string, run: number): HouseMakerKey {
  const derive = createDerivation(masterKey, "presage/house-maker/1", [conditionId, String(run)]);
  return { key: derive("key"), apiKey: formatUuid(derive("api-key")) };
}

/** Derives the 32-byte secret of a webhook; a rotation increments `version`. */
export const deriveWebhookSecret = (masterKey: Uint8Array, webhook: string, version: number): Uint8Array =>
  createDerivation(masterKey, "presage/webhook/1", [webhook, String(version)])("secret");

/** Digits of Crockford's base 32: digits and small letters, without letters that look like another digit. */
const BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_BYTES = 16;

/** Derives the code of an invite's link: 128 bits as 26 letters and digits. */
export function deriveInviteCode(masterKey: Uint8Array, invite: string): string {
  const bytes = createDerivation(masterKey, "presage/invite/1", [invite])("code").subarray(0, CODE_BYTES);
  const bits = BigInt(`0x${bytes.toString("hex")}`);
  const length = Math.ceil((CODE_BYTES * 8) / 5);
  return Array.from({ length }, (_, index) => BASE_32[Number((bits >> BigInt(5 * index)) & 31n)]).join("");
}

type Derivation = (part: string) => Buffer;

/** Creates a derivation for one subject. The label separates purposes, so that no value is valid for two purposes. */
function createDerivation(masterKey: Uint8Array, label: string, subject: readonly string[]): Derivation {
  if (masterKey.length < MASTER_KEY_BYTES)
    throw new RangeError(`the master key must have at least ${MASTER_KEY_BYTES} bytes`);
  const key = createSecretKey(masterKey);
  return (part) =>
    createHmac("sha256", key)
      .update([label, part, ...subject].join("\n"))
      .digest();
}

const deriveSecrets = (derive: Derivation): Secrets => ({
  secret: derive("secret").toString("base64url") + "=",
  passphrase: derive("passphrase").toString("hex"),
});

/** Decodes a secret to the HMAC key of requests; base64 or base64url, padded or not. */
export function decodeSecret(secret: string): Uint8Array {
  return Buffer.from(secret, "base64");
}

/** Compares in constant time, also texts of different lengths. */
export function isSamePassphrase(expected: string, given: string): boolean {
  return timingSafeEqual(sha256(expected), sha256(given));
}

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

function formatUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16));
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x40;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  const hex = uuid.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// An API key's id, 128 bits, has two written forms. The exchange stores the lower-case UUID. Kuest's clients also write
// a ULID: 26 digits of base 32, the first digit at most 7.

const ULID = new RegExp(`^[0-7][${BASE_32}]{25}$`);
const BITS = 5n;

/** Converts a key's id in either form and any case to a UUID; puts any other text into lower case. */
export function readKeyId(text: string): string {
  const lower = text.toLowerCase();
  if (!ULID.test(lower)) return lower;
  const value = [...lower].reduce((sum, digit) => (sum << BITS) | BigInt(BASE_32.indexOf(digit)), 0n);
  const hex = value.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Formats a key's UUID as a ULID, in upper case. */
export const toUlid = (uuid: string): string =>
  BigInt(`0x${uuid.replaceAll("-", "")}`)
    .toString(32)
    .padStart(26, "0")
    .replaceAll(/./g, (digit) => BASE_32.charAt(Number.parseInt(digit, 32)))
    .toUpperCase();
