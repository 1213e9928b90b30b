/**
 * Orders that are refused from their bytes: the answer is the one that their route gives, and whatever else comes on the
 * connection, in whatever pieces, is answered as without it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { createGuard } from "../../../src/http/guard/guard.ts";
import { LOAD_LIMITS } from "../../../src/http/guard/load.ts";
import type { LoadLimits } from "../../../src/http/guard/load.ts";
import { readPlainRequest } from "../../../src/http/server/direct/plain-request.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { parseOrigins } from "../../../src/base/public-urls.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import { testEndpoint } from "../../support/test-endpoint.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
});
after(() => exchange.close());

/** Every order is one too many. */
const NONE: LoadLimits = { ...LOAD_LIMITS, burstLooks: 0, heldOrders: 0 };

const begun = Promise.withResolvers<void>();
const released = Promise.withResolvers<void>();
const slow = { begun: begun.promise, release: released.resolve };

const SLOW = testEndpoint({
  method: "POST",
  path: "/slow",
  summary: "Answer when the test says so",
  body: Type.Unknown(),
  answer: Type.Unknown(),
  handle: async () => {
    begun.resolve();
    await released.promise;
    return { body: 1 };
  },
});

type Serving = {
  readonly server: FastifyInstance;
  readonly port: number;
  /** Requests that the parser has seen. */
  parsed(): number;
};

type ServerTerms = { readonly limits?: LoadLimits; readonly origins?: string };

/** All dialects on one server, as they are on the one port. */
async function withServer(
  { limits = NONE, origins = "*" }: ServerTerms,
  use: (serving: Serving) => Promise<void>,
): Promise<void> {
  const { context } = exchange;
  const guard = createGuard(context, limits);
  const crossOrigin = { ...context.config, origins: parseOrigins(origins) };
  const mounts = DIALECTS.map((dialect) => ({
    dialect,
    prefix: `/${dialect}`,
    endpoints: [...tradingEndpoints("sandbox"), SLOW],
    form: tradingErrorFormat,
    limited: "trading" as const,
    crossOrigin,
  }));
  const server = createServer(context, mounts, { guard });
  let parsed = 0;
  server.server.on("request", () => (parsed += 1));
  try {
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    await use({ server, port: Number(new URL(url).port), parsed: () => parsed });
  } finally {
    guard.close();
    server.server.closeAllConnections();
    await server.close();
  }
}

type Fields = Readonly<Record<string, string>>;

