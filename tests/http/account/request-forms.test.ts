/** Requests that are wrong as a whole: not JSON, too large, too deep, of no route or method. Never a 500. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, cancellation, DIALECTS, snapshot, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let good: string;
let untouched: unknown;

before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
  const { order } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.1" });
  good = JSON.stringify({ order, owner: ann.credentials.apiKey, orderType: "GTC" });
  untouched = await snapshot(exchange);
});
after(async () => {
  const now = await snapshot(exchange);
  await exchange.close();
  assert.deepEqual(now, untouched);
});

const JSON_ERRORS: Record<Dialect, string> = {
  spec: "malformed JSON",
  polymarket: "Invalid order payload",
  kuest: "could not insert order",
};
const FORM_ERRORS: Record<Dialect, string> = {
  ...JSON_ERRORS,
  spec: "invalid payload",
};
const SIZE_ERRORS: Record<Dialect, string> = {
  spec: "request body too large",
  polymarket: "Payload exceeds the limit",
  kuest: "could not insert order",
};
const insert = (field: string) => () => good.replace("{", `{${field},`);
const within = (field: string) => () => good.replace('"order":{', `"order":{${field},`);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

const MALFORMED: readonly (readonly [string, () => string | Uint8Array])[] = [
  ["no JSON", () => "order"],
  ["cut off", () => good.slice(0, -1)],
  ["two documents", () => `${good}${good}`],
  ["apostrophes for quotes", () => good.replaceAll('"', "'")],
  ["a comma too many", () => good.replace(/\}$/, ",}")],
  ["NaN", insert('"x":NaN')],
  ["UTF-16", () => Buffer.from(good, "utf16le")],
  ["gzip", () => Buffer.from("1f8b0800000000000003abae050043bfa6a302000000", "hex")],
  ["NUL bytes", () => Buffer.alloc(1000)],
];
const WRONG: readonly (readonly [string, () => string])[] = [
  ["null", () => "null"],
  ["a list", () => `[${good}]`],
  ["text", () => JSON.stringify(good)],
  ["a number", () => "1e400"],
  ["an infinite salt", () => good.replace(/"salt":"\d+"/, '"salt":1e400')],
  ["an empty object", () => "{}"],
  ["amounts as numbers", () => good.replace(/"makerAmount":"(\d+)"/, '"makerAmount":$1')],
  ["a __proto__ key", insert('"__proto__":{"orderType":"FOK"}')],
  ["a __proto__ key within", within('"__proto__":{"side":"SELL"}')],
  ["an escaped __proto__ key", insert('"\\u005f_proto__":{}')],
  ["constructor.prototype", insert('"constructor":{"prototype":{}}')],
  ["33 levels", insert(`"x":${nested(32)}`)],
  ["30,000 levels", insert(`"x":${nested(30_000)}`)],
  ["an unpaired surrogate in a token", () => good.replace(YES, "\\ud800")],
];

for (const dialect of DIALECTS) {
  for (const [name, body] of MALFORMED) {
    test(`${dialect}: ${name}`, async () => {
      const reply = await ann.request("POST", "/order", { body: body(), dialect });
      assertRefused(reply, { status: 400, code: "malformed_json", error: JSON_ERRORS[dialect] }, true);
    });
  }
  for (const [name, body] of WRONG) {
    test(`${dialect}: ${name}`, async () => {
      const reply = await ann.request("POST", "/order", { body: body(), dialect });
      assertRefused(reply, { status: 400, code: "invalid_payload", error: FORM_ERRORS[dialect] }, true);
    });
  }
  test(`${dialect}: more than 64 KiB`, async () => {
    const error = SIZE_ERRORS[dialect];
    for (const size of [65_536, 1_000_000]) {
      const body = good.replace("{", `{"x":"${"y".repeat(size)}",`);
      assertRefused(
        await ann.request("POST", "/order", { body, dialect }),
        { status: 413, code: "payload_too_large", error },
        true,
      );
    }
  });
  test(`${dialect}: credentials are looked at before the body`, async () => {
    const unknown = { prefix: "OTHER_", dialect };
    assert.equal((await ann.request("POST", "/order", { ...unknown, body: "{}" })).body.code, "unauthorized");
    assert.equal((await ann.request("POST", "/order", { ...unknown, body: "{" })).body.code, "unauthorized");
    assert.equal((await ann.request("POST", "/order", { dialect, body: "{" })).body.code, "malformed_json");
    assert.equal(
      (await ann.request("GET", "/data/trades?before=x", { dialect, timestamp: "1" })).body.code,
      "unauthorized",
    );
  });
}

test("a body is JSON whatever its type is called, and an unknown key is nobody's business", async () => {
  const body = JSON.stringify({ orderID: "0x1", unknown: { nested: [1, null] } });
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    "application/x-www-form-urlencoded",
  ]) {
    const reply = await ann.request("DELETE", "/order", {
      body,
      changeHeaders: (headers) => ({ ...headers, "content-type": type }),
    });
    assert.deepEqual([reply.status, reply.body], [200, cancellation([], { "0x1": "order not found" })], type);
  }
});

test("a body that is encoded is refused, whatever it holds, and the connection goes on", async () => {
  const body = JSON.stringify({ orderID: "0x1" });
  const cancel = (encoding: string, bytes: Uint8Array) =>
    ann.request("DELETE", "/order", {
      body: bytes,
      changeHeaders: (headers) => ({ ...headers, "content-encoding": encoding }),
    });
  for (const [encoding, bytes] of [
    ["gzip", gzipSync(body)],
    ["br", brotliCompressSync(body)],
    ["GZIP", Buffer.from(body)],
  ] as const) {
    const reply = await cancel(encoding, bytes);
    assertRefused(reply, { status: 400, code: "invalid_payload", error: "invalid payload" });
    assert.equal(
      reply.body.hint,
      `Content-Encoding: expected none, and the body sent plain, got "${encoding}"`,
    );
    assert.notEqual(reply.headers.get("connection"), "close");
  }
  assert.equal((await cancel("identity", Buffer.from(body))).status, 200);
});

/** Operations that no client of the services has, each with a request that is right but for what is added to it. */
const OWN: readonly (readonly ["GET" | "POST" | "DELETE", string, object | undefined])[] = [
  ["POST", "/name", { name: "Ann Bonny" }],
  ["DELETE", "/name", undefined],
  ["GET", "/name", undefined],
  ["GET", "/balances", undefined],
  ["GET", "/ledger", undefined],
  ["GET", "/announcements", undefined],
  ["GET", "/proof/solvency", undefined],
  ["GET", "/builder/volume", undefined],
  ["POST", "/positions/split", { conditionId: hashOf("condition"), amount: "1" }],
  ["POST", "/positions/merge", { conditionId: hashOf("condition"), amount: "1" }],
  ["POST", "/positions/redeem", { conditionId: hashOf("condition") }],
  ["POST", "/positions/convert", { conditionIds: [hashOf("condition")], amount: "1" }],
  ["POST", "/withdrawals", { amount: "1" }],
  ["POST", "/sandbox/faucet", { address: walletOf("ann"), amount: "1" }],
];

for (const [method, path, given] of OWN)
  test(`${method} ${path} has no field and no parameter but its own`, async () => {
    for (const dialect of path === "/announcements" ? (["spec"] as const) : DIALECTS) {
      const body = given === undefined ? {} : { body: JSON.stringify(given) };
      const asked = await ann.request(method, `${path}?addres=0x1`, { dialect, ...body });
      assert.deepEqual([asked.status, asked.body.code], [400, "invalid_payload"], asked.text);
      assert.match(asked.body.hint, /^the query: expected (no parameters|only .*), got "addres"/);
      if (given === undefined) continue;
      const more = { dialect, body: JSON.stringify({ ...given, addres: "0x1" }) };
      const reply = await ann.request(method, path, more);
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], reply.text);
      assert.match(
        reply.body.hint,
        /^(body|the body): expected no field but .*, got "addres"; nearest: address$/,
      );
    }
  });
