/**
 * Explains refused credentials of a request (L2). The checks of headers, time, key and passphrase, in order, cost
 * little. For a wrong signature, a search finds the mistake that gives exactly this signature. The explanation shows
 * the message to sign, but never a secret, a passphrase or a correct signature.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { parseAddress } from "../../signing/address.ts";
import { deriveWallets } from "../../signing/orders/contract-wallet.ts";
import { isSamePassphrase, readKeyId } from "../../signing/credentials.ts";
import { readMac } from "../../signing/request-auth.ts";
import { readCarriedHeaders } from "./carried-headers.ts";
import type { HeaderList, HeaderName } from "./carried-headers.ts";
import {
  failedCheck,
  listMilliseconds,
  listNumbers,
  makeVariant,
  passedCheck,
  shown,
  shownValue,
} from "./check.ts";
import type { Check, Finding, HmacDraft, HmacVariant } from "./check.ts";
import { listSecretVariants } from "./explain-secret.ts";
import type { KeyParts, OwnKey } from "./explain-secret.ts";
import { explainTime } from "./explain-time.ts";

// Variants of a body that people sign instead of the sent bytes: the same value serialised in another way, or nothing.

const SEND_WHAT_IS_SIGNED = "serialise it once, sign these bytes and send the same";

function listBodyVariants(body: Uint8Array): HmacVariant[] {
  const text = Buffer.from(body).toString("utf8");
  const variants = new Map<string, Finding>();
  const add = (mistake: Finding["mistake"], hint: string, signed: string): void => {
    if (signed !== text && !variants.has(signed)) variants.set(signed, { mistake, hint });
  };
  if (text !== "") add("body_not_signed", "the body was not signed; it comes last in the message", "");
  for (const nothing of ["{}", "null", "undefined", "[]", '""', "None"])
    add("body_not_signed", `${nothing} was signed as the body, and is not what was sent`, nothing);
  const trimmed = `the blanks around the body differ from what was signed; ${SEND_WHAT_IS_SIGNED}`;
  for (const signed of [text.trim(), `${text}\n`, `${text}\r\n`])
    add("body_serialised_again", trimmed, signed);
  const value = parsed(text);
  if (value !== undefined)
    for (const { form, signed } of listForms(value))
      add("body_serialised_again", `the body was signed ${form}; ${SEND_WHAT_IS_SIGNED}`, signed);
  for (const [name, part] of listFieldObjects(value))
    add(
      "body_not_signed",
      `only "${name}" of the body was signed; sign the whole of it`,
      JSON.stringify(part),
    );
  return [...variants].map(([signed, finding]) => ({ finding, change: { body: Buffer.from(signed) } }));
}

/** Lists the objects that are fields of an object. */
const listFieldObjects = (value: unknown): [string, object][] =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).filter(([, part]) => typeof part === "object" && part !== null);

/** Maximum number of opening brackets, and thus of levels, in a body that is serialised again. */
const MAX_BRACKETS = 500;

