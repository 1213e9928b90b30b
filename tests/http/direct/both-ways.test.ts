/**
 * Requests that are served from their bytes, and by the framework alone: two exchanges get the same requests, well-formed
 * and spoilt, whole, in pieces and pipelined, and their answers have the same bytes.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { parseOrigins } from "../../../src/base/public-urls.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { createGuard } from "../../../src/http/guard/guard.ts";
import type { Guard } from "../../../src/http/guard/guard.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { atDepth } from "../../support/depth.ts";
import { startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import { createTrader, requestHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";

const ENDPOINTS = tradingEndpoints("sandbox");
const REQUESTS = atDepth({ quick: 1_500, deep: 6_000, long: 100_000 });
const ORDERS = atDepth({ quick: 60, deep: 300, long: 1_500 });
/** Requests of a connection. */
const OF_CONNECTION = 40;
const TOKENS = [tokenOf("rain yes"), tokenOf("rain no"), tokenOf("snow yes")];

type Way = {
  readonly exchange: TestExchange;
  readonly guard: Guard;
  readonly server: FastifyInstance;
  readonly port: number;
  /** Requests that the parser has seen. */
  parsed: number;
};

let ways: readonly Way[] = [];
let traders: readonly Trader[] = [];
let orders: readonly { readonly trader: Trader; readonly id: string; readonly body: string }[] = [];

async function open(isDirect: boolean): Promise<Way> {
  const exchange = await startTestExchange({
    endpoints: ENDPOINTS,
    settings: { PRESAGE_HEADER_PREFIXES: "SVC_,POLY_" },
  });
  // A wrong signature is explained if the explaining thread is free at the moment, which differs between the two.
  const explainer = { ...exchange.context.explainer, explainIfFree: async () => undefined };
  const context = { ...exchange.context, explainer };
  const guard = createGuard(context);
  const crossOrigin = { ...context.config, origins: parseOrigins("https://app.example") };
  const mounts = DIALECTS.map((dialect) => ({
    dialect,
    prefix: `/${dialect}`,
    endpoints: ENDPOINTS,
    form: tradingErrorFormat,
    limited: "trading" as const,
    crossOrigin,
  }));
  const server = createServer(context, mounts, { guard, isDirect });
  const way = { exchange, guard, server, port: 0, parsed: 0 };
  server.server.on("request", () => (way.parsed += 1));
  way.port = Number(new URL(await server.listen({ host: "127.0.0.1", port: 0 })).port);
  await exchange.list(testListing([{ name: "rain" }, { name: "snow" }]));
  return way;
}

before(async () => {
  ways = await Promise.all([open(true), open(false)]);
  for (const { exchange } of ways)
    traders = await Promise.all(["ann", "bob", "cat"].map((name) => createTrader(exchange, name)));
  const random = createRandom(3);
  orders = await Promise.all(
    Array.from({ length: ORDERS }, async () => {
      const trader = random.pick(traders);
      const tokenId = random.pick(TOKENS);
      const price = `0.${random.between(40, 60)}`;
      const { order, id } = await trader.sign({ tokenId, side: "BUY", price, size: "10" });
      return {
        trader,
        id,
        body: JSON.stringify({ order, owner: trader.credentials.apiKey, orderType: "GTC" }),
      };
    }),
  );
});

after(async () => {
  for (const { server, exchange, guard } of ways) {
    guard.close();
    server.server.closeAllConnections();
    await server.close();
    await exchange.close();
  }
});

type Random = ReturnType<typeof createRandom>;
type Fields = (readonly [name: string, value: string])[];
type Request = { readonly line: string; readonly fields: Fields; readonly body: string };

