/** Messages of hostile clients: they are refused or end the connection, and affect no other client. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { startListeningExchange } from "../http/listening-exchange.ts";
import type { ListeningExchange } from "../http/listening-exchange.ts";
import { testListing, tokenOf } from "../support/exchange.ts";
import { until } from "../support/until.ts";
import { connect } from "./live-client.ts";
import type { LiveClient, Message } from "./live-client.ts";
import { askForUpgrade, clientFrame, refusedFrame } from "./raw-socket.ts";

const YES = tokenOf("rain yes");
let exchange: ListeningExchange;
let base: string;

before(async () => {
  exchange = await startListeningExchange();
  await exchange.list(testListing([{ name: "rain" }]));
  base = exchange.addresses.spec.trading;
});

after(() => exchange.close());

/** Checks that the connection and the exchange still answer. */
async function assertServes(client: LiveClient): Promise<void> {
  await client.settle();
  await client.end();
  assert.equal((await fetch(`${base}/time`)).status, 200);
}

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

const NOT_TAKEN: readonly (readonly [what: string, text: string, hint: RegExp])[] = [
  ["nested deeply", `{"type":${nested(30_000)}}`, /nested deeper than 32/],
  ["nested a little too deeply", `{"type":${nested(32)}}`, /nested deeper than 32/],
  ["of too many values", JSON.stringify({ assets_ids: Array(15_000).fill("1") }), /at most 2000 values/],
  ["of too many names", JSON.stringify(Object.assign({}, Array(4_000).fill(1))), /at most 2000 values/],
  [
    "with a prototype",
    '{"type":"market","assets_ids":[],"__proto__":{"custom":true}}',
    /^__proto__: a field of this name is not allowed/,
  ],
  [
    "with a constructor",
    '{"constructor":{"prototype":{"custom":true}}}',
    /^constructor: a field of this name is not/,
  ],
];

void describe("a message", () => {
  for (const path of ["/ws/market", "/ws/user", "/"])
    for (const [what, text, hint] of NOT_TAKEN)
      void it(`${what} is not taken, at ${path}`, async () => {
        const client = await connect(base, path);
        client.send(text);
        const refused = await client.next();
        assert.equal(refused.code, "invalid_message");
        assert.match(refused.hint, hint);
        await assertServes(client);
      });

  const long = { assets_ids: Array.from({ length: 1_001 }, () => "1") };
  const slug = "x".repeat(1_001);
  const wrong: readonly (readonly [path: string, message: Message, hint: RegExp])[] = [
    ["/ws/market", { type: "market", ...long }, /assets_ids: expected .*1,?000/],
    ["/ws/market", { operation: "snapshot", markets: [7] }, /markets\.0: expected a condition id, got 7/],
    ["/ws/market", { operation: "unsubscribe", assets_ids: { length: 9 } }, /assets_ids: expected a list/],
    [
      "/",
      {
        action: "subscribe",
        subscriptions: [{ topic: "activity", type: "*", filters: { event_slug: slug } }],
      },
      /subscriptions\.0/,
    ],
    [
      "/",
      { action: "subscribe", subscriptions: [{ topic: "activity", type: "*", filters: nested(9_000) }] },
      /filters: expected an object/,
    ],
  ];
  void it("that is no JSON is refused without a part of its text, which may be a secret", async () => {
    const client = await connect(base, "/ws/user");
    for (const [text, hint] of [
      ["subscribe=secret", 'expected JSON, got "s" where a value is expected'],
      ['{"auth":{"secret":"secret"},"type":user}', 'expected JSON, got "u" where a value is expected'],
      ['{"auth":{"secret":"secret"} "type"}', 'expected JSON, got "\\"" at character 29'],
      ['{"auth":{"secret":"secret', "expected JSON, got the end of the text after character 25"],
    ]) {
      client.send(text);
      const { code, hint: told } = await client.next();
      assert.deepEqual([code, told], ["not_json", hint]);
    }
    await assertServes(client);
  });

  for (const [path, message, hint] of wrong)
    void it(`is refused in a few words: ${JSON.stringify(message).slice(0, 60)}`, async () => {
      const client = await connect(base, path);
      client.send(message);
      const refused = await client.next();
      assert.equal(refused.code, "invalid_message");
      assert.match(refused.hint, hint);
      assert.ok(refused.hint.length < 400, refused.hint);
      await assertServes(client);
    });

  void it("that names no topic that there is, is not repeated in full", async () => {
    const client = await connect(base, "/");
    client.send({ action: "subscribe", subscriptions: [{ topic: "x".repeat(60_000), type: "*" }] });
    assert.ok((await client.next()).hint.length < 400);
    await assertServes(client);
  });

  void it("counts by its length", async () => {
    const client = await connect(base);
    const padded = { type: "market", assets_ids: [YES], filling: "x".repeat(60_000) };
    client.send(padded);
    await until("there is a book", () => client.messages.some(({ event_type: event }) => event === "book"));
    for (let count = 1; count < 4; count += 1) client.send(padded);
    assert.deepEqual(await client.closed, { code: 1008, reason: "too_many_messages" });
  });
});

