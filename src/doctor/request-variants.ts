/**
 * Variants of a request's message that people sign: each has one mistake in the construction of the HMAC. The mistake that
 * gives the received signature is the client's.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { bodySlips } from "./body-variants.ts";
import type { Finding } from "./check.ts";
import { secretSlips } from "./secret-variants.ts";
import type { OwnKey } from "./secret-variants.ts";
import type { HmacDraft, Slip } from "./slip.ts";

export type SignedValues = {
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

const IN_ORDER = [0, 1, 2, 3];
/** Maximum body, in bytes, for which two mistakes at once are searched. */
const MAX_FOR_PAIRS = 4_096;

/** Finds the mistakes, at most two, that give one of the request's possible signatures; `undefined` if none explain it. */
export function findSlips(
  request: SignedValues,
  key: OwnKey,
  signatures: readonly Uint8Array[],
): readonly Finding[] | undefined {
  const fits = (draft: HmacDraft): boolean => {
    const mac = macOf(draft);
    return signatures.some((signature) => signature.length === mac.length && timingSafeEqual(signature, mac));
  };
  const { timestamp, method, path, prefix, body } = request;
  const plain: HmacDraft = { key: key.secret, hash: "sha256", timestamp, method, path, body, ...NO_SLIP };
  const bases = prefix === "" ? [plain] : [plain, { ...plain, path: prefix + path }];
  if (bases.some(fits)) return [];
  const slips = [...secretSlips(key), ...messageSlips(request)];
  for (const base of bases) {
    const one = slips.find(({ change }) => fits({ ...base, ...change }));
    if (one !== undefined) return [one.finding];
  }
  const moment = withinTheSecond(request).find(({ change }) => fits({ ...plain, ...change }));
  if (moment !== undefined) return [moment.finding];
  if (body.length > MAX_FOR_PAIRS) return undefined;
  const lasting = slips.filter(({ finding }) => finding.mistake !== "timestamp_signed");
  return findPair(lasting, (changes) => fits({ ...plain, ...changes }));
}

const NO_SLIP = { places: IN_ORDER, separator: "" };

function findPair(
  slips: readonly Slip[],
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

function macOf({ key, hash, timestamp, method, path, body, places, separator }: HmacDraft): Uint8Array {
  const parts = [timestamp, method, path, body];
  const mac = createHmac(hash, key);
  for (const [index, place] of places.entries())
    mac.update(index === 0 ? "" : separator).update(parts[place] ?? "");
  return mac.digest();
}

const slip = (mistake: Finding["mistake"], hint: string, change: Partial<HmacDraft>): Slip => ({
  finding: { mistake, hint },
  change,
});

const messageSlips = (request: SignedValues): Slip[] => [
  ...pathSlips(request),
  ...bodySlips(request.body),
  ...methodSlips(request.method),
  ...timestampSlips(request.timestamp),
  slip("hash_function", "the HMAC is one of SHA-512; make it with SHA-256", { hash: "sha512" }),
  slip("hash_function", "the HMAC is one of SHA-1; make it with SHA-256", { hash: "sha1" }),
  ...partsOrderSlips(),
];

function pathSlips({ path, prefix, query, host }: SignedValues): Slip[] {
  const other = (given: string, what: string) =>
    slip("path_signed", `${what} was signed; sign ${path}, as it stands in the URL`, { path: given });
  const queries = query === "" ? [] : [path + query, prefix + path + query, path + query.slice(1)];
  const withQuery = queries.map((given) =>
    slip("query_signed", `the path was signed with its query; sign ${path} alone`, { path: given }),
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

function methodSlips(method: string): Slip[] {
  const lower = method.toLowerCase();
  const capitalized = method.slice(0, 1) + lower.slice(1);
  const names = [lower, capitalized, "", "GET", "POST", "DELETE", "PUT"].filter((name) => name !== method);
  return names.map((name) =>
    slip("method_signed", `"${name}" was signed as the method; sign ${method}`, { method: name }),
  );
}

/** Maximum seconds between taking the timestamp and sending. */
const SECONDS_APART = 30;

function timestampSlips(timestamp: string): Slip[] {
  if (!/^\d{10,13}$/.test(timestamp)) return [];
  const units = timestamp.length === 13 ? [timestamp.slice(0, 10)] : [];
  const near = Array.from({ length: 2 * SECONDS_APART + 1 }, (_, index) =>
    String(Number(timestamp) + index - SECONDS_APART),
  ).filter((other) => other !== timestamp);
  return [
    ...units.map((other) => signedIn(other, "seconds", "milliseconds")),
    ...near.map((other) =>
      slip("timestamp_signed", `${other} was signed; take the time once, and sign and send that`, {
        timestamp: other,
      }),
    ),
    slip("timestamp_signed", "no timestamp was signed; it comes first in the message", { timestamp: "" }),
  ];
}

/** Lists the milliseconds of a timestamp's second, any of which may have been signed. */
function withinTheSecond({ timestamp }: SignedValues): Slip[] {
  if (!/^\d{10}$/.test(timestamp)) return [];
  return Array.from({ length: 1_000 }, (_, index) =>
    signedIn(timestamp + String(index).padStart(3, "0"), "milliseconds", "seconds"),
  );
}

const signedIn = (timestamp: string, signed: string, sent: string): Slip =>
  slip(
    "timestamp_unit",
    `the timestamp was signed in ${signed} (${timestamp}) and sent in ${sent}; sign what is sent`,
    {
      timestamp,
    },
  );

function partsOrderSlips(): Slip[] {
  const hint = "the parts stand in another order; the message is timestamp, method, path, body";
  const orders = IN_ORDER.flatMap((a) =>
    IN_ORDER.flatMap((b) =>
      IN_ORDER.flatMap((c) => IN_ORDER.map((d) => [a, b, c, d]).filter((order) => new Set(order).size === 4)),
    ),
  );
  return [
    ...orders
      .filter((order) => order.join() !== IN_ORDER.join())
      .map((places) => slip("parts_order", hint, { places })),
    ...["\n", " ", ".", ":", "|", ","].map((separator) =>
      slip("parts_order", `${JSON.stringify(separator)} stands between the parts; put nothing there`, {
        separator,
      }),
    ),
  ];
}
