/**
 * An exchange whose clients are served by gateways in threads. Every gateway shows all that another acknowledged. Limits
 * hold over all of them, and one that ends is started again.
 */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { connect } from "node:tls";
import type { Worker } from "node:worker_threads";
import { GATEWAY_THREAD } from "../../src/gateways/gateways.ts";
import { startExchange } from "../../src/library.ts";
import type { RunningExchange } from "../../src/library.ts";
import { connect as connectLive } from "../stream/live-client.ts";
import type { LiveClient } from "../stream/live-client.ts";
import type { Reply, TestRequest } from "../support/exchange.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { makeSelfSigned } from "../../src/tls/self-signed-certificate.ts";
import { until } from "../support/until.ts";

const GATEWAYS = 2;
const SETTINGS = {
  PRESAGE_GATEWAYS: String(GATEWAYS),
  PRESAGE_RATE_LIMITS: "on",
  PRESAGE_POLYMARKET_PORTS: "off",
  PRESAGE_KUEST_PORTS: "off",
  PRESAGE_ADMIN_TOKEN: "ad".repeat(32),
};

/** Limit of reads of several books by one address. */
const MAX_BOOKS = 80;
const BOOKS_INTERVAL_MS = 10_000;

/** The contract of orders in a market of several, such as the first of the demo catalog. */
const DOMAIN = "polymarket-v2-137-neg";

let exchange: RunningExchange;
const trading = (): string => exchange.addresses.spec.trading;
/** Threads of gateways, in the order of their starts. */
const gateways: Worker[] = [];

before(async () => {
  process.on("worker", (worker) => {
    if (worker.threadName === GATEWAY_THREAD) gateways.push(worker);
  });
  exchange = await startExchange({ settings: SETTINGS });
});
after(() => exchange.close());

/** Sends a request on a connection of its own, which the system gives to any of the gateways. */
function sendTo(
  base: string,
  path: string,
  { body, headers = {}, method }: TestRequest = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const asked = request(
    base + path,
    {
      agent: false,
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { ...(sent !== undefined && describeBody(sent)), ...headers },
    },
    (answer) => {
      let text = "";
      answer.on("data", (piece) => (text += String(piece)));
      answer.on("end", () => {
        const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({ status: answer.statusCode ?? 0, headers: new Headers(pairs), text, body: parse(text) });
      });
    },
  );
  asked.on("error", reject);
  asked.end(sent);
  return promise;
}

