import assert from "node:assert/strict";
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import type { Channel, Connection, ChannelSession } from "../../src/stream/channel.ts";
import type { StreamLimits } from "../../src/stream/stream-limits.ts";
import { startTestExchange } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { until } from "../support/until.ts";
import { connect, refusedConnection } from "./live-client.ts";
import { startStreamServer } from "./stream-server.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({
    endpoints: [],
    settings: {
      PRESAGE_MAX_STREAMS: "3",
      PRESAGE_MAX_STREAMS_PER_ADDRESS: "2",
      PRESAGE_TRUSTED_PROXIES: "127.0.0.1",
    },
  });
});

after(() => exchange.close());

/** Makes a channel that answers each message as the message says; `calls` lists the calls of its sessions. */
function testChannel() {
  const calls: string[] = [];
  const open = (connection: Connection): ChannelSession => {
    calls.push("open");
    const flood = (): void => {
      for (let index = 0; index < 50; index += 1) connection.send({ index, filling: "x".repeat(65_000) });
    };
    return {
      receive(message) {
        if (message["fail"] === true) throw new Error("a bug");
        if (message["flood"] === true) flood();
        if (message["long"] === true) connection.send({ short: true });
        if (message["long"] === true) connection.send({ long: "x".repeat(3_000_000) });
        if (message["room"] === true) void connection.whenRoom();
        connection.send({ got: message });
      },
      heartbeat: () => connection.send({ heartbeat: true }),
      resync() {
        calls.push("resync");
        connection.send({ anew: true });
        if (calls.includes("flood on")) flood();
      },
      close: () => void calls.push("close"),
    };
  };
  const channel: Channel = { open };
  return { channels: new Map([["/ws/test", channel]]), calls };
}

async function startServer(test: TestContext, limits: Partial<StreamLimits> = {}) {
  const { channels, calls } = testChannel();
  const server = await startStreamServer(exchange.context, { channels, limits });
  test.after(() => server.close());
  const open = async () => {
    const client = await connect(server.url, "/ws/test");
    test.after(() => client.end());
    return client;
  };
  return { url: server.url, close: server.close, calls, open };
}

