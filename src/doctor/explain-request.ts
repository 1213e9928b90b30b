/**
 * Explains refused credentials of a request (L2). The checks of its headers, time, key and passphrase, in order, cost
 * nothing. For a wrong signature it searches for the mistake that gives exactly this one. It shows the message to sign, but
 * never a secret, a passphrase or a correct signature.
 */
import { parseAddress } from "../signing/address.ts";
import { deriveWallets } from "../signing/contract-wallet.ts";
import { isSamePassphrase } from "../signing/credentials.ts";
import { readKeyId } from "../signing/key-id.ts";
import { readMac } from "../signing/request-auth.ts";
import { readCarriedHeaders } from "./carried-headers.ts";
import type { HeaderList, HeaderName } from "./carried-headers.ts";
import { failed, passed, shown, shownValue } from "./check.ts";
import type { Check } from "./check.ts";
import { explainTime } from "./explain-time.ts";
import { findSlips } from "./request-variants.ts";
import type { SignedValues } from "./request-variants.ts";
import type { KeyParts, OwnKey } from "./secret-variants.ts";

/** A request as received. */
export type CarriedRequest = {
  readonly method: string;
  /** Path of the route without prefix and query. */
  readonly path: string;
  readonly prefix: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
  /** Host that it was sent to. */
  readonly host: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
};

/** The key that a request names, with what the exchange knows of it. */
export type NamedKey =
  | { readonly state: "unknown" }
  | { readonly state: "revoked"; readonly address: string; readonly revokedAt: Date }
  | ({ readonly state: "active"; readonly address: string } & KeyParts);

export type RequestTerms = {
  readonly prefixes: readonly string[];
  readonly nowMs: number;
  readonly oldestMs: number;
  readonly newestMs: number;
  /** Returns the owner of a registered contract wallet. */
  readonly walletOwner: (wallet: string) => string | undefined;
};

/** A request with its signature. */
export type SignedClaim = SignedValues & { readonly given: string };

const NEEDED: readonly HeaderName[] = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"];

/** Returns the API key that a request names, as a UUID. */
export function namedKey(headers: HeaderList, prefixes: readonly string[]): string | undefined {
  const { API_KEY } = readCarriedHeaders(headers, { prefixes, needed: NEEDED }).headers;
  return API_KEY === undefined ? undefined : readKeyId(API_KEY);
}

/** Checks everything except the signature. Checks that need a missing header or a known key are left out. */
export function explainCredentials(request: CarriedRequest, key: NamedKey, terms: RequestTerms): Check[] {
  const { check, headers } = readCarriedHeaders(request.headers, { ...terms, needed: NEEDED });
  const { ADDRESS, PASSPHRASE, TIMESTAMP } = headers;
  return [
    check,
    ...(ADDRESS === undefined ? [] : [explainAddress(ADDRESS)]),
    ...(TIMESTAMP === undefined ? [] : [explainTime(TIMESTAMP, terms)]),
    ...(headers.API_KEY === undefined ? [] : [explainKey(headers.API_KEY, key)]),
    ...(ADDRESS === undefined || key.state === "unknown"
      ? []
      : [explainOwner(ADDRESS, key.address, terms.walletOwner)]),
    ...(PASSPHRASE === undefined || key.state !== "active" ? [] : [explainPassphrase(PASSPHRASE, key)]),
  ];
}

/** Reads the values that verify the signature; `undefined` if the request has none. */
export function readClaim(request: CarriedRequest, prefixes: readonly string[]): SignedClaim | undefined {
  const { headers } = readCarriedHeaders(request.headers, { prefixes, needed: NEEDED });
  const { TIMESTAMP: timestamp = "", SIGNATURE: given } = headers;
  if (given === undefined) return undefined;
  const { method, path, prefix, query, host, body } = request;
  return { method, path, prefix, query, host, body, timestamp, given };
}

export function explainAddress(given: string): Check {
  const compared = {
    expected: "0x and 40 hex digits, with a right checksum where the case is mixed",
    got: shownValue(given),
  };
  if (parseAddress(given) !== undefined) return passed("address", compared);
  const lower = parseAddress(given.toLowerCase());
  const hint =
    lower === undefined
      ? "ADDRESS: expected a wallet address, 0x and 40 hex digits"
      : `ADDRESS: the checksum is wrong: a letter has the wrong case, or a digit is mistyped; ${lower} has none`;
  return failed("address", { mistake: "address_malformed", hint }, compared);
}

export function explainKey(given: string, key: NamedKey): Check {
  const compared = { expected: "a key that was made here and not revoked", got: shownValue(given) };
  if (key.state === "active") return passed("key", compared);
  if (key.state === "revoked") {
    const hint = `API_KEY: revoked at ${key.revokedAt.toISOString()}; make another with POST /auth/api-key and another nonce`;
    return failed("key", { mistake: "key_revoked", hint }, compared);
  }
  return failed("key", { mistake: "key_unknown", hint: `API_KEY: ${adviseKey(given)}` }, compared);
}