function post(path: string, body: string, fields: Fields = {}): string {
  const all = { host: "exchange.example", "content-length": String(Buffer.byteLength(body)), ...fields };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** The answers that come on a connection, in their order. */
function readAnswers(socket: Socket): { next(): Promise<string>; readonly waiting: () => number } {
  let received = "";
  const answers: string[] = [];
  const readers: ((answer: string) => void)[] = [];
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    for (;;) {
      const end = received.indexOf("\r\n\r\n") + 4;
      const length = end + Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
      if (end < 4 || received.length < length) return;
      const answer = received.slice(0, length);
      received = received.slice(length);
      const reader = readers.shift();
      if (reader === undefined) answers.push(answer);
      else reader(answer);
    }
  });
  return {
    next: async () => answers.shift() ?? new Promise((resolve) => readers.push(resolve)),
    waiting: () => answers.length,
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

const statusOf = (answer: string): number => Number(answer.slice(9, 12));

/** The answer without the parts that differ from answer to answer. */
const withoutIds = (answer: string): string =>
  answer.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID").replace(/(date: )[^\r]*/i, "$1NOW");

/** Names of header fields are written in either case and any order. */
function comparable(answer: string): { readonly fields: string[]; readonly body: string } {
  const [head = "", body = ""] = withoutIds(answer).split("\r\n\r\n");
  const fields = head.split("\r\n").map((field) => field.replace(/^[^:]+:/, (name) => name.toLowerCase()));
  return { fields: fields.sort(), body };
}

describe("an order that is refused from its bytes", () => {
  for (const [origins, dialects] of [
    ["*", DIALECTS],
    ["https://app.example", ["spec"]],
  ] as const)
    for (const dialect of dialects)
      it(`is answered as its route answers it: ${dialect}, pages of ${origins}`, () =>
        withServer({ origins }, async ({ port, parsed }) => {
          const socket = await open(port);
          const { next } = readAnswers(socket);
          for (const path of ["/order", "/orders"]) {
            const seen = parsed();
            const answers: string[] = [];
            for (const body of ["{}", `[${"1".repeat(700)}]`, ""]) {
              socket.write(post(`/${dialect}${path}`, body));
              answers.push(await next());
            }
            assert.equal(parsed() - seen, path === "/order" ? 2 : 0, "the parser saw the first two");
            const [first, ...others] = answers.map(comparable);
            assert.ok(first !== undefined);
            assert.ok(first.fields.includes("HTTP/1.1 503 Service Unavailable"));
            assert.ok(first.fields.includes("retry-after: 1"));
            assert.match(first.body, /more orders underway than it can do; nothing was done/);
            assert.deepEqual(others, [first, first]);
            const ids = answers.map((answer) => /x-request-id: (\S+)/.exec(answer)?.[1]);
            assert.equal(new Set(ids).size, 3);
          }
          socket.destroy();
        }));

  it("is let in while there is room", () =>
    withServer({ limits: { ...NONE, heldOrders: 1 } }, async ({ port, parsed }) => {
      const socket = await open(port);
      const { next } = readAnswers(socket);
      for (const _ of [1, 2, 3]) {
        socket.write(post("/spec/order", "{}"));
        assert.equal(statusOf(await next()), 401, "it is not signed");
      }
      assert.equal(parsed(), 2, "the third was refused from its bytes, too");
      socket.destroy();
    }));

  it("is none where a live channel has taken the connection", () =>
    withServer({}, async ({ server, port }) => {
      server.server.on("upgrade", (_request, socket) => {
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
        socket.on("data", (chunk: Buffer) => socket.write(chunk)).on("end", () => socket.destroy());
        assert.equal(socket.listenerCount("data"), 1, "nobody else listens");
      });
      const socket = await open(port);
      const { next } = readAnswers(socket);
      const order = post("/spec/order", "{}");
      socket.write(order);
      assert.equal(statusOf(await next()), 503);
      socket.write("GET /ws HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
      assert.equal(statusOf(await next()), 101);
      socket.write(order);
      assert.equal(await next(), order, "the channel's own echo");
      socket.destroy();
    }));
});

/** Requests with the statuses of their answers. */
const REQUESTS: readonly (readonly [string, number])[] = [
  [post("/spec/order", "{}"), 503],
  [post("/polymarket/orders", `[${"1".repeat(300)}]`, { connection: "keep-alive", accept: "*/*" }), 503],
  [post("/kuest/order", "{}", { origin: "https://app.example" }), 503],
  [post("/spec/order", "{}", { "X-Note": "POST /spec/order HTTP/1.1" }), 503],
  // What would be an order by itself, where pieces begin with it.
  [post("/spec/order", post("/spec/order", "{}") + post("/spec/order", "[]")), 503],
  [post("/spec/books", post("/spec/order", "{}")), 400],
  ["POST /spec/order HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 503],
  ["GET /spec/time HTTP/1.1\r\nhost: a\r\n\r\n", 200],
  [post("/spec/order", "{}", { HOST: "a" }), 400],
];

describe("a connection on which orders are refused from their bytes", () => {
  it("answers each request once and in its order, in whatever pieces they come", () =>
    withServer({}, async ({ port, parsed }) => {
      const random = createRandom(7);
      let asked = 0;
      for (let round = 0; round < 150; round += 1) {
        const socket = await open(port);
        const answers = readAnswers(socket);
        const sent = Array.from({ length: 8 }, () => REQUESTS[random.below(REQUESTS.length)]!);
        asked += sent.length;
        const pipelined = random.below(3) === 0;
        const got: number[] = [];
        for (const [text] of sent) {
          for (const piece of piecesOf(text, random)) {
            socket.write(piece, "latin1");
            await turn();
          }
          if (!pipelined) got.push(statusOf(await answers.next()));
        }
        while (got.length < sent.length) got.push(statusOf(await answers.next()));
        assert.deepEqual(
          got,
          sent.map(([, status]) => status),
          `round ${round}: ${JSON.stringify(sent)}`,
        );
        await turn();
        assert.equal(answers.waiting(), 0);
        socket.destroy();
      }
      assert.ok(parsed() < asked, `of ${asked} requests the parser saw ${parsed()}`);
    }));

  it("answers what is underway before the order that came after it", () =>
    withServer({}, async ({ port }) => {
      const socket = await open(port);
      const { next } = readAnswers(socket);
      socket.write(post("/spec/order", "{}"));
      assert.equal(statusOf(await next()), 503);
      socket.write(post("/spec/slow", "{}"));
      await slow.begun;
      socket.write(post("/spec/order", "{}"));
      // Time to be wrong in.
      await delay(50);
      slow.release();
      assert.deepEqual([statusOf(await next()), statusOf(await next())], [200, 503]);
      socket.destroy();
    }));

  it("reads on where the parser left off in the middle of a head", () =>
    withServer({}, async ({ port }) => {
      const socket = await open(port);
      const { next } = readAnswers(socket);
      const order = post("/spec/order", "{}");
      for (const rest of ["", "GET /spec/time HTTP/1.1\r\nx-note: "]) {
        socket.write(order + rest);
        assert.equal(statusOf(await next()), 503);
      }
      // By itself these bytes are a whole order; here they are the rest of what came before.
      socket.write(order);
      assert.equal(statusOf(await next()), 200);
      socket.write(order);
      assert.equal(statusOf(await next()), 503);
      socket.destroy();
    }));
});

/** Whole, or in pieces, some of which begin where an order seems to. */
function piecesOf(text: string, random: ReturnType<typeof createRandom>): string[] {
  const ends = [text.length];
  if (random.below(2) === 0) ends.push(random.below(text.length));
  const inner = text.indexOf("POST /spec/order", 1);
  if (inner !== -1 && random.below(2) === 0) ends.push(inner);
  const sorted = [...new Set(ends)].sort((a, b) => a - b);
  return sorted.map((end, index) => text.slice(sorted[index - 1] ?? 0, end)).filter((piece) => piece !== "");
}

describe("what is read as a whole request", () => {
  const HEAD = "POST /order HTTP/1.1\r\nhost: a\r\n";
  const read = (text: string): string | undefined => readPlainRequest(Buffer.from(text, "latin1"))?.url;

  it("is a plain POST with a body of the length that it names", () => {
    for (const text of [
      `${HEAD}content-length: 0\r\n\r\n`,
      `${HEAD}Content-Length:2\r\nSVC_API_KEY: x\r\nConnection: Keep-Alive\r\n\r\n{}`,
      `${HEAD}te-st: 1\r\nx-origin: https://a.example\r\ncontent-length: 3\r\n\r\n\r\n\n`,
    ])
      assert.equal(read(text), "/order", JSON.stringify(text));
  });

  it("is nothing that could end elsewhere, or be answered in another way", () => {
    for (const text of [
      "",
      "POST ",
      HEAD,
      `${HEAD}content-length: 2\r\n\r\n{`,
      `${HEAD}content-length: 2\r\n\r\n{}{`,
      `${HEAD}\r\n`,
      `${HEAD}content-length: 2\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}content-length: 2\r\nCONTENT-LENGTH: 3\r\n\r\n{}`,
      `${HEAD}content-length: 2, 2\r\n\r\n{}`,
      `${HEAD}content-length: +2\r\n\r\n{}`,
      `${HEAD}content-length: 0x2\r\n\r\n{}`,
      `${HEAD}content-length: 2 \r\n\r\n{}`,
      `${HEAD}content-length : 2\r\n\r\n{}`,
      `${HEAD} content-length: 2\r\n\r\n{}`,
      `${HEAD}x: 1\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}x: 1\r\n folded\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}x: \u0000\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}x: é\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}transfer-encoding: identity\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}Transfer-Encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`,
      `${HEAD}connection: close\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}connection: keep-alive, close\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}host: a\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}Host: b\r\ncontent-length: 2\r\n\r\n{}`,
      `${HEAD}upgrade: websocket\r\ncontent-length: 2\r\n\r\n{}`,
      "POST /order HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}",
      "POST /order HTTP/1.0\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}",
      "POST  /order HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}",
      "POST /o rder HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}",
      "GET /order HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}",
      "\r\nPOST /order HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}",
    ])
      assert.equal(read(text), undefined, JSON.stringify(text));
  });
});