const describeBody = (sent: string | Uint8Array) => ({
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(sent)),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const clients = {
  clock: {
    get now() {
      return Date.now();
    },
  },
  send: (path: string, sent: TestRequest) => sendTo(trading(), path, sent),
};

const operate = (path: string, body?: unknown): Promise<Reply> =>
  sendTo(exchange.addresses.admin, path, {
    body,
    headers: { authorization: `Bearer ${SETTINGS.PRESAGE_ADMIN_TOKEN}` },
  });

async function findToken(): Promise<string> {
  const { body } = await sendTo(trading(), "/markets?limit=1");
  return body.data[0].tokens[0].token_id;
}

const READS = 12;
const DAY_MS = 86_400_000;

/** Repeats a read, each time on another connection. */
const readOften = (read: () => Promise<Reply>): Promise<readonly Reply[]> =>
  Promise.all(Array.from({ length: READS }, read));

describe("gateways", () => {
  let ann: Trader;
  let token: string;
  const orders = (trader: Trader): Promise<Reply> => trader.request("GET", "/data/orders");
  const place = async (price: string, trader = ann): Promise<string> => {
    const placed = await trader.place({ tokenId: token, side: "BUY", price, size: "10", domain: DOMAIN });
    assert.equal(placed.status, 200, placed.text);
    return placed.body.orderID;
  };
  const hasOrder = ({ body }: Reply, id: string): boolean =>
    body.data.some((order: { id: string }) => order.id === id);

  before(async () => {
    ann = await createTrader(clients, "ann of the gateways");
    token = await findToken();
  });

  test("show what one of them acknowledged: orders, books, cancels and keys", async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await place("0.05");
      for (const open of await readOften(() => orders(ann))) assert.ok(hasOrder(open, id), open.text);
      for (const { body } of await readOften(() => sendTo(trading(), `/book?token_id=${token}`)))
        assert.ok(body.bids.some(({ price }: { price: string }) => price === "0.05"));
      assert.deepEqual((await ann.cancel(id)).body.canceled, [id]);
      for (const rest of await readOften(() => orders(ann))) assert.ok(!hasOrder(rest, id));
    }
    const ben = await createTrader(clients, "ben of the gateways");
    for (const { status } of await readOften(() => orders(ben))) assert.equal(status, 200);
    const revoked = await ben.request("DELETE", "/auth/api-key");
    assert.equal(revoked.status, 200, revoked.text);
    for (const { status } of await readOften(() => orders(ben))) assert.equal(status, 401);
  });

  test("cancel a key's orders once its last connection has ended, whichever gateway had it", async () => {
    const { apiKey, secret, passphrase } = ann.credentials;
    const ask = { type: "user", auth: { apiKey, secret, passphrase } };
    const open = async (): Promise<LiveClient> => {
      const client = await connectLive(trading(), "/ws/user");
      client.send({ ...ask, cancel_on_disconnect: { grace_ms: 0 } });
      assert.equal((await client.event("cancel_on_disconnect")).grace_ms, 0);
      return client;
    };
    const watching = await connectLive(trading(), "/ws/user");
    watching.send({ ...ask, initial_dump: true });
    await watching.event("open_orders");
    const asking = await Promise.all(Array.from({ length: 2 * GATEWAYS }, open));
    const id = await place("0.04");
    await watching.event("order");
    const last = asking.pop();
    for (const client of asking) client.socket.terminate();
    assert.ok(hasOrder(await orders(ann), id));
    last?.socket.terminate();
    const ended = await watching.event("order");
    assert.deepEqual([ended.id, ended.type, ended.cancel_reason], [id, "CANCELLATION", "disconnected"]);
    await watching.end();
  });

  test("tell positions in the queue, whichever gateway has the connection", async () => {
    const { apiKey, secret, passphrase } = ann.credentials;
    const ahead = await place("0.03");
    const own = await place("0.03");
    const told = await Promise.all(
      Array.from({ length: 2 * GATEWAYS }, () => connectLive(trading(), "/ws/user")),
    );
    const sharesAhead = (): Promise<readonly string[]> =>
      Promise.all(told.map(async ({ next }) => (await next(({ order_id: id }) => id === own)).shares_ahead));
    for (const { send } of told)
      send({ type: "user", auth: { apiKey, secret, passphrase }, queue_positions: true });
    assert.deepEqual([...new Set(await sharesAhead())], ["10"]);
    await ann.cancel(ahead);
    assert.deepEqual([...new Set(await sharesAhead())], ["0"]);
    await ann.cancel(own);
    for (const client of told) await client.end();
  });

  test("hold the limits of a client together", async () => {
    const since = performance.now();
    const asked = Array.from({ length: 4 * MAX_BOOKS }, () =>
      sendTo(trading(), "/books", { body: [{ token_id: token }] }),
    );
    const served = (await Promise.all(asked)).filter(({ status }) => status === 200).length;
    const refilled = ((performance.now() - since) / BOOKS_INTERVAL_MS) * MAX_BOOKS;
    assert.ok(
      served >= MAX_BOOKS && served <= MAX_BOOKS + refilled + GATEWAYS,
      `${served} of ${asked.length} were served`,
    );
  });

  test("are counted in the metrics of the exchange", async () => {
    const counted = await countTimes();
    await readOften(() => sendTo(trading(), "/time"));
    assert.equal((await countTimes()) - counted, READS);
  });

  test("refuse faults, which are drawn in one thread", async () => {
    const { status, body } = await operate("/sandbox/faults", { preset: "slow-answers" });
    assert.deepEqual([status, body.code], [501, "not_supported"]);
  });

  test("are started again where they end, and clients find their orders", async () => {
    const id = await place("0.04");
    const gateway = gateways[0]!;
    const count = gateways.length;
    // No message of the bus: the thread ends by an uncaught error.
    gateway.postMessage(["no message"]);
    await until("the gateway has ended", () => gateway.threadId === -1);
    for (const open of await readOften(() => orders(ann))) assert.ok(hasOrder(open, id), open.text);
    await until("another is started in its place", () => gateways.length > count);
    for (const open of await readOften(() => orders(ann))) assert.ok(hasOrder(open, id), open.text);
  });

  test("that end by a fault leave keys time to return, and cancel the orders of those that do not", async () => {
    const ask = async ({ credentials: { apiKey, secret, passphrase } }: Trader): Promise<LiveClient> => {
      const client = await connectLive(trading(), "/ws/user");
      const auth = { apiKey, secret, passphrase };
      client.send({ type: "user", auth, cancel_on_disconnect: { grace_ms: 0 } });
      await client.event("cancel_on_disconnect");
      return client;
    };
    const returning = await createTrader(clients, "returning to the gateways");
    const kept = await place("0.03", returning);
    const lost = await place("0.03");
    const connections = [await ask(ann), await ask(returning)];
    for (const gateway of gateways.filter(({ threadId }) => threadId !== -1))
      await until("the gateway has ended", () => {
        // One that is still starting does not read it yet.
        gateway.postMessage(["no message"]);
        return gateway.threadId === -1;
      });
    await Promise.all(connections.map(({ closed }) => closed));
    await until("a gateway serves again", () =>
      sendTo(trading(), "/time").then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const back = await ask(returning);
    assert.ok(hasOrder(await orders(ann), lost), "no end of a connection was reported");
    await until("the orders of the key that did not return are cancelled", async () => {
      return !hasOrder(await orders(ann), lost);
    });
    const { body } = await ann.request("GET", `/data/order/${lost}`);
    assert.equal(body.cancel_reason, "disconnected");
    assert.ok(hasOrder(await orders(returning), kept));
    await back.end();
  });
});

