/** The log of requests: a line for each, by which its answer is found, and nothing in any line that is a secret. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { WebSocket } from "ws";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../src/http/admin/exchange/house-maker-endpoints.ts";
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { readPlainRequest } from "../../src/http/server/direct/plain-request.ts";
import { readRequestId } from "../../src/http/server/request-body.ts";
import { sandboxEndpoints } from "../../src/http/sandbox/endpoints.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { createLog } from "../../src/log.ts";
import { countHouseMakerQuotes } from "../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { requestsTo, testListing, tokenOf } from "../support/exchange.ts";
import { noFaults } from "../support/no-faults.ts";
import { noResidents } from "../support/no-residents.ts";
import { createTrader, requestHeaders, walletHeaders } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { until } from "../support/until.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

const YES = tokenOf("rain yes");
const ADMIN_TOKEN = "ad".repeat(32);
const BANK_TOKEN = "ba".repeat(32);
const MASTER_KEY = "5e".repeat(32);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Line = Readonly<Record<string, unknown>>;

const lines: string[] = [];
/** Lines of requests by their ids. */
const byId = new Map<unknown, Line>();
let exchange: ListeningExchange;
let ann: Trader;

before(async () => {
  const settings = { PRESAGE_OPERATORS: `bank=treasury:${BANK_TOKEN}` };
  const headerPrefixes = ["SVC_", "POLY_", "KUEST_"];
  const log = createLog(
    { logLevel: "debug", logFormat: "json", accessLog: true, headerPrefixes },
    {
      write(line) {
        lines.push(line);
        const parsed: Line = JSON.parse(line);
        if (parsed["event"] === "access") byId.set(parsed["requestId"], parsed);
      },
    },
  );
  exchange = await startListeningExchange(settings, log);
  await exchange.list(testListing([{ name: "rain" }]));
  ann = await createTrader({ ...requestsToDialects(), clock: exchange.clock }, "ann");
});

after(() => exchange.close());

const requestsToDialects = () => {
  const { spec, polymarket, kuest } = exchange.addresses;
  return requestsTo({ spec: spec.trading, polymarket: polymarket!.trading, kuest: kuest!.trading });
};

/** Waits for the line of a request. */
async function lineOf(requestId: string): Promise<Line> {
  await until(`${requestId} is logged`, () => byId.has(requestId));
  return byId.get(requestId)!;
}

describe("the id of a request", () => {
  const ask = (id: string | undefined, path = "/time") =>
    fetch(exchange.addresses.spec.trading + path, {
      headers: id === undefined ? {} : { "x-request-id": id },
    });

  for (const id of ["a", "trace-7.of_all", "0af7651916cd43dd8448eb211c80319c", "x".repeat(40)])
    it(`is the caller's: ${id.slice(0, 20)}`, async () => {
      assert.equal((await ask(id)).headers.get("x-request-id"), id);
      const missing = await ask(id, "/book?token_id=1");
      assert.equal(missing.headers.get("x-request-id"), id);
      assert.equal(((await missing.json()) as { request_id: string }).request_id, id);
      assert.equal((await ask(id, "/nothing/here")).headers.get("x-request-id"), id);
    });

  for (const id of [undefined, "x".repeat(41), "a b", "a;b", "\u00e4", MASTER_KEY, '{"a":1}'])
    it(`is made where none or a strange one comes: ${id?.slice(0, 20)}`, async () => {
      assert.match((await ask(id)).headers.get("x-request-id")!, UUID);
    });

  it("is made where two come, and taken of a head that is refused from its bytes", () => {
    const idOf = (fields: string): string | undefined => {
      const bytes = Buffer.from(`POST /order HTTP/1.1\r\nHost: x\r\nContent-Length: 0${fields}\r\n\r\n`);
      const plain = readPlainRequest(bytes);
      return plain && readRequestId(plain.headers);
    };
    assert.equal(idOf("\r\nX-Request-Id:  seven "), "seven");
    for (const other of ["", "\r\nx-request-id: a b"]) assert.match(idOf(other)!, UUID);
    // The parser reads the request, and joins both.
    assert.equal(idOf("\r\nx-request-id: a\r\nx-request-id: b"), undefined);
  });

  it("is answered to those who open a live connection, and may not", async () => {
    const { port } = new URL(exchange.addresses.spec.trading);
    const upgrade = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nx-request-id: of-${path.slice(-4)}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    const refused = connect(Number(port), "127.0.0.1");
    refused.write(upgrade("/ws/none"));
    assert.match(await text(refused), /^HTTP\/1\.1 404 [^]*x-request-id: of-none\r\n/);
    assert.equal((await lineOf("of-none"))["status"], 404);

    const client = new WebSocket(`ws://127.0.0.1:${port}/ws/market`, {
      headers: { "x-request-id": "of-mine" },
    });
    const opened = once(client, "open");
    const [response] = (await once(client, "upgrade")) as [{ headers: Record<string, string> }];
    assert.equal(response.headers["x-request-id"], "of-mine");
    await opened;
    client.close();
    const { status, route, dialect } = await lineOf("of-mine");
    assert.deepEqual([status, route, dialect], [101, "/ws/market", "spec"]);
  });
});