function parsed(text: string): unknown {
  if (text.length - text.replaceAll(/[[{]/g, "").length > MAX_BRACKETS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Form = { readonly form: string; readonly signed: string };

function listForms(value: unknown): Form[] {
  const orders = [
    { value, how: "" },
    { value: sortKeys(value), how: " with its names sorted" },
  ];
  return orders.flatMap(({ value: given, how }) =>
    writeForms(given).flatMap(({ form, signed }) => [
      { form: form + how, signed },
      { form: `${form}${how} and in ASCII`, signed: escapeNonAscii(signed) },
    ]),
  );
}

const writeForms = (value: unknown): Form[] => [
  { form: "without blanks", signed: JSON.stringify(value) },
  { form: "with blanks after commas and colons", signed: formatPythonJson(value, '"') },
  { form: "indented by 2", signed: JSON.stringify(value, undefined, 2) },
  { form: "indented by 4", signed: JSON.stringify(value, undefined, 4) },
  { form: "indented with tabs", signed: JSON.stringify(value, undefined, "\t") },
  { form: "as text within JSON", signed: JSON.stringify(JSON.stringify(value)) },
  { form: "with single quotes", signed: formatPythonJson(value, "'") },
  { form: "with single quotes", signed: JSON.stringify(value).replaceAll('"', "'") },
];

/** Formats a value as Python writes JSON; with single quotes, as Python writes a dictionary. */
function formatPythonJson(value: unknown, quote: '"' | "'"): string {
  if (Array.isArray(value)) return `[${value.map((item) => formatPythonJson(item, quote)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const items = Object.entries(value).map(
      ([name, item]) => `${formatPythonJson(name, quote)}: ${formatPythonJson(item, quote)}`,
    );
    return `{${items.join(", ")}}`;
  }
  if (quote === '"') return JSON.stringify(value);
  if (typeof value === "string") return `'${value}'`;
  if (value === null) return "None";
  return typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sortKeys(item)]));
}

const escapeNonAscii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

// Variants of a request's message that people sign, each with one mistake in the construction of the HMAC. The client
// made the mistake that gives the received signature.

type SignedValues = {
  readonly timestamp: string;
  readonly method: string;
  /** Path without prefix and query. */
  readonly path: string;
  readonly prefix: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
  readonly host: string;
  readonly body: Uint8Array;
};

const MESSAGE_ORDER = [0, 1, 2, 3];
/** Maximum body, in bytes, for which pairs of mistakes are tried. */
const MAX_FOR_PAIRS = 4_096;

/** Finds the one or two mistakes that give the received signature, in any of its decodings; `undefined` if none do. */
function findMistakes(
  request: SignedValues,
  key: OwnKey,
  signatures: readonly Uint8Array[],
): readonly Finding[] | undefined {
  const givesSignature = (draft: HmacDraft): boolean => {
    const mac = computeMac(draft);
    return signatures.some((signature) => signature.length === mac.length && timingSafeEqual(signature, mac));
  };
  const { timestamp, method, path, prefix, body } = request;
  const plain: HmacDraft = { key: key.secret, hash: "sha256", timestamp, method, path, body, ...NO_MISTAKE };
  const bases = prefix === "" ? [plain] : [plain, { ...plain, path: prefix + path }];
  if (bases.some(givesSignature)) return [];
  const slips = [...listSecretVariants(key), ...listMessageVariants(request)];
  for (const base of bases) {
    const one = slips.find(({ change }) => givesSignature({ ...base, ...change }));
    if (one !== undefined) return [one.finding];
  }
  const moment = listMillisecondVariants(request).find(({ change }) =>
    givesSignature({ ...plain, ...change }),
  );
  if (moment !== undefined) return [moment.finding];
  if (body.length > MAX_FOR_PAIRS) return undefined;
  const otherSlips = slips.filter(({ finding }) => finding.mistake !== "timestamp_signed");
  return findPair(otherSlips, (changes) => givesSignature({ ...plain, ...changes }));
}

const NO_MISTAKE = { places: MESSAGE_ORDER, separator: "" };

function findPair(
  slips: readonly HmacVariant[],
  fits: (changes: Partial<HmacDraft>) => boolean,
): readonly Finding[] | undefined {
  for (const [index, one] of slips.entries())
    for (const other of slips.slice(index + 1)) {
      const [key] = Object.keys(other.change);
      if (key !== undefined && key in one.change) continue;
      if (fits({ ...one.change, ...other.change })) return [one.finding, other.finding];
    }
  return undefined;
}

function computeMac({ key, hash, timestamp, method, path, body, places, separator }: HmacDraft): Uint8Array {
  const parts = [timestamp, method, path, body];
  const mac = createHmac(hash, key);
  for (const [index, place] of places.entries())
    mac.update(index === 0 ? "" : separator).update(parts[place] ?? "");
  return mac.digest();
}

const listMessageVariants = (request: SignedValues): HmacVariant[] => [
  ...listPathVariants(request),
  ...listBodyVariants(request.body),
  ...listMethodVariants(request.method),
  ...listTimestampVariants(request.timestamp),
  makeVariant("hash_function", "the HMAC is one of SHA-512; make it with SHA-256", { hash: "sha512" }),
  makeVariant("hash_function", "the HMAC is one of SHA-1; make it with SHA-256", { hash: "sha1" }),
  ...listPartsOrderVariants(),
];

function listPathVariants({ path, prefix, query, host }: SignedValues): HmacVariant[] {
  const other = (given: string, what: string) =>
    makeVariant("path_signed", `${what} was signed; sign ${path}, as it stands in the URL`, { path: given });
  const queries = query === "" ? [] : [path + query, prefix + path + query, path + query.slice(1)];
  const withQuery = queries.map((given) =>
    makeVariant("query_signed", `the path was signed with its query; sign ${path} alone`, { path: given }),
  );
  const hosts = [host, `http://${host}`, `https://${host}`].flatMap((base) => [
    other(base + path, `the path with ${base} before it`),
    other(base + prefix + path + query, `the whole URL`),
  ]);
  return [
    ...withQuery,
    other(`${path}/`, "the path with a slash at its end"),
    ...(path.endsWith("/") ? [other(path.slice(0, -1), "the path without the slash at its end")] : []),
    other(path.slice(1), "the path without its first slash"),
    other("", "no path"),
    other("/", "the path /"),
    other(`/${path}`, "the path with two slashes"),
    other(prefix, "the prefix of the address alone"),
    other(path.toLowerCase(), "the path in lower case"),
    ...hosts,
  ];
}

function listMethodVariants(method: string): HmacVariant[] {
  const lower = method.toLowerCase();
  const capitalized = method.slice(0, 1) + lower.slice(1);
  const names = [lower, capitalized, "", "GET", "POST", "DELETE", "PUT"].filter((name) => name !== method);
  return names.map((name) =>
    makeVariant("method_signed", `"${name}" was signed as the method; sign ${method}`, { method: name }),
  );
}

/** Maximum seconds between the signed and the sent timestamp. */
const SECONDS_APART = 30;

function listTimestampVariants(timestamp: string): HmacVariant[] {
  if (!/^\d{10,13}$/.test(timestamp)) return [];
  const units = timestamp.length === 13 ? [timestamp.slice(0, 10)] : [];
  const sent = Number(timestamp);
  const near = listNumbers(sent - SECONDS_APART, sent + SECONDS_APART).filter((other) => other !== timestamp);
  const signed = (other: string, hint: string) => makeVariant("timestamp_signed", hint, { timestamp: other });
  return [
    ...units.map((other) => makeUnitVariant(other, "seconds", "milliseconds")),
    ...near.map((other) => signed(other, `${other} was signed; take the time once, and sign and send that`)),
    signed("", "no timestamp was signed; it comes first in the message"),
  ];
}

/** Lists the milliseconds of a timestamp's second, any of which may have been signed. */
function listMillisecondVariants({ timestamp }: SignedValues): HmacVariant[] {
  if (!/^\d{10}$/.test(timestamp)) return [];
  return listMilliseconds(timestamp).map((signed) => makeUnitVariant(signed, "milliseconds", "seconds"));
}

const makeUnitVariant = (timestamp: string, signed: string, sent: string): HmacVariant =>
  makeVariant(
    "timestamp_unit",
    `the timestamp was signed in ${signed} (${timestamp}) and sent in ${sent}; sign what is sent`,
    { timestamp },
  );

function listPartsOrderVariants(): HmacVariant[] {
  const hint = "the parts stand in another order; the message is timestamp, method, path, body";
  const orders = MESSAGE_ORDER.flatMap((a) =>
    MESSAGE_ORDER.flatMap((b) =>
      MESSAGE_ORDER.flatMap((c) =>
        MESSAGE_ORDER.map((d) => [a, b, c, d]).filter((order) => new Set(order).size === 4),
      ),
    ),
  );
  return [
    ...orders
      .filter((order) => order.join() !== MESSAGE_ORDER.join())
      .map((places) => makeVariant("parts_order", hint, { places })),
    ...["\n", " ", ".", ":", "|", ","].map((separator) =>
      makeVariant("parts_order", `${JSON.stringify(separator)} stands between the parts; put nothing there`, {
        separator,
      }),
    ),
  ];
}

/** A request as received. */
export type CarriedRequest = {
  readonly method: string;
  /** Path of the route without prefix and query. */
  readonly path: string;
  readonly prefix: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
  /** Host to which the request was sent. */
  readonly host: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
};

/** The key that a request names, with what the exchange knows about the key. */
export type NamedKey =
  | { readonly state: "unknown" }
  | { readonly state: "revoked"; readonly address: string; readonly revokedAt: Date }
  | ({ readonly state: "active"; readonly address: string } & KeyParts);

type RequestContext = {
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

/** Checks everything except the signature. Leaves out checks that lack their header, or that need a known key. */
export function explainCredentials(request: CarriedRequest, key: NamedKey, terms: RequestContext): Check[] {
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

/** Reads the values that verify the signature; `undefined` if the request has no signature. */
export function readClaim(request: CarriedRequest, prefixes: readonly string[]): SignedClaim | undefined {
  const { headers } = readCarriedHeaders(request.headers, { prefixes, needed: NEEDED });
  const { TIMESTAMP: timestamp = "", SIGNATURE: given } = headers;
  if (given === undefined) return undefined;
  const { method, path, prefix, query, host, body } = request;
  return { method, path, prefix, query, host, body, timestamp, given };
}

export function explainAddress(given: string): Check {
  const comparison = {
    expected: "0x and 40 hex digits, with a right checksum where the case is mixed",
    got: shownValue(given),
  };
  if (parseAddress(given) !== undefined) return passedCheck("address", comparison);
  const lower = parseAddress(given.toLowerCase());
  const hint =
    lower === undefined
      ? "ADDRESS: expected a wallet address, 0x and 40 hex digits"
      : `ADDRESS: the checksum is wrong: a letter has the wrong case, or a digit is mistyped; ${lower} has none`;
  return failedCheck("address", { mistake: "address_malformed", hint }, comparison);
}

export function explainKey(given: string, key: NamedKey): Check {
  const comparison = { expected: "a key that was made here and not revoked", got: shownValue(given) };
  if (key.state === "active") return passedCheck("key", comparison);
  if (key.state === "revoked") {
    const hint = `API_KEY: revoked at ${key.revokedAt.toISOString()}; make another with POST /auth/api-key and another nonce`;
    return failedCheck("key", { mistake: "key_revoked", hint }, comparison);
  }
  return failedCheck("key", { mistake: "key_unknown", hint: `API_KEY: ${adviseKey(given)}` }, comparison);
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

/** Finds the signature type of a contract wallet that derives from the owner's key. */
export const findWalletType = (wallet: string, owner: string): 1 | 2 | undefined =>
  ([1, 2] as const).find((type) => deriveWallets(type, owner).some((derived) => derived.wallet === wallet));

export function explainOwner(
  given: string,
  owner: string,
  walletOwner: RequestContext["walletOwner"],
): Check {
  const comparison = { expected: owner, got: shownValue(given) };
  const address = parseAddress(given.toLowerCase());
  if (address === owner) return passedCheck("owner", comparison);
  if (
    address !== undefined &&
    (findWalletType(address, owner) !== undefined || walletOwner(address) === owner)
  ) {
    const hint = `ADDRESS: ${address} is a contract wallet of ${owner}; send the address of the key that signs, ${owner}`;
    return failedCheck("owner", { mistake: "address_is_contract_wallet", hint }, comparison);
  }
  const hint = `ADDRESS: not the owner of the API key, who is ${owner}; send that address, or a key of this one`;
  return failedCheck("owner", { mistake: "address_not_owner", hint }, comparison);
}

function explainPassphrase(given: string, { passphrase }: KeyParts): Check {
  if (isSamePassphrase(passphrase, given)) return passedCheck("passphrase");
  const hint = "PASSPHRASE: wrong; use the one of the same answer as the API key";
  return failedCheck("passphrase", { mistake: "passphrase_wrong", hint });
}

/** Checks the signature. A wrong one needs a search of up to a tenth of a second. */
export function explainSignature(claim: SignedClaim, key: OwnKey): Check[] {
  const form = explainEncoding(claim.given);
  const slips = findMistakes(claim, key, listDecodings(claim.given));
  const message = `${shownValue(claim.timestamp)}${claim.method}${claim.path}`;
  const comparison = { expected: `the HMAC of ${message}${shown(bodyText(claim.body))}` };
  if (slips === undefined) {
    const hint =
      "signature: not the HMAC of timestamp + method + path + body; compare the message with what was signed, byte by byte";
    return [form, failedCheck("signature", { mistake: "signature_unexplained", hint }, comparison)];
  }
  const [first] = slips;
  if (first === undefined) return [form, passedCheck("signature", comparison)];
  const hint = `signature: ${slips.map((one) => one.hint).join("; and ")}`;
  const explained = failedCheck("signature", { mistake: first.mistake, hint }, comparison);
  // Omits the form check in the one case of a wrong hash function, which already explains the signature's length.
  return first.mistake === "hash_function" ? [explained] : [form, explained];
}

/** Formats a body as text, with control characters escaped as in JSON and without the signatures of orders. */
const bodyText = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString("utf8")
    .replaceAll(/0x[0-9a-f]{130,}/gi, "0x(signature)")
    .replaceAll(/\p{Cc}/gu, (one) => JSON.stringify(one).slice(1, -1));

function explainEncoding(given: string): Check {
  const comparison = {
    expected: "32 bytes as base64url, base64 or 64 hex digits",
    got: `${given.length} characters`,
  };
  if (readMac(given) !== undefined) return passedCheck("signature encoding", comparison);
  const hint = `signature: expected ${comparison.expected}, got ${comparison.got}; ${adviseEncoding(given)}`;
  return failedCheck("signature encoding", { mistake: "signature_encoding", hint }, comparison);
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
function listDecodings(given: string): Uint8Array[] {
  const text = given.trim();
  // Tries with and without 0x, which is a prefix of hex or the start of a base64 text.
  return [text, text.replace(/^0x/i, "")].flatMap((encoded) => {
    const bytes = Buffer.from(encoded, "base64");
    const inner = bytes.toString("latin1");
    return [bytes, Buffer.from(encoded, "hex"), Buffer.from(inner, "hex"), Buffer.from(inner, "base64")];
  });
}