const textOf = ({ line, fields, body }: Request): string =>
  `${line}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;

/** Draws a request of a bot: an order, a cancel or a read. */
function drawRequest(random: Random): Request {
  const dialect = random.pick(DIALECTS);
  const { trader, id, body } = random.pick(orders);
  const signed = (method: "GET" | "POST" | "DELETE", path: string, sent: string): Request => {
    const headers = requestHeaders(
      trader,
      { method, path, body: sent, now: ways[0]!.exchange.clock.now },
      { prefix: random.pick(["SVC_", "POLY_"]) },
    );
    const fields: Fields = [
      ["Host", "exchange.example"],
      ["Content-Type", "application/json"],
      ...Object.entries(headers),
      ["Content-Length", String(Buffer.byteLength(sent))],
    ];
    return { line: `${method} /${dialect}${path} HTTP/1.1`, fields, body: sent };
  };
  const token = random.pick([...TOKENS, "1", ""]);
  const read = (path: string): Request => ({
    line: `GET /${dialect}${path} HTTP/1.1`,
    fields: [["host", "exchange.example"]],
    body: "",
  });
  switch (random.below(11)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return signed("POST", "/order", body);
    case 4:
      return signed("POST", "/orders", `[${body},${random.pick(orders).body}]`);
    case 5:
      return signed("DELETE", "/order", JSON.stringify({ orderID: id }));
    case 6:
      return signed("DELETE", "/orders", JSON.stringify([id, random.pick(orders).id]));
    case 7:
      return signed("DELETE", random.pick(["/cancel-all", "/cancel-market-orders"]), "");
    case 8:
      return read(`/book?token_id=${token}`);
    case 9:
      return read(`/price?token_id=${token}&side=${random.pick(["BUY", "sell", "x"])}`);
    default:
      return read(
        `${random.pick(["/midpoint", "/spread", "/last-trade-price", "/tick-size", "/neg-risk"])}?token_id=${token}`,
      );
  }
}

/** Fields that clients add, and that others should not. */
const FURTHER: Fields = [
  ["origin", "https://app.example"],
  ["origin", "https://other.example"],
  ["accept-encoding", "gzip, deflate"],
  ["if-none-match", "*"],
  ["x-request-id", "mine"],
  ["X-Request-Id", "not mine"],
  ["idempotency-key", "once"],
  ["idempotency-key", "é"],
  ["connection", "keep-alive"],
  ["connection", "close"],
  ["Connection", "keep-alive, x"],
  ["proxy-connection", "close"],
  ["expect", "100-continue"],
  ["te", "trailers"],
  ["transfer-encoding", "chunked"],
  ["content-type", "text/plain"],
  ["content-encoding", "gzip"],
  ["content-length", "2"],
  ["host", "other.example"],
  ["x-forwarded-for", "192.0.2.7"],
  ["x-long", "x".repeat(9_000)],
  ["x-odd", "a\tb  "],
  ["x-odd", "\u00e9"],
  ["x-odd", "a\u0000b"],
  ["__proto__", "x"],
  ["constructor", "x"],
  ["authorization", "Bearer x"],
  ["SVC_API_KEY", "x"],
  ["poly_nonce", "1"],
];

const SPOILT_BODIES: readonly ((body: string) => string)[] = [
  () => "",
  () => "{}",
  () => "null",
  () => "[]",
  (body) => body.slice(1),
  (body) => `${body} `,
  (body) => body.replace('"order"', '"__proto__"'),
  (body) => body.replace('"GTC"', "null"),
  (body) => body.replace('"GTC"', '"GTX"'),
  (body) => body.replace("BUY", "SELL"),
  (body) => body.replace(/"salt":"?\d+/, (text) => `${text}7`),
  (body) => body.replace('"owner"', '"ownr"'),
  (body) => body.replace('"owner"', "'owner'"),
  (body) => body.replace('"owner"', '"note":"é\\u0000","owner"'),
  (body) => body.padEnd(70_000),
];

/** Spoils a request in one of many ways; most stay as they are. */
function spoil(request: Request, random: Random): string {
  const { line, fields, body } = request;
  const at = random.below(fields.length);
  const [name, value] = fields[at]!;
  const replaced = (field: readonly [string, string]): Request => ({
    ...request,
    fields: fields.with(at, field),
  });
  switch (random.below(30)) {
    case 0:
    case 1:
      return textOf({ ...request, fields: [...fields, random.pick(FURTHER)] });
    case 2:
      return textOf({ ...request, fields: fields.toSpliced(at, 1) });
    case 3:
      return textOf({ ...request, fields: [...fields, fields[at]!] });
    case 4:
      return textOf(replaced([random.pick([name.toUpperCase(), name.toLowerCase(), `${name} `, ""]), value]));
    case 5:
      return textOf(replaced([name, random.pick(["", "x", ` ${value} `, `${value},${value}`])]));
    case 6:
    case 7: {
      const spoilt = random.pick(SPOILT_BODIES)(body);
      const sized = fields.map(([field, length]): readonly [string, string] =>
        field === "Content-Length" ? [field, String(Buffer.byteLength(spoilt, "latin1"))] : [field, length],
      );
      return textOf({ ...request, fields: sized, body: spoilt });
    }
    case 8: {
      const [method = "", url = ""] = line.split(" ");
      const lines = [
        `${method} ${url}/ HTTP/1.1`,
        `${method} ${url}&x=1 HTTP/1.1`,
        `${method} ${url}&token_id=1 HTTP/1.1`,
        `${method} ${url}%31 HTTP/1.1`,
        `${method} ${url}? HTTP/1.1`,
        `${method} ${url}#x HTTP/1.1`,
        `${method} http://exchange.example${url} HTTP/1.1`,
        `${method} /${url} HTTP/1.1`,
        `${method} ${url} HTTP/1.0`,
        `${method}  ${url} HTTP/1.1`,
        `PUT ${url} HTTP/1.1`,
        `OPTIONS ${url} HTTP/1.1`,
        `get ${url} HTTP/1.1`,
        `\r\n${line}`,
      ];
      return textOf({ ...request, line: random.pick(lines) });
    }
    case 9:
      return textOf(request).replaceAll("\r\n", "\n");
    default:
      return textOf(request);
  }
}

