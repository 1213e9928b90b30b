/**
 * Requests of traders, operators and the public. The reply is `undefined` when the exchange died before it answered.
 */
import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Trader } from "../../bench/support/order-requests.ts";

/** Addresses of an exchange. */
export type ExchangeAddress = {
  /** Base addresses of the interfaces. */
  readonly trading: string;
  readonly data: string;
  readonly admin: string;
  readonly adminToken: string;
};

export type Request = {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Value of the `Idempotency-Key` header. */
  readonly key?: string;
  /** Headers that no signature covers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Most time until the answer; without it any. */
  readonly patienceMs?: number;
};

export type Reply = { readonly status: number; readonly body: Record<string, unknown> };

/** True if the reply says that nothing was done. */
export const isRefused = ({ status, body }: Reply): boolean =>
  status !== 200 && !(status === 503 && body["code"] !== "not_accepting");

/** Latest timestamp of each trader, ms: two requests signed with one timestamp would count as one. */
const signedAt = new WeakMap<Trader, number>();

/** Calls with the trader's key. */
export const callAs = (trader: Trader, url: string, request: Request): Promise<Reply | undefined> =>
  signedCall(trader, url, request)();

/** Makes a call that is signed once. Repeats of it carry the same signature, so the exchange carries it out once. */
export function signedCall(trader: Trader, url: string, request: Request): () => Promise<Reply | undefined> {
  const body = textOf(request);
  const now = Math.max(Date.now(), (signedAt.get(trader) ?? 0) + 1);
  signedAt.set(trader, now);
  const timestamp = String(now);
  const signature = createHmac("sha256", trader.secret)
    .update(timestamp + request.method + request.path.replace(/\?.*$/s, "") + body)
    .digest("base64url");
  const headers = {
    svc_address: trader.address,
    svc_api_key: trader.apiKey,
    svc_passphrase: trader.passphrase,
    svc_timestamp: timestamp,
    svc_signature: signature,
  };
  return () => send(url, request, headers);
}

export const callAsOperator = (
  exchange: Pick<ExchangeAddress, "admin" | "adminToken">,
  request: Request,
): Promise<Reply | undefined> =>
  send(exchange.admin, request, { authorization: `Bearer ${exchange.adminToken}` });

export const callPublic = (url: string, request: Request): Promise<Reply | undefined> =>
  send(url, request, {});

const DEADLINE_MS = 120_000;
const RETRY_MS = 50;

/**
 * Repeats a request while the exchange is busy: on a loaded machine it may refuse those that it could not serve soon.
 */
export async function retryWhileBusy(ask: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const reply = await ask();
    if (reply?.status !== 503 || performance.now() > deadline) return reply;
    await delay(RETRY_MS);
  }
}

/** Gives the body of a reply; throws unless its status is 200. */
export async function getAnswer(ask: () => Promise<Reply | undefined>): Promise<Record<string, unknown>> {
  const found = await retryWhileBusy(ask);
  if (found?.status === 200) return found.body;
  throw new Error(`expected an answer, got ${found === undefined ? "none" : JSON.stringify(found)}`);
}

const textOf = ({ body }: Request): string =>
  body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);

async function send(
  url: string,
  request: Request,
  headers: Record<string, string>,
): Promise<Reply | undefined> {
  const body = textOf(request);
  const { method, path, key, patienceMs } = request;
  const signal = patienceMs === undefined ? null : AbortSignal.timeout(patienceMs);
  const all = {
    ...headers,
    ...request.headers,
    ...(body !== "" && { "content-type": "application/json" }),
    ...(key !== undefined && { "idempotency-key": key }),
  };
  try {
    const answer = await fetch(url + path, { method, headers: all, signal, ...(body !== "" && { body }) });
    return { status: answer.status, body: (await answer.json()) as Reply["body"] };
  } catch {
    return undefined;
  }
}

/** True if the exchange proves by itself that it has all that it owes. */
export async function isSolvent(url: string): Promise<boolean> {
  const proof = await getAnswer(() => callPublic(url, { method: "GET", path: "/proof/solvency" }));
  return proof["solvent"] === true;
}

/** Reads all rows of a listing in pages. */
export async function readPages<Row>(
  path: string,
  read: (request: Request) => Promise<Reply | undefined>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = "MA=="; cursor !== "LTE=";) {
    const next = `${path}${path.includes("?") ? "&" : "?"}next_cursor=${encodeURIComponent(cursor)}`;
    const page = await getAnswer(() => read({ method: "GET", path: next }));
    rows.push(...(page["data"] as Row[]));
    cursor = String(page["next_cursor"]);
  }
  return rows;
}
