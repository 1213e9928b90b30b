/** Who calls: every way in which the headers of a request can be right or wrong, on a real socket. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingRefusals } from "../../../src/http/trading/refusal-form.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { accountOf, createTrader, requestHeaders } from "../../support/trader.ts";
import type { Encoding, Headers, RequestOptions, Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, snapshot, startWorld, YES } from "./world.ts";

const PREFIXES = ["SVC_", "POLY_", "KUEST_"];
const NAMES = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"];
const ERRORS: Record<Dialect, string> = {
  spec: "invalid_l2",
  polymarket: "Unauthorized/Invalid api key",
  kuest: "invalid_l2",
};
const NOTHING = `0x${"0".repeat(64)}`;

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

/** A cancel of an order that does not exist: 200 when the request is let in. */
const cancel = (options: RequestOptions = {}) => ann.cancel(NOTHING, options);
const seconds = () => exchange.clock.now / 1000;

for (const prefix of PREFIXES) {
  for (const encoding of [
    "base64url",
    "base64url-unpadded",
    "base64",
    "base64-unpadded",
    "hex",
  ] as Encoding[]) {
    test(`let in: prefix ${prefix}, signature as ${encoding}`, async () => {
      // Enough tries that + and / of base64 come up.
      for (let salt = 0; salt < 8; salt += 1) {
        const reply = await ann.request("DELETE", "/order", {
          prefix,
          encoding,
          body: { orderID: NOTHING, salt },
        });
        assert.equal(reply.status, 200, reply.text);
      }
    });
  }
}

const upper = (headers: Headers): Headers => ({
  ...headers,
  SVC_SIGNATURE: headers["SVC_SIGNATURE"]!.toUpperCase(),
});
const lowerNames = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const change = (name: string, value: string) => (headers: Headers) => ({
  ...headers,
  [`SVC_${name}`]: value,
});

type Row = readonly [name: string, options: () => RequestOptions];

const ADMITTED: readonly Row[] = [
  ["header names in lower case", () => ({ changeHeaders: lowerNames })],
  ["hex in upper case", () => ({ encoding: "hex", changeHeaders: upper })],
  ["a lower-case address", () => ({ changeHeaders: change("ADDRESS", ann.address) })],
  [
    "an API key in upper case",
    () => ({ changeHeaders: change("API_KEY", ann.credentials.apiKey.toUpperCase()) }),
  ],
  ["60 s old", () => ({ timestamp: String(seconds() - 60) })],
  ["10 s early", () => ({ timestamp: String(seconds() + 10) })],
  ["milliseconds", () => ({ timestamp: String(exchange.clock.now) })],
  ["60 s old in milliseconds", () => ({ timestamp: String(exchange.clock.now - 60_000) })],
  ["10 s early in milliseconds", () => ({ timestamp: String(exchange.clock.now + 10_000) })],
  [
    "another header of another prefix",
    () => ({ changeHeaders: (headers) => ({ ...headers, POLY_BUILDER_API_KEY: "x", KUEST_REFERRAL: "y" }) }),
  ],
];
for (const [name, options] of ADMITTED) {
  test(`let in: ${name}`, async () => {
    for (const dialect of DIALECTS) {
      const reply = await cancel({ ...options(), dialect });
      assert.equal(reply.status, 200, reply.text);
    }
  });
}

const without = (name: string) => (headers: Headers) => {
  const { [`SVC_${name}`]: _gone, ...rest } = headers;
  return rest;
};
const mixed = (name: string) => (headers: Headers) => ({
  ...without(name)(headers),
  [`POLY_${name}`]: headers[`SVC_${name}`]!,
});
const both = (name: string) => (headers: Headers) => ({
  ...headers,
  [`POLY_${name}`]: headers[`SVC_${name}`]!,
});
/** With every letter in the other case. */
const misspelt = (address: string): string =>
  address.replace(/[a-f]/gi, (digit) => (digit < "a" ? digit.toLowerCase() : digit.toUpperCase()));
const timestamps: readonly (readonly [string, () => string])[] = [
  ["61 s old", () => String(seconds() - 61)],
  ["11 s early", () => String(seconds() + 11)],
  ["60.001 s old", () => String(exchange.clock.now - 60_001)],
  ["10.001 s early", () => String(exchange.clock.now + 10_001)],
  ["microseconds", () => `${exchange.clock.now}000`],
  ["a negative time", () => "-1"],
  ["a float", () => `${seconds()}.0`],
  ["an exponent", () => "1e9"],
  ["hexadecimal", () => "0x6a1d7840"],
  ["a leading zero", () => `0${seconds()}`],
  ["a word", () => "now"],
  ["zero", () => "0"],
];