/** A connection, whose bytes are sent in turn to both ways, and what came back. */
type Line = { readonly socket: Socket; received: string; closed: boolean; look: () => void };

async function dial({ port }: Way): Promise<Line> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  const line: Line = { socket, received: "", closed: false, look: () => {} };
  socket.setEncoding("latin1").on("data", (text: string) => {
    line.received += text;
    line.look();
  });
  socket
    .on("error", () => {})
    .on("close", () => {
      line.closed = true;
      line.look();
    });
  return line;
}

/** Counts the whole answers in a text; an answer without a body has a length of 0 or none. */
function countAnswers(text: string): number {
  let [count, at] = [0, 0];
  for (;;) {
    const end = text.indexOf("\r\n\r\n", at);
    if (end === -1) return count;
    const head = text.slice(at, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (text.length < end + 4 + length) return count;
    at = end + 4 + length;
    if (!head.startsWith("HTTP/1.1 100")) count += 1;
  }
}

/** Waits until the answers have come, or the connection has closed. */
const untilAnswered = (line: Line, count: number): Promise<void> =>
  new Promise((resolve) => {
    line.look = () => {
      if (line.closed || countAnswers(line.received) >= count) resolve();
    };
    line.look();
  });

/** The answers without what differs between any two exchanges. */
const comparable = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\r\nDate: [^\r]*/gi, "\r\nDate: NOW")
    .replaceAll(/x-stream-id: [^\r]*/g, "x-stream-id: RUN")
    // The hash of a batch depends on all before, and orders of one request may be in one batch or in two.
    .replaceAll(/"transactionsHashes":\["[^\]]*/g, '"transactionsHashes":["HASH');

describe("requests that are served from their bytes", () => {
  it("get the bytes that the framework gives", async () => {
    const random = createRandom(11);
    let sent = 0;

    const statuses = new Set<string>();
    while (sent < REQUESTS) {
      const lines = await Promise.all(ways.map(dial));
      const history: string[] = [];
      for (let count = 0; count < OF_CONNECTION; count += 1) {
        const asked = random.below(12) === 0 ? random.between(2, 4) : 1;
        const bytes = Array.from({ length: asked }, () => spoil(drawRequest(random), random)).join("");
        const cut = random.below(8) === 0 ? random.below(bytes.length) : 0;
        history.push(bytes);
        sent += asked;
        // One way after the other: both see the same order of all requests.
        for (const line of lines) {
          line.received = "";
          if (cut > 0) {
            line.socket.write(bytes.slice(0, cut), "latin1");
            await turn();
            await turn();
          }
          line.socket.write(bytes.slice(cut), "latin1");
          await untilAnswered(line, asked);
        }
        const [direct = "", framework] = lines.map(({ received }) => comparable(received));
        assert.equal(direct, framework, `request ${sent}, after ${JSON.stringify(history.slice(-2))}`);
        for (const [, status = ""] of direct.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.add(status);
        if (lines.some(({ closed }) => closed) || countAnswers(lines[0]!.received) !== asked) break;
      }
      for (const { socket } of lines) socket.destroy();
    }

    const [direct, framework] = ways;
    assert.ok(direct!.parsed < 0.7 * framework!.parsed, `the parser saw ${direct!.parsed} of ${sent}`);
    for (const status of ["200", "400", "401", "404"]) assert.ok(statuses.has(status), `none of ${status}`);
  });

  it("are none in the middle of a request that has its answer already", async () => {
    const read = `GET /spec/book?token_id=${TOKENS[0]} HTTP/1.1\r\nhost: a\r\n`;
    const { trader, body } = orders[0]!;
    const { now } = ways[0]!.exchange.clock;
    const headers = requestHeaders(trader, { method: "POST", path: "/order", body, now });
    const fields: Fields = [
      ["host", "a"],
      ...Object.entries(headers),
      ["content-length", String(body.length)],
    ];
    const order = textOf({ line: "POST /spec/order HTTP/1.1", fields, body });
    for (const end of [
      "transfer-encoding: chunked\r\n\r\n",
      "expect: 100-continue\r\ncontent-length: 9\r\n\r\n",
    ])
      for (const way of ways) {
        const line = await dial(way);
        const count = [`${read}\r\n`, `${read}\r\n`, `${read}\r\n${read}${end}`].entries();
        for (const [index, bytes] of count) {
          line.socket.write(bytes);
          await untilAnswered(line, index + 1);
        }
        await untilAnswered(line, 4);
        line.received = "";
        line.socket.write(order);
        await untilAnswered(line, 1);
        assert.doesNotMatch(line.received, /"orderID"/, `after ${end}`);
        line.socket.destroy();
      }
  });
});
