/**
 * One attempt to deliver a message. The address that a name resolves to is checked on the way to the connection, so that a
 * name which changes meanwhile leads nowhere else. Proxies of the environment have no part in it, and redirects are not followed.
 */
import { lookup as resolve } from "node:dns";
import type { LookupAddress, LookupOptions } from "node:dns";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { hostOf, mayReach, REACH_SETTING } from "./reach.ts";
import type { OwnNetwork } from "./reach.ts";

export type OutgoingMessage = {
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
export const ATTEMPT_MS = 15_000;
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
