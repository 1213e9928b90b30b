/**
 * One attempt to deliver a message. The address that a name resolves to is checked on the way to the connection, so that a
 * name which changes meanwhile leads nowhere else. Proxies of the environment have no part in it, and redirects are not followed.
 */
import { createHmac } from "node:crypto";
import { lookup as resolve } from "node:dns";
import type { LookupAddress, LookupOptions } from "node:dns";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { canonicalAddress, parseRanges } from "../address-ranges.ts";
import type { AddressRanges } from "../address-ranges.ts";
import { deriveWebhookSecret } from "../signing/credentials.ts";
import type { Webhook } from "../store/webhooks/webhooks.ts";

// Signatures of messages as Standard Webhooks describes them: https://www.standardwebhooks.com

type SignedMessage = {
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
};

/** Headers of a message, with a signature by each of the secrets, which are 32 bytes. */
export const messageHeaders = (
  message: SignedMessage,
  secrets: readonly Uint8Array[],
): Readonly<Record<string, string>> => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(message.timestamp),
  "webhook-signature": secrets.map((secret) => signatureOf(message, secret)).join(" "),
});

const signatureOf = ({ id, timestamp, body }: SignedMessage, secret: Uint8Array): string =>
  `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;

/** A secret as receivers are told it. */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString("base64")}`;

// Secrets of an endpoint that sign its messages.

type SecretTerms = Pick<Webhook, "id" | "secretVersion" | "overlapUntil">;

/** Gives the secret, and after a rotation the one before for as long as both are used. */
export function secretsAt(
  masterKey: Uint8Array,
  { id, secretVersion, overlapUntil }: SecretTerms,
  now: number,
): readonly Uint8Array[] {
  const versions =
    now < overlapUntil && secretVersion > 1 ? [secretVersion, secretVersion - 1] : [secretVersion];
  return versions.map((version) => deriveWebhookSecret(masterKey, id, version));
}

/** The secret that is in force. */
export const secretAt = (
  masterKey: Uint8Array,
  { id, secretVersion }: Pick<SecretTerms, "id" | "secretVersion">,
): Uint8Array => deriveWebhookSecret(masterKey, id, secretVersion);

// Addresses that messages may go to. Those of the public internet are reached by https; of the operator's own network only
// what a setting names, which may be reached by http too. Names are checked by what they resolve to, when they are connected.

/** Hosts and ranges of the own network that may be reached. */
export type OwnNetwork = {
  /** The text that it was read from. */
  readonly text: string;
  readonly hosts: ReadonlySet<string>;
  readonly ranges: AddressRanges;
};

/** IPv4 that is not of the public internet. */
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
/** Parts of it that are for protocols, documents, or tunnels to IPv4. */
const NOT_PUBLIC_IPV6 = parseRanges("2001::/23,2001:db8::/32,2002::/16,3fff::/20");
/** The prefix of NAT64, which carries an IPv4 address. */
const NAT64 = "64:ff9b::";

/** Tells if a canonical address is of the public internet. */
export function isPublic(address: string): boolean {
  if (!address.includes(":")) return !NOT_PUBLIC.includes(address);
  const carried = carriedAddress(address);
  if (carried !== undefined) return !NOT_PUBLIC.includes(carried);
  return PUBLIC_IPV6.includes(address) && !NOT_PUBLIC_IPV6.includes(address);
}

/** The IPv4 address that NAT64 makes of an address. */
function carriedAddress(address: string): string | undefined {
  if (!address.startsWith(NAT64)) return undefined;
  const groups = address.slice(NAT64.length).split(":");
  if (groups.length > 2) return undefined;
  const [high, low] = groups.length === 2 ? groups : ["0", groups[0]];
  return canonicalAddress(`::ffff:${high}:${low === "" ? "0" : low}`);
}

/** Tells if a connection to an address of a host is allowed; a text that is no address is not. */
export function mayReach({ hosts, ranges }: OwnNetwork, host: string, address: string): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return false;
  return isPublic(canonical) || hosts.has(host) || ranges.includes(canonical);
}

/** The host of a URL as it is compared: an address without brackets, a name without a dot at its end. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

const MAX_URL = 2_000;

/** Gives the reason for which an endpoint may not have a URL; `undefined` where it may. */
export function findUrlFault(network: OwnNetwork, text: string): string | undefined {
  if (text.length > MAX_URL || !URL.canParse(text))
    return "expected a URL like https://hooks.example/presage";
  const url = new URL(text);
  const host = hostOf(url);
  if (url.protocol !== "https:" && url.protocol !== "http:") return `expected https, got ${url.protocol}//`;
  if (url.username !== "" || url.password !== "") return "expected no user and password in the URL";
  if (url.hash !== "") return "expected no fragment in the URL";
  const isOwn = hosts(network, host);
  if (url.protocol === "http:" && !isOwn)
    return `expected https; http only for hosts and addresses of ${REACH_SETTING}, got ${host}`;
  if (isIP(host) !== 0 && !mayReach(network, host, host))
    return `expected an address of the public internet, or one of ${REACH_SETTING}, got ${host}`;
  return undefined;
}