const REFUSED: readonly Row[] = [
  ["no headers", () => ({ changeHeaders: () => ({}) })],
  ...NAMES.map((name): Row => [`${name} missing`, () => ({ changeHeaders: without(name) })]),
  ...NAMES.map((name): Row => [`${name} empty`, () => ({ changeHeaders: change(name, "") })]),
  ...NAMES.map((name): Row => [`${name} of another prefix`, () => ({ changeHeaders: mixed(name) })]),
  ...NAMES.map((name): Row => [`${name} with a second prefix`, () => ({ changeHeaders: both(name) })]),
  ["an unknown prefix", () => ({ prefix: "OTHER_" })],
  ...timestamps.map(([name, timestamp]): Row => [name, () => ({ timestamp: timestamp() })]),
  ["an unknown key", () => ({ changeHeaders: change("API_KEY", "00000000-0000-4000-8000-000000000000") })],
  ["a key that is no UUID", () => ({ changeHeaders: change("API_KEY", "' or 1=1 --") })],
  ["another's key", () => ({ changeHeaders: change("API_KEY", ben.credentials.apiKey) })],
  ["another's passphrase", () => ({ changeHeaders: change("PASSPHRASE", ben.credentials.passphrase) })],
  ["another's address", () => ({ changeHeaders: change("ADDRESS", ben.account.address) })],
  [
    "an address with a wrong checksum",
    () => ({
      changeHeaders: change("ADDRESS", misspelt(ann.account.address)),
    }),
  ],
  [
    "another's signature",
    () => ({
      changeHeaders: (headers) => ({
        ...headers,
        SVC_SIGNATURE: requestHeaders(ben, {
          method: "DELETE",
          path: "/order",
          body: "{}",
          now: exchange.clock.now,
        })["SVC_SIGNATURE"]!,
      }),
    }),
  ],
  ["signed for another method", () => ({ signedMethod: "POST" })],
  ["signed for the method in lower case", () => ({ signedMethod: "delete" })],
  ["signed for another path", () => ({ signedPath: "/orders" })],
  ["signed for the path and a query", () => ({ signedPath: "/order?x=1" })],
  ["signed for a mount prefix that the address does not have", () => ({ signedPath: "/spec/trading/order" })],
  ["signed for another body", () => ({ signedBody: `{"orderID":"${NOTHING}" }` })],
  ["signed for no body", () => ({ signedBody: "" })],
  ...["00", "a".repeat(63), "a".repeat(65), "g".repeat(64), "A".repeat(43), "A".repeat(10_000), "é"].map(
    (text): Row => [
      `signature ${text.slice(0, 10)} of ${text.length}`,
      () => ({ changeHeaders: change("SIGNATURE", text) }),
    ],
  ),
];
for (const [name, options] of REFUSED) {
  test(`kept out: ${name}`, async () => {
    const untouched = await snapshot(exchange);
    for (const dialect of DIALECTS) {
      const reply = await cancel({ ...options(), dialect });
      assertRefused(reply, { status: 401, code: "unauthorized", error: ERRORS[dialect] });
      assert.ok(
        ![ann, ben].some(
          ({ credentials }) =>
            reply.text.includes(credentials.secret) || reply.text.includes(credentials.passphrase),
        ),
      );
    }
    assert.deepEqual(await snapshot(exchange), untouched);
  });
}

test("kept out: a header that comes twice", async () => {
  for (const name of NAMES) {
    const body = JSON.stringify({ orderID: NOTHING });
    const headers = requestHeaders(ann, { method: "DELETE", path: "/order", body, now: exchange.clock.now });
    const doubled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, key === `SVC_${name}` ? [value, value] : value]),
    );
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(
        `${exchange.url.spec}/order`,
        { method: "DELETE", headers: { ...doubled, "content-length": String(body.length) } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.on("error", reject).end(body);
    });
    assert.equal(status, 401, name);
  }
});

test("inc-30: a captured request does nothing for another method or path, and the same again is the same answer", async () => {
  const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.1" });
  const body = JSON.stringify({ order, owner: ann.credentials.apiKey, orderType: "GTC" });
  const headers = requestHeaders(ann, { method: "POST", path: "/order", body, now: exchange.clock.now });
  assert.equal((await exchange.send("/order", { method: "POST", headers, body })).body.orderID, id);
  assert.equal((await exchange.send("/order", { method: "DELETE", headers, body })).status, 401);
  assert.equal((await exchange.send("/data/trades", { headers })).status, 401);
  const again = await exchange.send("/order?x=1", { method: "POST", headers, body });
  assert.deepEqual([again.status, again.body.orderID], [200, id]);
});

