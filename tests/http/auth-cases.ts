/**
 * An exchange in production mode with wallets, keys of every kind and two markets; and requests of which each must be
 * let in or kept out.
 */
import assert from "node:assert/strict";
import { lots, micros } from "../../src/core/units.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { deriveWallets } from "../../src/signing/orders/contract-wallet.ts";
import type { Credentials } from "../../src/signing/credentials.ts";
import { hashOf, startTestExchange, testListing, walletOf } from "../support/exchange.ts";
import type { Reply, TestExchange } from "../support/exchange.ts";
import { accountOf, createTrader, requestHeaders, traderWith, walletHeaders } from "../support/trader.ts";
import type { Headers, RequestOptions, Trader } from "../support/trader.ts";

export const DIALECTS = ["spec", "polymarket", "kuest"] as const;

/** A request, and what must come of it: a status, and a code where it is refused. */
export type Case = {
  readonly name: string;
  readonly dialect: Dialect;
  readonly send: () => Promise<Reply>;
  readonly expected: Expected;
};

/** "in" is whatever a request gets that is let in: never a 401, and never a fault. */
export type Expected = "in" | readonly [status: number, code: string];

export const KEPT_OUT = [401, "unauthorized"] as const;
const KEPT_OUT_TEXT = {
  spec: "invalid_l2",
  polymarket: "Unauthorized/Invalid api key",
  kuest: "invalid_l2",
} as const;

const AT_ONCE = 8;

/** Sends all of them, some at once; names what differs. Gives how many there were. */
export async function checkAll(cases: readonly Case[]): Promise<number> {
  const wrong: string[] = [];
  for (let done = 0; done < cases.length; done += AT_ONCE) {
    const some = cases.slice(done, done + AT_ONCE);
    const replies = await Promise.all(some.map(({ send }) => send()));
    replies.forEach((reply, index) => {
      const { name, dialect, expected } = some[index]!;
      if (!isExpected(reply, dialect, expected))
        wrong.push(`${dialect}, ${name}: expected ${String(expected)}, got ${reply.status} ${reply.text}`);
    });
  }
  assert.deepEqual(wrong, []);
  return cases.length;
}

function isExpected({ status, body }: Reply, dialect: Dialect, expected: Expected): boolean {
  if (expected === "in") return status !== 401 && status < 500;
  const [wanted, code] = expected;
  if (wanted === 200) return status === 200;
  const text = code === "unauthorized" ? body?.error === KEPT_OUT_TEXT[dialect] : true;
  return status === wanted && body?.code === code && text;
}

export type AuthWorld = {
  readonly exchange: TestExchange;
  readonly ann: Trader;
  readonly ben: Trader;
  /** Another key of ann, and one that was revoked. */
  readonly second: Credentials;
  readonly revoked: Credentials;
  /** A read-only key of ann. */
  readonly reader: string;
  /** Ann's builder key, which signs for her as a builder. */
  readonly builder: Credentials;
};

/** A deposit wallet that is registered to a name. */
export const depositOf = (name: string): string => walletOf(`deposit ${name}`);
export const MARKETS = ["rain", "snow", "flood"];

export async function startAuthWorld(): Promise<AuthWorld> {
  const exchange = await startTestExchange({
    endpoints: tradingEndpoints("production"),
    settings: { PRESAGE_MODE: "production", PRESAGE_PUBLIC_RECORDS: "false" },
  });
  await exchange.list(
    testListing(MARKETS.map((name) => ({ name, negativeRisk: name === "flood", minimumLots: lots(1) }))),
  );
  for (const name of ["ann", "ben"]) await openWallets(exchange, name);
  const ann = await createTrader(exchange, "ann");
  const keyOf = async (nonce: string): Promise<Credentials> => {
    const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce });
    return (await exchange.send("/auth/api-key", { method: "POST", headers })).body;
  };
  const revoked = await keyOf("2");
  const parting = await traderWith(exchange, ann.account, revoked).request("DELETE", "/auth/api-key");
  assert.equal(parting.status, 200, parting.text);
  const { key, secret, passphrase } = (await ann.request("POST", "/auth/builder-api-key")).body;
  return {
    exchange,
    ann,
    ben: await createTrader(exchange, "ben"),
    second: await keyOf("1"),
    revoked,
    reader: (await ann.request("POST", "/auth/readonly-api-key")).body.apiKey,
    builder: { apiKey: key, secret, passphrase },
  };
}

/** The wallets that a name's key signs for, with collateral and shares of everything. */
async function openWallets(exchange: TestExchange, name: string): Promise<void> {
  const owner = accountOf(name).address.toLowerCase();
  const derived = ([1, 2] as const).flatMap((type) => deriveWallets(type, owner).map(({ wallet }) => wallet));
  for (const address of [owner, ...derived, depositOf(name)]) {
    await exchange.submit({ type: "open-account", address, owner, credit: micros(1_000_000_000_000) });
    for (const market of MARKETS)
      await exchange.submit({
        type: "split",
        address,
        owner,
        conditionId: hashOf(market),
        lots: lots(1_000_000),
      });
  }
}

/** An operation with an address and a body that do no harm: a request that is let in reads, or is refused for them. */
export type Operation = {
  readonly method: Endpoint["method"];
  readonly path: string;
  readonly access: Endpoint["access"];
  /** Dialects that have it. */
  readonly dialects: readonly Dialect[];
  readonly body: string | undefined;
};

export const UNKNOWN_KEY = "00000000-0000-4000-8000-000000000000";

/** Operation that ends the key that signs it, and takes no other. */
const ENDS_ITS_KEY = "DELETE /auth/builder-api-key";

/** All operations that a key signs. */
export const KEY_OPERATIONS: readonly Operation[] = tradingEndpoints("production")
  .filter(({ access }) => access !== "public" && access !== "wallet" && access !== "operator")
  .filter(({ method, path }) => `${method} ${path}` !== ENDS_ITS_KEY)
  .map(({ method, path, access, dialects = DIALECTS, body }) => ({
    method,
    path:
      path.replace(":id", hashOf("no order")).replace(":code", "no-invite") +
      (path === "/auth/api-key" ? `?apiKey=${UNKNOWN_KEY}` : ""),
    access,
    dialects,
    body: body === undefined || method === "GET" ? undefined : "{}",
  }));

/** The headers of a request that a key signs. */
export function signedHeaders(
  { exchange, ann }: AuthWorld,
  operation: Pick<Operation, "method" | "path" | "body">,
  options: RequestOptions & { readonly credentials?: Credentials } = {},
): Headers {
  const { credentials = ann.credentials, ...rest } = options;
  return requestHeaders(
    { account: ann.account, credentials },
    { ...operation, now: exchange.clock.now },
    rest,
  );
}

export const sendOperation = (
  { exchange }: AuthWorld,
  { method, path, body }: Pick<Operation, "method" | "path" | "body">,
  headers: Headers,
  dialect: Dialect = "spec",
): Promise<Reply> => exchange.send(path, { method, headers, ...(body !== undefined && { body }) }, dialect);