/** Name of the setting. */
export const REACH_SETTING = "PRESAGE_WEBHOOK_NETWORK";

const hosts = (network: OwnNetwork, host: string): boolean =>
  network.hosts.has(host) || (isIP(host) !== 0 && network.ranges.includes(canonicalAddress(host) ?? host));

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*$/;

/** Reads hosts, addresses and ranges with commas between them; `none` has none. Throws an Error with the first that is neither. */
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

/** The end of an attempt; without a status there was no answer. */
export type Attempt = {
  readonly delivered: boolean;
  readonly status: number | undefined;
  /** The reason of a failure, for people. */
  readonly error: string;
  /** Pause that the receiver asks for, ms. */
  readonly retryAfterMs: number | undefined;
};

export type Sender = {
  /** Makes an attempt, of which each failure is an end; `signal` takes it back. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Attempt | "aborted">;
  close(): void;
};

/** Time for an attempt from the look-up of its name to the head of the answer. */
const ATTEMPT_MS = 15_000;
/** Bytes of an answer that are read so that its connection can be used again. */
const ANSWER_BYTES = 64 * 1024;
/** Time in which an unused connection is kept: less than any receiver keeps it, which may close it just as it is used. */
const IDLE_MS = 1_000;

export function createSender(network: OwnNetwork, attemptMs = ATTEMPT_MS): Sender {
  const options = { keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const lookup = checkedLookup(network);
  return {
    async send(message, signal) {
      const url = new URL(message.url);
      const host = hostOf(url);
      if (isIP(host) !== 0 && !mayReach(network, host, host)) return failed(refusalOf(host, host));
      const timeout = AbortSignal.timeout(attemptMs);
      const open: OpenRequest = { url, message, lookup, agents, signal: AbortSignal.any([signal, timeout]) };
      try {
        return await sendOnce(open);
      } catch (error) {
        if (signal.aborted) return "aborted";
        return failed(timeout.aborted ? `no answer within ${attemptMs / 1_000} s` : textOf(error));
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const failed = (error: string): Attempt => ({
  delivered: false,
  status: undefined,
  error,
  retryAfterMs: undefined,
});

const refusalOf = (host: string, address: string): string =>
  host === address
    ? `${address} is of no public network, and ${REACH_SETTING} does not name it`
    : `${host} resolves to ${address}, which is of no public network, and ${REACH_SETTING} names neither`;

/** Longest text of an error that is kept. */
const MAX_ERROR = 300;

function textOf(error: unknown): string {
  const text =
    error instanceof Error
      ? error.message || ("code" in error ? String(error.code) : error.name)
      : String(error);
  return text.slice(0, MAX_ERROR);
}

/** Resolves names as usual, and gives those addresses only that may be reached. */
const checkedLookup =
  (network: OwnNetwork): LookupFunction =>
  (hostname, options: LookupOptions, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, "");
      const host = hostname.replace(/\.$/, "");
      const allowed = found.filter(({ address }) => mayReach(network, host, address));
      const [first] = allowed;
      if (first === undefined)
        return callback(new Error(refusalOf(host, found[0]?.address ?? "nothing")), "");
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
    });

type OpenRequest = {
  readonly url: URL;
  readonly message: OutgoingMessage;
  readonly lookup: LookupFunction;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly signal: AbortSignal;
};

/** Sends one request: a receiver that breaks the connection may have done its work, so none is sent again unseen. */
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
      done(endOf(response));
    });
    request.end(body);
  });
}

/** Reads the answer away, up to a bound, so that its connection is free again. */
function drain(response: IncomingMessage): void {
  let bytes = 0;
  response.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) response.destroy();
  });
  response.on("error", () => {});
}

function endOf({ statusCode: status = 0, headers }: IncomingMessage): Attempt {
  const delivered = status >= 200 && status < 300;
  const redirect = status >= 300 && status < 400 ? ": redirects are not followed" : "";
  return {
    delivered,
    status,
    error: delivered ? "" : `the receiver answered ${status}${redirect}`,
    retryAfterMs: delivered ? undefined : pauseOf(headers["retry-after"]),
  };
}

/** Reads `Retry-After`: seconds, or a date. */
function pauseOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now());
}