test("a query does not belong to what is signed", async () => {
  const reply = await ann.request("GET", "/data/trades?market=&next_cursor=MA%3D%3D");
  assert.deepEqual([reply.status, reply.body.data], [200, []]);
});

test("inc-29: why a request was kept out is said in the sandbox, and not in production", async () => {
  const wrong = { changeHeaders: change("PASSPHRASE", "x") };
  assert.match((await cancel(wrong)).body.hint, /PASSPHRASE/);
  assert.match((await cancel({ timestamp: "1" })).body.hint, /server time is \d+/);
  const production = await startWorld({ PRESAGE_MODE: "production" });
  try {
    const cleo = await createTrader(production, "cleo");
    const hints = await Promise.all(
      [wrong, { timestamp: "1" }, { signedBody: "" }].map(
        async (options) => (await cleo.cancel(NOTHING, options)).body.hint,
      ),
    );
    assert.equal(new Set(hints).size, 1, String(hints));
    assert.equal((await cleo.cancel(NOTHING)).status, 200);
  } finally {
    await production.close();
  }
});

test("on an address with a mount prefix the path is signed with it or without", async () => {
  const prefix = "/kuest/trading";
  const server = createServer(exchange.context, [
    { dialect: "kuest", prefix, endpoints: tradingEndpoints("sandbox"), form: tradingRefusals },
  ]);
  try {
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    const answers: [string, number][] = [
      ["/order", 200],
      [`${prefix}/order`, 200],
      ["/kuest/order", 401],
      [`${prefix}${prefix}/order`, 401],
    ];
    for (const [signedPath, status] of answers) {
      const body = JSON.stringify({ orderID: NOTHING });
      const headers = requestHeaders(
        ann,
        { method: "DELETE", path: "/order", body, now: exchange.clock.now },
        { signedPath },
      );
      const response = await fetch(`${url}${prefix}/order`, { method: "DELETE", headers, body });
      assert.equal(response.status, status, signedPath);
    }
  } finally {
    await server.close();
  }
});

// What is signed are the bytes that were sent, whatever they look like.
const BODIES: readonly (readonly [string, (json: string) => string | Uint8Array])[] = [
  ["pretty-printed", (json) => JSON.stringify(JSON.parse(json), null, 2)],
  ["with a newline at the end", (json) => `${json}\n`],
  ["with CRLF", (json) => JSON.stringify(JSON.parse(json), null, 1).replaceAll("\n", "\r\n")],
  ["with unicode in it", (json) => json.replace("}", ',"note":"naïve 日本 🎲"}')],
  ["with unicode escapes", (json) => json.replace("}", ',"note":"\\u00e9\\ud83c\\udfb2"}')],
  ["as bytes", (json) => Buffer.from(json)],
  ["with an apostrophe", (json) => json.replace("}", ',"note":"it\'s"}')],
];
for (const [name, form] of BODIES) {
  test(`a body ${name}`, async () => {
    const reply = await ann.request("DELETE", "/order", { body: form(JSON.stringify({ orderID: NOTHING })) });
    assert.deepEqual([reply.status, Object.keys(reply.body.not_canceled)], [200, [NOTHING]], reply.text);
  });
}

test("inc-28: the Python clients sign apostrophes as quotes, and send them as they are", async () => {
  const body = JSON.stringify({ orderID: NOTHING, note: "it's 'quoted'" });
  const reply = await ann.request("DELETE", "/order", { body, signedBody: body.replaceAll("'", '"') });
  assert.equal(reply.status, 200, reply.text);
  const other = await ann.request("DELETE", "/order", { body, signedBody: body.replace("'", '"') });
  assert.equal(other.status, 401);
});

test("the key's wallet may not sign for a wallet of another name", async () => {
  const stranger = accountOf("stranger");
  const headers = requestHeaders(
    { account: stranger, credentials: ann.credentials },
    { method: "GET", path: "/data/trades", body: undefined, now: exchange.clock.now },
  );
  assertRefused(await exchange.send("/data/trades", { headers }), {
    status: 401,
    code: "unauthorized",
    error: "invalid_l2",
  });
});