void describe("unasked pongs", () => {
  void it("count as messages", async () => {
    const client = await connect(base);
    for (let count = 0; count < 400; count += 1) client.socket.pong();
    assert.equal((await client.closed).code, 1008);
  });
});

const TEXT = 0x81;
const BROKEN: readonly (readonly [what: string, frames: Buffer, status: number, code: string])[] = [
  ["without a mask", Buffer.from([TEXT, 2, 0x7b, 0x7d]), 1002, "invalid_frame"],
  ["compressed", clientFrame(0xc1, Buffer.from("{}")), 1002, "invalid_frame"],
  ["with a reserved bit", clientFrame(0xa1, Buffer.from("{}")), 1002, "invalid_frame"],
  ["of no known kind", clientFrame(0x83, Buffer.from("{}")), 1002, "invalid_frame"],
  ["that continues nothing", clientFrame(0x80, Buffer.from("{}")), 1002, "invalid_frame"],
  ["of text that is no UTF-8", clientFrame(TEXT, Buffer.from([0xff, 0xfe])), 1007, "not_utf8"],
  ["of a ping in parts", clientFrame(0x09, Buffer.alloc(1)), 1002, "invalid_frame"],
  ["of a ping that is too long", clientFrame(0x89, Buffer.alloc(126)), 1002, "invalid_frame"],
  ["of a close with an unknown status", clientFrame(0x88, Buffer.from([0, 1])), 1002, "invalid_frame"],
  ["of a close that is no UTF-8", clientFrame(0x88, Buffer.from([3, 0xe8, 0xff])), 1007, "not_utf8"],
  [
    "that is too long",
    Buffer.from([TEXT, 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0]),
    1009,
    "message_too_long",
  ],
  ["that is longer than any", Buffer.from([TEXT, 0xff, ...Array(8).fill(0xff)]), 1009, "message_too_long"],
  [
    "in too many parts",
    Buffer.concat([
      clientFrame(0x01, Buffer.from("{")),
      ...Array.from({ length: 70 }, () => clientFrame(0x00, Buffer.from(" "))),
    ]),
    1008,
    "too_many_parts",
  ],
];

void describe("a frame", () => {
  for (const [what, frames, status, code] of BROKEN)
    void it(`${what} ends its connection and no other, and is told why`, async () => {
      const other = await connect(base);
      const raw = await askForUpgrade(base, { target: "/ws/market" });
      assert.equal(raw.status, 101);
      raw.socket.write(frames);
      const { error, closed } = await refusedFrame(raw);
      assert.deepEqual([error.code, closed.status], [code, status]);
      assert.match(error.hint, /^expected .*, got /);
      assert.equal(closed.reason, error.hint);
      raw.socket.destroy();
      await assertServes(other);
    });

  void it("may come in parts, with a ping in between", async () => {
    const raw = await askForUpgrade(base, { target: "/ws/market" });
    const message = Buffer.from('{"type":"market","assets_ids":["7"]}');
    raw.socket.write(
      Buffer.concat([
        clientFrame(0x01, message.subarray(0, 9)),
        clientFrame(0x89, Buffer.from("hi")),
        clientFrame(0x80, message.subarray(9)),
      ]),
    );
    let text = String(raw.early);
    while (!text.includes("unknown_asset")) text += String((await once(raw.socket, "data"))[0]);
    raw.socket.destroy();
  });
});

void describe("a request for a live connection", () => {
  void it("may name the whole URL", async () => {
    for (const target of [`${base}/ws/market`, `${base.replace("http", "ws")}/ws/market?x=1`, `${base}`]) {
      const raw = await askForUpgrade(base, { target });
      assert.equal(raw.status, 101, target);
      raw.socket.destroy();
    }
  });

  for (const target of [
    "/ws/market//",
    "//ws/market",
    "/ws/../ws/market",
    "/ws%2fmarket",
    "/WS/MARKET",
    "/ws/market;x",
    "/constructor",
    "/__proto__",
    "*",
  ])
    void it(`is refused at ${target}, and closed after the answer`, async () => {
      const raw = await askForUpgrade(base, { target });
      assert.equal(raw.status, 404);
      await raw.ended;
      // Its own side is open; its writes go nowhere.
      await until("the server is done with it", () => {
        if (!raw.socket.destroyed) raw.socket.write("x");
        return raw.socket.destroyed;
      });
    });

  void it("is taken from any origin", async () => {
    const raw = await askForUpgrade(base, { target: "/ws/market", headers: ["origin: https://example.com"] });
    assert.equal(raw.status, 101);
    raw.socket.destroy();
  });
});