async function countTimes(): Promise<number> {
  const { text } = await operate("/metrics");
  const [, count = "0"] =
    /^presage_http_request_duration_seconds_count\{[^}]*operation="GET \/time"[^}]*\} (\d+)$/m.exec(text) ??
    [];
  return Number(count);
}

test("a port that another program has is refused, although gateways share ports", async (context) => {
  const holder = createServer().listen(0, "127.0.0.1");
  context.after(() => void holder.close());
  await new Promise((resolve) => void holder.once("listening", resolve));
  const { port } = holder.address() as AddressInfo;
  await assert.rejects(
    startExchange({ settings: { ...SETTINGS, PRESAGE_TRADING_PORT: String(port) } }),
    new RegExp(`port ${port} of 127.0.0.1 is taken: stop what uses it, or set PRESAGE_TRADING_PORT`),
  );
});

test("all gateways serve a certificate that replaces another", async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "presage-certificate-"));
  context.after(() => rmSync(directory, { recursive: true }));
  const [certificate, key] = [join(directory, "certificate.pem"), join(directory, "key.pem")];
  const replace = async (): Promise<string> => {
    const made = makeSelfSigned({
      hosts: ["127.0.0.1"],
      notBefore: Date.now() - DAY_MS,
      notAfter: Date.now() + DAY_MS,
    });
    writeFileSync(key, made.key, { mode: 0o600 });
    writeFileSync(certificate, made.certificate);
    return new X509Certificate(made.certificate).fingerprint256;
  };
  const first = await replace();
  const secured = await startExchange({
    settings: { ...SETTINGS, PRESAGE_TLS_CERT: certificate, PRESAGE_TLS_KEY: key },
  });
  context.after(() => secured.close());
  const { port } = new URL(secured.addresses.spec.trading);
  const readServed = async (): Promise<string> => {
    const socket = connect({ host: "127.0.0.1", port: Number(port), rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const areServed = async (fingerprint: string): Promise<boolean> => {
    const served = await Promise.all(Array.from({ length: READS }, readServed));
    return served.every((one) => one === fingerprint);
  };
  assert.ok(await areServed(first));
  const second = await replace();
  await until("the other certificate is served", () => areServed(second));
});
