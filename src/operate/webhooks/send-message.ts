/**
 * One attempt to deliver a message. The resolved address is checked when connecting, so a name that changes meanwhile
 * cannot lead to a forbidden address. Proxies from the environment are ignored, and redirects are not followed.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { lookup as resolve } from "node:dns";
import type { LookupAddress, LookupOptions } from "node:dns";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { canonicalAddress, parseRanges } from "../../base/address-ranges.ts";
import type { AddressRanges } from "../../base/address-ranges.ts";
import { deriveWebhookSecret } from "../../signing/credentials.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";

// Signatures of messages as Standard Webhooks describes them: https://www.standardwebhooks.com

type SignedMessage = {
  readonly id: string;
  /** Time of the attempt, Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
};

/** Builds the headers of a message, with a signature for each secret of 32 bytes. */
export const messageHeaders = (
  message: SignedMessage,
  secrets: readonly Uint8Array[],
): Readonly<Record<string, string>> => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(message.timestamp),
  "webhook-signature": secrets.map((secret) => computeSignature(message, secret)).join(" "),
});

const computeSignature = ({ id, timestamp, body }: SignedMessage, secret: Uint8Array): string =>
  `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;

/** Age in seconds from which a receiver takes a message for a copy that somebody stored. */
export const MAX_AGE_SECONDS = 300;

/** Tells whether one of the signatures, separated by blanks, is by the secret. */
export function isSignedBy(secret: Uint8Array, message: SignedMessage, signatures: string): boolean {
  const expected = Buffer.from(computeSignature(message, secret));
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const SECRET_PREFIX = "whsec_";

/** Formats a secret as receivers get it. */
export const secretText = (secret: Uint8Array): string =>
  `${SECRET_PREFIX}${Buffer.from(secret).toString("base64")}`;

/** Reads a secret as `secretText` formats it. */
export const parseSecretText = (text: string): Uint8Array =>
  Buffer.from(text.replace(SECRET_PREFIX, ""), "base64");

// Secrets that sign an endpoint's messages.

type WebhookSecrets = Pick<Webhook, "id" | "secretVersion" | "overlapUntil">;

/** Returns the current secret, and after a rotation also the previous one while both are valid. */
export function secretsAt(
  masterKey: Uint8Array,
  { id, secretVersion, overlapUntil }: WebhookSecrets,
  now: number,
): readonly Uint8Array[] {
  const versions =
    now < overlapUntil && secretVersion > 1 ? [secretVersion, secretVersion - 1] : [secretVersion];
  return versions.map((version) => deriveWebhookSecret(masterKey, id, version));
}

/** Returns the current secret. */
export const secretAt = (
  masterKey: Uint8Array,
  { id, secretVersion }: Pick<WebhookSecrets, "id" | "secretVersion">,
): Uint8Array => deriveWebhookSecret(masterKey, id, secretVersion);

// Addresses that messages may go to. Public internet addresses are reached by https. On the operator's own network only
// addresses named in a setting are allowed, also by http. Names are checked by their resolved addresses when connecting.

/** Hosts and ranges of the operator's own network that are allowed. */
export type OwnNetwork = {
  /** The text from which it was parsed. */
  readonly text: string;
  readonly hosts: ReadonlySet<string>;
  readonly ranges: AddressRanges;
};

/** IPv4 ranges outside the public internet. */
const NOT_PUBLIC = parseRanges(
  [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
  ].join(","),
);
const PUBLIC_IPV6 = parseRanges("2000::/3");
/** IPv6 ranges for protocols, documentation, or tunnels to IPv4. */
const NOT_PUBLIC_IPV6 = parseRanges("2001::/23,2001:db8::/32,2002::/16,3fff::/20");
/** Prefix of NAT64 addresses, which embed an IPv4 address. */
const NAT64 = "64:ff9b::";

/** Returns whether a canonical address is on the public internet. */
export function isPublic(address: string): boolean {
  if (!address.includes(":")) return !NOT_PUBLIC.includes(address);
  const carried = carriedAddress(address);
  if (carried !== undefined) return !NOT_PUBLIC.includes(carried);
  return PUBLIC_IPV6.includes(address) && !NOT_PUBLIC_IPV6.includes(address);
}

/** Extracts the IPv4 address from a NAT64 address. */
function carriedAddress(address: string): string | undefined {
  if (!address.startsWith(NAT64)) return undefined;
  const groups = address.slice(NAT64.length).split(":");
  if (groups.length > 2) return undefined;
  const [high, low] = groups.length === 2 ? groups : ["0", groups[0]];
  return canonicalAddress(`::ffff:${high}:${low === "" ? "0" : low}`);
}

/** Returns whether a connection to an address of a host is allowed; false if the text is no address. */
export function mayReach({ hosts: isNamedHost, ranges }: OwnNetwork, host: string, address: string): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return false;
  return isPublic(canonical) || isNamedHost.has(host) || ranges.includes(canonical);
}

/** Normalizes the host of a URL for comparison: an address without brackets, a name without a trailing dot. */
const normalizeHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

const MAX_URL = 2_000;

/** Returns the reason why an endpoint may not have a URL; `undefined` if it may. */
export function findUrlFault(network: OwnNetwork, text: string): string | undefined {
  if (text.length > MAX_URL || !URL.canParse(text))
    return "expected a URL like https://hooks.example/presage";
  const url = new URL(text);
  const host = normalizeHost(url);
  if (url.protocol !== "https:" && url.protocol !== "http:") return `expected https, got ${url.protocol}//`;
  if (url.username !== "" || url.password !== "") return "expected no user and password in the URL";
  if (url.hash !== "") return "expected no fragment in the URL";
  const isOwn = isNamedHost(network, host);
  if (url.protocol === "http:" && !isOwn)
    return `expected https; http only for hosts and addresses of ${REACH_SETTING}, got ${host}`;
  if (isIP(host) !== 0 && !mayReach(network, host, host))
    return `expected an address of the public internet, or one of ${REACH_SETTING}, got ${host}`;
  return undefined;
}