describe("the line of a request", () => {
  it("has its route, its answer and its caller", async () => {
    const reply = await ann.request("GET", "/data/order/0x12?id=7", { prefix: "SVC_" });
    const { time, ms, bytes, ...line } = await lineOf(reply.headers.get("x-request-id")!);
    assert.ok(typeof time === "string" && typeof ms === "number");
    assert.equal(bytes, Number(reply.headers.get("content-length")));
    assert.deepEqual(line, {
      level: "info",
      event: "access",
      method: "GET",
      route: "/data/order/:id",
      status: reply.status,
      dialect: "spec",
      interface: "trading",
      wallet: ann.address,
      client: "127.0.0.1",
      requestId: reply.headers.get("x-request-id"),
    });
  });

  it("names the key that signed, and the operator", async () => {
    const mine = await ann.request("GET", "/balances");
    assert.equal((await lineOf(mine.headers.get("x-request-id")!))["key"], ann.credentials.apiKey);
    const status = await fetch(`${exchange.addresses.admin}/mode`, {
      headers: { authorization: `Bearer ${BANK_TOKEN}` },
    });
    const { operator, interface: named } = await lineOf(status.headers.get("x-request-id")!);
    assert.deepEqual([operator, named], ["bank", "operator"]);
  });

  it("names the operator who lacks the role, and none for a token that nobody has", async () => {
    for (const [token, expected] of [
      [BANK_TOKEN, { status: 403, operator: "bank" }],
      ["00".repeat(32), { status: 401, operator: undefined }],
    ] as const) {
      const { headers } = await fetch(`${exchange.addresses.admin}/mode`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ mode: "trading", reason: "a test" }),
      });
      const { status, operator } = await lineOf(headers.get("x-request-id")!);
      assert.deepEqual({ status, operator }, expected);
    }
  });

  it("is one below each prefix of the one port, without a route where there is none", async () => {
    for (const [path, route] of [
      ["/kuest/data/v1/leaderboard", "/kuest/data/v1/leaderboard"],
      ["/polymarket/catalog/tags/slug/rain", "/polymarket/catalog/tags/slug/:slug"],
      ["/spec/trading/nothing", undefined],
      ["/favicon.svg", "/favicon.svg"],
      ["/%", undefined],
    ] as const) {
      const { headers } = await fetch(exchange.addresses.web + path);
      const line = await lineOf(headers.get("x-request-id")!);
      assert.equal(line["route"], route, path);
    }
  });

  it("tells of a client that went away before its answer", async () => {
    const { port } = new URL(exchange.addresses.spec.trading);
    const socket = connect(Number(port), "127.0.0.1");
    const head = "host: x\r\nx-request-id: gone\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n";
    socket.write(`POST /books HTTP/1.1\r\n${head}`);
    // The answer that it may go on comes once the request is known.
    await once(socket, "data");
    socket.destroy();
    assert.equal((await lineOf("gone"))["aborted"], true);
  });
});