void describe("a live connection", () => {
  void it("answers PING in any case with PONG, as text", async (test) => {
    const { open } = await startServer(test);
    const client = await open();
    for (const ping of ["PING", "ping", "Ping"]) client.send(ping);
    await until("three PONG came", () => client.texts.length === 3);
    assert.deepEqual(client.texts, ["PONG", "PONG", "PONG"]);
  });

  void it("takes one JSON object per frame, and refuses anything else", async (test) => {
    const { open } = await startServer(test);
    const client = await open();
    for (const [sent, hint] of [
      ["[]", "expected one JSON object, got an array"],
      ["null", "expected one JSON object, got null"],
      ["7", "expected one JSON object, got a number"],
      ['"PING"', "expected one JSON object, got a string"],
      [Buffer.from("{}"), "expected a frame of text, got a binary one"],
    ] as const) {
      client.send(sent);
      assert.deepEqual(await client.next(), {
        error: "expected a JSON object or PING",
        code: "not_json",
        hint,
      });
    }
    client.send("{");
    assert.match((await client.next()).hint, /^expected JSON, got the end of the text after character 1$/);
    client.send({ so: "far" });
    assert.deepEqual(await client.next(), { got: { so: "far" } });
  });

  void it("may send frames of every length", async (test) => {
    const { open } = await startServer(test, { maxMessageBytes: 200_000, messageBurst: 1_000 });
    const client = await open();
    for (const length of [0, 100, 112, 113, 114, 65_500, 65_522, 65_523, 65_524, 150_000]) {
      const message = { of: "x".repeat(length) };
      client.send(message);
      assert.deepEqual(await client.next(), { got: message });
    }
  });

  void it("is closed when it sends too often, with a reason", async (test) => {
    const { open } = await startServer(test, { messageBurst: 5, messagesPerSecond: 1 });
    const client = await open();
    for (let index = 0; index < 7; index += 1) client.send({ index });
    assert.deepEqual(await client.closed, { code: 1008, reason: "too_many_messages" });
    assert.deepEqual(client.messages.at(-1), {
      error: "too many messages",
      code: "too_many_messages",
      hint: "expected at most 1 messages a second, and 5 at once; each KiB of one counts",
    });
    assert.equal(client.messages.length, 6);
  });

  void it("is closed when a message is too long", async (test) => {
    const { open, calls } = await startServer(test);
    const client = await open();
    client.send("x".repeat(64 * 1024 + 1));
    assert.equal((await client.closed).code, 1009);
    await until("the session is closed", () => calls.includes("close"));
  });

  void it("is closed when its session fails, and no other", async (test) => {
    const { open } = await startServer(test);
    const [failing, other] = [await open(), await open()];
    failing.send({ fail: true });
    assert.equal((await failing.closed).code, 1011);
    other.send({});
    assert.deepEqual(await other.next(), { got: {} });
  });

  void it("is ended when it stays silent", async (test) => {
    const { url, calls } = await startServer(test, { pingMs: 20, deadMs: 200, checkMs: 5 });
    const socket = connectSocket({ host: "127.0.0.1", port: Number(new URL(url).port) });
    test.after(() => socket.destroy());
    socket.write(
      "GET /ws/test HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n" +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString("base64")}\r\n\r\n`,
    );
    socket.resume();
    await until("the session is closed", () => calls.includes("close"));
  });

  void it("stays open while it answers pings, and its session beats", async (test) => {
    const { open } = await startServer(test, { pingMs: 10, deadMs: 1_000, checkMs: 5, heartbeatMs: 100 });
    const client = await open();
    for (let beats = 0; beats < 12; beats += 1) assert.deepEqual(await client.next(), { heartbeat: true });
  });

  void it("is told that the exchange stops", async (test) => {
    const { open, close } = await startServer(test);
    const client = await open();
    await close();
    assert.deepEqual(await client.closed, { code: 1012, reason: "the exchange stops" });
  });
});

void describe("a connection that does not read", () => {
  void it("is told that messages are dropped, and gets a new state once it has caught up", async (test) => {
    const { open } = await startServer(test);
    const client = await open();
    client.send({ flood: true });
    await client.next(({ anew }) => anew === true);
    const kinds = client.messages.map(({ event_type, anew, index }) => event_type ?? anew ?? index);
    assert.deepEqual(kinds, [...Array.from({ length: 16 }, (_, index) => index), "resync", true]);
  });

  void it("is closed when it lags for too long", async (test) => {
    const { open, calls } = await startServer(test, { maxLagMs: 0, checkMs: 1 });
    const client = await open();
    calls.push("flood on");
    client.send({ flood: true });
    assert.deepEqual(await client.closed, { code: 1013, reason: "too_slow" });
    assert.ok(client.messages.some(({ event_type }) => event_type === "resync"));
  });

  void it("is closed when no memory is left for waiting messages", async (test) => {
    const { open } = await startServer(test, { roomBytes: 0, maxLagMs: 20, checkMs: 5 });
    const client = await open();
    client.send({ room: true });
    assert.deepEqual(await client.closed, { code: 1013, reason: "too_slow" });
  });

  void it("may be sent a long message while little waits", async (test) => {
    const { open } = await startServer(test);
    const client = await open();
    client.send({ long: true });
    assert.deepEqual(await client.next(), { short: true });
    assert.equal((await client.next()).long.length, 3_000_000);
  });

  void it("is ended when it does not take the close either", async (test) => {
    const { open, calls } = await startServer(test, { maxLagMs: 50, checkMs: 5, closeMs: 50 });
    const client = await open();
    client.socket.pause();
    calls.push("flood on");
    client.send({ flood: true });
    await until("the session is closed", () => calls.includes("close"));
  });
});

void describe("a request for a live connection", () => {
  void it("is refused when there are too many of an address, and takes a place of the largest where all are taken", async (test) => {
    const { url, open } = await startServer(test);
    const oldest = await open();
    await open();
    const here = await refusedConnection(url, "/ws/test");
    assert.deepEqual(
      [here.status, here.headers["retry-after"], here.body.code],
      [429, "5", "too_many_streams_of_address"],
    );
    assert.equal(here.body.hint, "expected at most 2 live connections of one address at a time, got more");
    assert.equal(here.body.request_id, here.headers["x-request-id"]);
    const other = await connect(url, "/ws/test", { "x-forwarded-for": "192.0.2.1" });
    test.after(() => other.end());
    const further = await connect(url, "/ws/test", { "x-forwarded-for": "192.0.2.2" });
    test.after(() => further.end());
    assert.deepEqual(await oldest.closed, { code: 1013, reason: "others need the place" });
    for (const client of [other, further]) await client.settle();
  });

  void it("is refused where there is no channel", async (test) => {
    const { url } = await startServer(test);
    const { status, body } = await refusedConnection(url, "/ws/tests?x=1");
    assert.deepEqual(
      [status, body.error, body.code, body.hint],
      [404, "not found", "unknown_channel", 'expected /ws/test, got "/ws/tests"; nearest: /ws/test'],
    );
  });

  const HANDSHAKE = {
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": `${"x".repeat(22)}==`,
  };
  const { "sec-websocket-version": _version, ...unversioned } = HANDSHAKE;
  const { "sec-websocket-key": _key, ...keyless } = HANDSHAKE;
  const WRONG: readonly (readonly [
    headers: Readonly<Record<string, string>>,
    hint: string,
    method?: string,
  ])[] = [
    [HANDSHAKE, 'method: expected GET, got "POST"', "POST"],
    [unversioned, "sec-websocket-version: expected 13, got nothing"],
    [{ ...HANDSHAKE, "sec-websocket-version": "99" }, 'sec-websocket-version: expected 13, got "99"'],
    [keyless, "sec-websocket-key: expected 16 bytes in base64, got nothing"],
    [{ ...HANDSHAKE, "sec-websocket-key": "x" }, 'sec-websocket-key: expected 16 bytes in base64, got "x"'],
    [
      { ...HANDSHAKE, "sec-websocket-protocol": "a,a" },
      'sec-websocket-protocol: expected names with commas between them, each once, got "a,a"',
    ],
  ];
  for (const [headers, hint, method] of WRONG)
    void it(`is told what is wrong with its handshake: ${hint}`, async (test) => {
      const { url } = await startServer(test);
      const { status, text, version } = await askToUpgrade(`${url}/ws/test`, headers, method);
      const expected = hint.includes("version")
        ? [426, "upgrade_required", "13"]
        : [400, "invalid_handshake", undefined];
      const { code, hint: told, request_id: id } = JSON.parse(text);
      assert.deepEqual([status, code, version, told], [...expected, hint]);
      assert.match(id, /^[0-9a-f-]{36}$/);
    });

  void it("is told how to upgrade when it does not", async (test) => {
    const { url } = await startServer(test);
    const reply = await fetch(`${url}/ws/test`);
    assert.deepEqual([reply.status, reply.headers.get("upgrade")], [426, "websocket"]);
    const { error, code, hint, request_id } = JSON.parse(await reply.text());
    assert.deepEqual(
      [error, code, request_id],
      ["upgrade required", "upgrade_required", reply.headers.get("x-request-id")],
    );
    assert.equal(
      hint,
      `this is a live channel: connect to it with a WebSocket client, at ${url.replace("http", "ws")}/ws/test`,
    );
  });

  void it("is left to the routes when it asks for another protocol", async (test) => {
    const { url } = await startServer(test);
    const { status, text } = await askToUpgrade(`${url}/book?token_id=1`, { upgrade: "h2c" });
    assert.equal(status, 404);
    assert.equal(JSON.parse(text).code, "unknown_token");
  });
});

type HttpAnswer = { readonly status: number; readonly text: string; readonly version: unknown };

const askToUpgrade = (
  url: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const asked = { method, headers: { connection: "Upgrade", ...headers } };
    const asking = request(url, asked, async (response) => {
      let text = "";
      for await (const chunk of response) text += String(chunk);
      const version = response.headers["sec-websocket-version"];
      resolve({ status: response.statusCode ?? 0, text, version });
    });
    asking.on("error", reject).end();
  });
