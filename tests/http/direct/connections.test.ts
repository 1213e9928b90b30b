/** Connections whose requests are served from their bytes: later bytes, clients that leave, and a server that closes. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { after, before, describe, it, test } from "node:test";
import { Type } from "typebox";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testEndpoint } from "../../support/test-endpoint.ts";
import { until } from "../../support/until.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
});
after(() => exchange.close());

type Serving = {
  readonly port: number;
  /** Bodies of the requests that were begun. */
  readonly begun: readonly unknown[];
  /** Requests that the parser has seen. */
  parsed(): number;
  /** Answers the requests that are underway, and those to come. */
  release(): void;
  close(): Promise<void>;
};

/** Serves cancels whose bodies are numbers: 1 and 2 are answered at once, others when the test says so. */
async function serve(): Promise<Serving> {
  const begun: unknown[] = [];
  const released = Promise.withResolvers<void>();
  const cancel = testEndpoint({
    method: "POST",
    path: "/cancel",
    kind: "cancel",
    summary: "Answer when the test says so",
    body: Type.Integer(),
    answer: Type.Unknown(),
    handle: async ({ body }) => {
      begun.push(body);
      if (body > 2) await released.promise;
      return { body };
    },
  });
  const mount = { dialect: "spec", prefix: "", endpoints: [cancel], form: tradingErrorFormat } as const;
  const server = createServer(exchange.context, [mount]);
  let parsed = 0;
  server.server.on("request", () => (parsed += 1));
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return {
    port: Number(new URL(url).port),
    begun,
    parsed: () => parsed,
    release: released.resolve,
    close: () => server.close(),
  };
}

const post = (body: number): string =>
  `POST /cancel HTTP/1.1\r\nhost: a\r\ncontent-length: ${String(body).length}\r\n\r\n${body}`;

/** Opens a connection whose next plain request is served from its bytes. */
async function open({
  port,
}: Serving): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => (received += text));
  await once(socket, "connect");
  for (const body of [1, 2]) {
    socket.write(post(body));
    await until("it is answered", () => received.endsWith(`\r\n\r\n${body}`));
    received = "";
  }
  return { socket, received: () => received };
}

/** The bodies of the answers, in order. */
const bodiesOf = (text: string): string[] =>
  [...text.matchAll(/\r\n\r\n(\d+)/g)].map(([, body = ""]) => body);

test("a connection has the answers to requests that came with its end", async () => {
  const serving = await serve();
  const socket = connect({ port: serving.port, host: "127.0.0.1" });
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => (received += text));
  socket.end(post(3) + post(4));
  await until("it is underway", () => serving.begun.includes(3));
  serving.release();
  await once(socket, "close");
  assert.deepEqual(bodiesOf(received), ["3", "4"]);
  await serving.close();
});

describe("a connection whose requests are served from their bytes", () => {
  it("answers what comes meanwhile in order, a request at a time", async () => {
    const serving = await serve();
    const { socket, received } = await open(serving);
    socket.write(post(3));
    await until("it is underway", () => serving.begun.includes(3));
    socket.write(post(4));
    socket.write(post(5) + post(6));
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(serving.begun, [1, 2, 3]);
    serving.release();
    await until("all are answered", () => bodiesOf(received()).length === 4);
    assert.deepEqual(bodiesOf(received()), ["3", "4", "5", "6"]);
    socket.write(post(7));
    await until("it is answered", () => bodiesOf(received()).length === 5);
    assert.ok(serving.parsed() < 7, `the parser saw ${serving.parsed()}`);
    socket.destroy();
    await serving.close();
  });

  it("serves nothing that came after a request whose client has left", async () => {
    const serving = await serve();
    const { socket } = await open(serving);
    socket.write(post(3));
    await until("it is underway", () => serving.begun.includes(3));
    socket.write(post(4));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    serving.release();
    await serving.close();
    assert.deepEqual(serving.begun, [1, 2, 3]);
  });

  it("has all its answers after the client has ended its side", async () => {
    const serving = await serve();
    const { socket, received } = await open(serving);
    socket.write(post(3));
    await until("it is underway", () => serving.begun.includes(3));
    socket.end(post(4));
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(received(), "");
    serving.release();
    await once(socket, "close");
    assert.deepEqual(bodiesOf(received()), ["3", "4"]);
    assert.deepEqual(serving.begun, [1, 2, 3, 4]);
    await serving.close();
  });

  it("has its answer before the server closes", async () => {
    const serving = await serve();
    const { socket, received } = await open(serving);
    socket.write(post(3));
    await until("it is underway", () => serving.begun.includes(3));
    const closed = serving.close();
    socket.write(post(4));
    await new Promise((resolve) => setTimeout(resolve, 30));
    serving.release();
    await closed;
    await until("the connection ends", () => socket.closed);
    assert.deepEqual(bodiesOf(received()).slice(0, 1), ["3"]);
    assert.deepEqual(serving.begun, [1, 2, 3], "what came later is refused");
  });
});