/** Name of the setting. */
export const REACH_SETTING = "PRESAGE_WEBHOOK_NETWORK";

const isNamedHost = (network: OwnNetwork, host: string): boolean =>
  network.hosts.has(host) || (isIP(host) !== 0 && network.ranges.includes(canonicalAddress(host) ?? host));

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*$/;

/**
 * Parses hosts, addresses and ranges separated by commas; `none` is an empty list. Throws an Error with the first
 * invalid one.
 */
export function parseOwnNetwork(text: string): OwnNetwork {
  const items = text === "none" ? [] : text.split(",").map((item) => item.trim().toLowerCase());
  const names = items.filter((item) => HOST_NAME.test(item) && !/^[\d.]+$/.test(item));
  try {
    return {
      text,
      hosts: new Set(names),
      ranges: parseRanges(items.filter((item) => !names.includes(item)).join(",")),
    };
  } catch {
    throw new Error(
      `expected host names, addresses and ranges like hooks.internal,10.1.0.0/16 separated by commas, or none, got "${text}"`,
    );
  }
}

type OutgoingMessage = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Result of an attempt; without a status there was no response. */
export type Attempt = {
  readonly delivered: boolean;
  readonly status: number | undefined;
  /** Reason of a failure, readable for people. */
  readonly error: string;
  /** Pause requested by the receiver, ms. */
  readonly retryAfterMs: number | undefined;
};

export type Sender = {
  /** Makes an attempt; failures are returned as results. `signal` aborts it. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Attempt | "aborted">;
  close(): void;
};

/** Timeout of an attempt, from resolving the name to the response headers, ms. */
const ATTEMPT_MS = 15_000;
/** Maximum bytes of a response that are read so that its connection can be reused. */
const ANSWER_BYTES = 64 * 1024;
/**
 * Keep-alive time of an unused connection, ms. It is shorter than that of receivers, which might close a connection
 * just as it is used.
 */
const IDLE_MS = 1_000;

export function createSender(network: OwnNetwork, attemptMs = ATTEMPT_MS): Sender {
  const options = { keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const lookup = checkedLookup(network);
  return {
    async send(message, signal) {
      const url = new URL(message.url);
      const host = normalizeHost(url);
      if (isIP(host) !== 0 && !mayReach(network, host, host))
        return failedAttempt(explainForbiddenAddress(host, host));
      const timeout = AbortSignal.timeout(attemptMs);
      const open: OpenRequest = { url, message, lookup, agents, signal: AbortSignal.any([signal, timeout]) };
      try {
        return await sendOnce(open);
      } catch (error) {
        if (signal.aborted) return "aborted";
        return failedAttempt(timeout.aborted ? `no answer within ${attemptMs / 1_000} s` : errorText(error));
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const failedAttempt = (error: string): Attempt => ({
  delivered: false,
  status: undefined,
  error,
  retryAfterMs: undefined,
});

const explainForbiddenAddress = (host: string, address: string): string =>
  host === address
    ? `${address} is of no public network, and ${REACH_SETTING} does not name it`
    : `${host} resolves to ${address}, which is of no public network, and ${REACH_SETTING} names neither`;

/** Maximum characters of an error that is stored. */
const MAX_ERROR = 300;

function errorText(error: unknown): string {
  const text =
    error instanceof Error
      ? error.message || ("code" in error ? String(error.code) : error.name)
      : String(error);
  return text.slice(0, MAX_ERROR);
}

/** Resolves names as usual, and returns only allowed addresses. */
const checkedLookup =
  (network: OwnNetwork): LookupFunction =>
  (hostname, options: LookupOptions, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, "");
      const host = hostname.replace(/\.$/, "");
      const allowed = found.filter(({ address }) => mayReach(network, host, address));
      const [first] = allowed;
      if (first === undefined)
        return callback(new Error(explainForbiddenAddress(host, found[0]?.address ?? "nothing")), "");
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
    });

type OpenRequest = {
  readonly url: URL;
  readonly message: OutgoingMessage;
  readonly lookup: LookupFunction;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly signal: AbortSignal;
};

/** Sends one request without retries: a receiver that breaks the connection may have processed it. */
function sendOnce({ url, message, lookup, agents, signal }: OpenRequest): Promise<Attempt> {
  const { headers, body } = message;
  const sent = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    lookup,
    signal,
  };
  return new Promise((done, fail) => {
    const request =
      url.protocol === "https:"
        ? requestHttps(url, { ...sent, agent: agents.https })
        : requestHttp(url, { ...sent, agent: agents.http });
    request.once("error", fail);
    request.once("response", (response) => {
      drain(response);
      done(toAttempt(response));
    });
    request.end(body);
  });
}

/** Reads and discards the response up to a limit, so that its connection can be reused. */
function drain(response: IncomingMessage): void {
  let bytes = 0;
  response.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) response.destroy();
  });
  response.on("error", () => {});
}

function toAttempt({ statusCode: status = 0, headers }: IncomingMessage): Attempt {
  const delivered = status >= 200 && status < 300;
  const redirect = status >= 300 && status < 400 ? ": redirects are not followed" : "";
  return {
    delivered,
    status,
    error: delivered ? "" : `the receiver answered ${status}${redirect}`,
    retryAfterMs: delivered ? undefined : parseRetryAfter(headers["retry-after"]),
  };
}

/** Parses `Retry-After`: seconds, or a date. */
function parseRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now());
}
