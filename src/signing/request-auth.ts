/**
 * L2 authentication: every private request has an HMAC-SHA256 of timestamp, method, path without query, and raw body.
 * Variants of real clients are accepted: several encodings of the 32 bytes, and the path with or without the prefix of
 * the interface's address. Python clients hash the body with every ' replaced by ".
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyObject } from "node:crypto";

// Timestamps of authentication headers: unix seconds, or milliseconds when there are 13 digits.

const CANONICAL = /^(?:0|[1-9][0-9]{0,12})$/;

/** Returns unix milliseconds; `undefined` if `text` is no canonical integer of at most 13 digits. */
export function readTimestamp(text: string): number | undefined {
  if (!CANONICAL.test(text)) return undefined;
  return text.length === 13 ? Number(text) : Number(text) * 1000;
}

type RequestAuthReason = "bad-timestamp" | "stale" | "future" | "bad-signature-encoding" | "bad-signature";

type RequestVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: RequestAuthReason; readonly hint: string };

export type RequestClaim = {
  /** Decoded secret of the API key. A KeyObject shared by several requests makes the check four times cheaper. */
  readonly secret: KeyObject | Uint8Array;
  /** Values of the headers as sent. */
  readonly timestamp: string;
  readonly signature: string;
  /** Method on the request line, in upper case. */
  readonly method: string;
  /** Path of the route without prefix and query, for example `/order`. */
  readonly path: string;
  /** Prefix before `path` in the request's URL; some clients also sign the prefix. */
  readonly mountPrefix?: string | undefined;
  /** Body as received; empty if there was none. */
  readonly body: Uint8Array;
  readonly nowMs: number;
};

/** Maximum age of a request's timestamp, and its maximum lead over the server's time. */
export const MAX_AGE_MS = 60_000;
export const NEWEST_MS = 10_000;
const APOSTROPHE = 0x27;
const QUOTE = 0x22;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;
const HEX = /^[0-9a-fA-F]{64}$/;

/** Checks timestamp and HMAC, in constant time; never throws. */
export function verifyRequest(claim: RequestClaim): RequestVerdict {
  const late = checkTime(claim);
  if (late !== undefined) return late;
  const signature = readMac(claim.signature);
  if (signature === undefined) {
    return rejectRequest(
      "bad-signature-encoding",
      "signature: expected 32 bytes as base64url, base64 or 64 hex digits",
    );
  }
  const { path: asked, mountPrefix = "" } = claim;
  const bare = [...new Set([asked, asked.replace(/(?<=.)\/$/, "")])];
  const paths = mountPrefix === "" ? bare : [...bare, ...bare.map((path) => mountPrefix + path)];
  const bodies = claim.body.includes(APOSTROPHE) ? [claim.body, toPythonBody(claim.body)] : [claim.body];
  const matches = bodies.some((body) =>
    paths.some((path) => timingSafeEqual(computeRequestMac(claim, path, body), signature)),
  );
  return matches
    ? { ok: true }
    : rejectRequest("bad-signature", "signature: not the HMAC of timestamp + method + path + body");
}

function computeRequestMac(claim: RequestClaim, path: string, body: Uint8Array): Uint8Array {
  return createHmac("sha256", claim.secret)
    .update(claim.timestamp + claim.method + path)
    .update(body)
    .digest();
}

function checkTime({ timestamp, nowMs }: RequestClaim): RequestVerdict | undefined {
  const timeMs = readTimestamp(timestamp);
  if (timeMs === undefined)
    return rejectRequest("bad-timestamp", "timestamp: expected unix seconds as decimal text");
  const hint = `timestamp: server time is ${Math.floor(nowMs / 1000)}, at most 60 s before and 10 s after; got ${timestamp}`;
  if (nowMs - timeMs > MAX_AGE_MS) return rejectRequest("stale", hint);
  if (timeMs - nowMs > NEWEST_MS) return rejectRequest("future", hint);
  return undefined;
}

/** Decodes 32 bytes: texts of 43 or 44 characters are base64, texts of 64 are hex. */
export function readMac(text: string): Uint8Array | undefined {
  if (HEX.test(text)) return Buffer.from(text, "hex");
  return BASE64.test(text) ? Buffer.from(text, "base64") : undefined;
}

/** Replaces every ' by ", as the Python clients do before hashing. */
function toPythonBody(body: Uint8Array): Uint8Array {
  const quoted = Uint8Array.from(body);
  for (let at = 0; at < quoted.length; at += 1) if (quoted[at] === APOSTROPHE) quoted[at] = QUOTE;
  return quoted;
}

const rejectRequest = (reason: RequestAuthReason, hint: string): RequestVerdict => ({
  ok: false,
  reason,
  hint,
});