describe("no line of the log", () => {
  type Place = { readonly url: string; readonly endpoints: readonly Endpoint[] };

  const places = (): Place[] => {
    const { spec, polymarket, kuest, web, admin } = exchange.addresses;
    const trading = tradingEndpoints("sandbox");
    return [
      ...[spec, polymarket!, kuest!].flatMap((dialect) => [
        { url: dialect.trading, endpoints: trading },
        { url: dialect.data, endpoints: dataEndpoints },
        { url: dialect.catalog, endpoints: catalogEndpoints },
      ]),
      { url: `${web}/spec/trading`, endpoints: trading },
      {
        url: admin,
        endpoints: [
          ...adminEndpoints(() => null),
          ...houseMakerEndpoints(countHouseMakerQuotes),
          ...sandboxEndpoints(noFaults(), noResidents()),
        ],
      },
    ];
  };

  /** Secrets that were really given out, by their kinds. */
  async function collectSecrets(): Promise<Readonly<Record<string, string>>> {
    const builder = (await ann.request("POST", "/auth/builder-api-key")).body;
    const readonly = (await ann.request("POST", "/auth/readonly-api-key")).body;
    const wallet = await walletHeaders(ann.account, exchange.clock.now);
    const asked = { method: "GET", path: "/balances", body: undefined, now: exchange.clock.now } as const;
    const { order } = await ann.sign({ tokenId: YES, side: "BUY" });
    return {
      secret: ann.credentials.secret,
      passphrase: ann.credentials.passphrase,
      builderSecret: builder.secret,
      builderPassphrase: builder.passphrase,
      readonlyKey: readonly.apiKey,
      hmac: requestHeaders(ann, asked)["SVC_SIGNATURE"]!,
      walletSignature: wallet["SVC_SIGNATURE"]!,
      orderSignature: String(order["signature"]),
      operatorToken: ADMIN_TOKEN,
      otherToken: BANK_TOKEN,
      masterKey: MASTER_KEY,
      privateKey: `0x${"7c".repeat(32)}`,
      inviteCode: "INVITE-CODE-4711",
    };
  }

  const HEADERS = ["authorization", "cookie", "idempotency-key", "user-agent", "x-forwarded-for"];
  const NAMES = ["API_KEY", "PASSPHRASE", "SIGNATURE", "READONLY_API_KEY", "BUILDER_SIGNATURE"];

  /** A request of the operation with the secret in every place that a request has. */
  async function sendWith(
    secret: string,
    { url, endpoint }: { url: string; endpoint: Endpoint },
  ): Promise<void> {
    const { method, path, query } = endpoint;
    const said = encodeURIComponent(secret);
    const names = [...Object.keys(query?.properties ?? {}), "secret", said];
    const search = names.map((name) => `${name}=${said}`).join("&");
    const headers = [...HEADERS, ...NAMES.flatMap((name) => [`POLY_${name}`, `SVC_${name}`])];
    // An id of a request is logged as it comes, so that only what cannot be one is sent there.
    if (secret.length > 40) headers.push("x-request-id");
    const response = await fetch(`${url}${path.replaceAll(/:\w+/g, said)}?${search}`, {
      method,
      headers: Object.fromEntries(headers.map((name) => [name, secret])),
      ...(method !== "GET" && {
        body: JSON.stringify({ secret, reason: secret, order: { signature: secret } }),
      }),
    });
    await response.arrayBuffer();
    await lineOf(response.headers.get("x-request-id")!);
  }

  it("tells a secret, whichever comes in whichever place of a request of whichever operation", async () => {
    const secrets = await collectSecrets();
    const values = Object.values(secrets);
    assert.ok(values.every((secret) => typeof secret === "string" && secret.length > 15));
    // The read-only key reads with success, so that its wallet is known.
    const { body, headers } = await requestsToDialects().send("/data/orders", {
      headers: { SVC_ADDRESS: ann.address, SVC_READONLY_API_KEY: secrets["readonlyKey"]! },
    });
    assert.ok(body !== undefined);
    assert.equal((await lineOf(headers.get("x-request-id")!))["wallet"], ann.address);
    let sent = 0;
    for (const { url, endpoints } of places())
      for (const endpoint of endpoints) {
        await sendWith(values[sent % values.length]!, { url, endpoint });
        sent += 1;
      }
    assert.ok(sent > 500);
    for (const [kind, secret] of Object.entries(secrets)) {
      const line = lines.find((one) => one.includes(secret));
      assert.equal(line, undefined, kind);
    }
  });
});
