/** Requests as traders, operators and anybody send them; one that the exchange did not live to answer gives `undefined`. */
import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Trader } from "../../bench/support/order-requests.ts";

/** Where an exchange answers. */
export type Reached = {
  /** Base address of the trading interface. */
  readonly trading: string;
  readonly admin: string;
  readonly adminToken: string;
};

export type Request = {
  readonly method: "GET" | "POST" | "DELETE";
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Its `Idempotency-Key`. */
  readonly key?: string;
};

export type Reply = { readonly status: number; readonly body: Record<string, unknown> };

/** Whether it says that nothing was done. */
export const isRefused = ({ status, body }: Reply): boolean =>
  status !== 200 && !(status === 503 && body["code"] !== "not_accepting");

/** When each trader signed last, in milliseconds: what is signed twice is one request. */
const signedAt = new WeakMap<Trader, number>();

/** Signed with the trader's key. */
export const callAs = (trader: Trader, url: string, request: Request): Promise<Reply | undefined> =>
  signedCall(trader, url, request)();

/** A call that is signed once, however often it is made: the exchange does it once. */
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

export const callAsOperator = (exchange: Reached, request: Request): Promise<Reply | undefined> =>
  send(exchange.admin, request, { authorization: `Bearer ${exchange.adminToken}` });

export const callPublic = (url: string, request: Request): Promise<Reply | undefined> =>
  send(url, request, {});

const PATIENCE_MS = 120_000;
const RETRY_MS = 50;

/** Asks again while the exchange has no time: on a busy machine it may turn away whom it could not serve soon. */
export async function patiently(ask: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const reply = await ask();
    if (reply?.status !== 503 || performance.now() > deadline) return reply;
    await delay(RETRY_MS);
  }
}

/** The answer to a request that must be answered; throws when it is not with 200. */
export async function answered(ask: () => Promise<Reply | undefined>): Promise<Record<string, unknown>> {
  const found = await patiently(ask);
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
  const { method, path, key } = request;
  const all = {
    ...headers,
    ...(body !== "" && { "content-type": "application/json" }),
    ...(key !== undefined && { "idempotency-key": key }),
  };
  try {
    const answer = await fetch(url + path, { method, headers: all, ...(body !== "" && { body }) });
    return { status: answer.status, body: (await answer.json()) as Reply["body"] };
  } catch {
    return undefined;
  }
}

/** Whether the exchange has what it owes, as it proves itself. */
export async function isSolvent(url: string): Promise<boolean> {
  const proof = await answered(() => callPublic(url, { method: "GET", path: "/proof/solvency" }));
  return proof["solvent"] === true;
}

/** All rows of a listing in pages. */
export async function readPages<Row>(
  path: string,
  read: (request: Request) => Promise<Reply | undefined>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = "MA=="; cursor !== "LTE=";) {
    const next = `${path}${path.includes("?") ? "&" : "?"}next_cursor=${encodeURIComponent(cursor)}`;
    const page = await answered(() => read({ method: "GET", path: next }));
    rows.push(...(page["data"] as Row[]));
    cursor = String(page["next_cursor"]);
  }
  return rows;
}