const KEY_FORM = "8-4-4-4-12 hex digits with hyphens between";

function adviseKey(given: string): string {
  const bare = given.replaceAll(/[^0-9a-z-]/gi, "");
  const whole = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(readKeyId(bare));
  if (whole && bare === given)
    return "no such key here; make or derive one on this exchange, keys of another one are not known";
  if (whole) return `expected ${KEY_FORM} and nothing else: send it without quotes and blanks`;
  if (/^[0-9a-f]{32}$/i.test(bare.replaceAll("-", "")))
    return `expected ${KEY_FORM}: the hyphens are missing or misplaced`;
  return `expected ${KEY_FORM}; make or derive a key on this exchange`;
}

export function explainOwner(given: string, owner: string, walletOwner: RequestTerms["walletOwner"]): Check {
  const compared = { expected: owner, got: shownValue(given) };
  const address = parseAddress(given.toLowerCase());
  if (address === owner) return passed("owner", compared);
  const derived = ([1, 2] as const).flatMap((type) => deriveWallets(type, owner)).map(({ wallet }) => wallet);
  if (address !== undefined && (derived.includes(address) || walletOwner(address) === owner)) {
    const hint = `ADDRESS: ${address} is a contract wallet of ${owner}; send the address of the key that signs, ${owner}`;
    return failed("owner", { mistake: "address_is_contract_wallet", hint }, compared);
  }
  const hint = `ADDRESS: not the owner of the API key, who is ${owner}; send that address, or a key of this one`;
  return failed("owner", { mistake: "address_not_owner", hint }, compared);
}

function explainPassphrase(given: string, { passphrase }: KeyParts): Check {
  if (isSamePassphrase(passphrase, given)) return passed("passphrase");
  const hint = "PASSPHRASE: wrong; use the one of the same answer as the API key";
  return failed("passphrase", { mistake: "passphrase_wrong", hint });
}

/** Checks the signature. A wrong one needs a search of up to a tenth of a second. */
export function explainSignature(claim: SignedClaim, key: OwnKey): Check[] {
  const form = explainEncoding(claim.given);
  const slips = findSlips(claim, key, decodingsOf(claim.given));
  const message = `${shownValue(claim.timestamp)}${claim.method}${claim.path}`;
  const compared = { expected: `the HMAC of ${message}${shown(bodyText(claim.body))}` };
  if (slips === undefined) {
    const hint =
      "signature: not the HMAC of timestamp + method + path + body; compare the message with what was signed, byte by byte";
    return [form, failed("signature", { mistake: "signature_unexplained", hint }, compared)];
  }
  const [first] = slips;
  if (first === undefined) return [form, passed("signature", compared)];
  const hint = `signature: ${slips.map((slip) => slip.hint).join("; and ")}`;
  const explained = failed("signature", { mistake: first.mistake, hint }, compared);
  // Omits the form check: a hash of another length cannot have the right form, so the hash function is the better
  // explanation.
  return first.mistake === "hash_function" ? [explained] : [form, explained];
}

/** Writes a body as text, with control characters escaped as in JSON and signatures of orders left out. */
const bodyText = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString("utf8")
    .replaceAll(/0x[0-9a-f]{130,}/gi, "0x(signature)")
    .replaceAll(/\p{Cc}/gu, (one) => JSON.stringify(one).slice(1, -1));

function explainEncoding(given: string): Check {
  const compared = {
    expected: "32 bytes as base64url, base64 or 64 hex digits",
    got: `${given.length} characters`,
  };
  if (readMac(given) !== undefined) return passed("signature encoding", compared);
  const hint = `signature: expected ${compared.expected}, got ${compared.got}; ${adviseEncoding(given)}`;
  return failed("signature encoding", { mistake: "signature_encoding", hint }, compared);
}

function adviseEncoding(given: string): string {
  if (given.startsWith("0x")) return "leave out 0x";
  if (given.includes("%")) return "it is escaped as in a URL: send it as it is";
  const bytes = Buffer.from(given, "base64");
  return /^[0-9a-f]{64}$/i.test(bytes.toString("latin1"))
    ? "it is the base64 of hex digits: encode the 32 bytes once"
    : `it reads as ${bytes.length} bytes of base64`;
}

/** Lists the bytes that a signature may decode to, by several encodings. */
function decodingsOf(given: string): Uint8Array[] {
  const text = given.trim();
  // Tries with and without 0x, which is a prefix of hex, or the start of base64.
  return [text, text.replace(/^0x/i, "")].flatMap((encoded) => {
    const bytes = Buffer.from(encoded, "base64");
    const inner = bytes.toString("latin1");
    return [bytes, Buffer.from(encoded, "hex"), Buffer.from(inner, "hex"), Buffer.from(inner, "base64")];
  });
}
