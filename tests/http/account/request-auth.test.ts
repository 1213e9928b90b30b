/**
 * Credentials of requests in the sandbox, on a real socket: every form and damage, with the text of each dialect, and
 * none leaves a trace.
 */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import {
  CANCEL_DAMAGES,
  CREDENTIAL_DAMAGES,
  HEADER_DAMAGES,
  NO_ORDER,
  OTHER_FORMS,
  setHeader,
} from "../../support/damaged-requests.ts";
import type { RequestDamage } from "../../support/damaged-requests.ts";
import { timesApart, timesThatAreNone } from "../../support/damaged-times.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { accountOf, createTrader, requestHeaders } from "../../support/trader.ts";
import type { RequestOptions, Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, snapshot, startWorld, YES, startTraders } from "./world.ts";

const NAMES = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"];
const ERRORS: Record<Dialect, string> = {
  spec: "invalid_l2",
  polymarket: "Unauthorized/Invalid api key",
  kuest: "invalid_l2",
};

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());

/** A cancel of an order that does not exist: 200 when the request is let in. */
const cancel = (options: RequestOptions = {}) => ann.cancel(NO_ORDER, options);

const BASE64 = ["base64url", "base64url-unpadded", "base64", "base64-unpadded"] as const;

test("let in: signatures with every letter of base64", async () => {
  for (const encoding of BASE64)
    // Enough tries that + and / come up.
    for (let salt = 0; salt < 8; salt += 1) {
      const reply = await ann.request("DELETE", "/order", { encoding, body: { orderID: NO_ORDER, salt } });
      assert.equal(reply.status, 200, reply.text);
    }
});

const DAMAGES: Readonly<Record<string, (now: number) => readonly RequestDamage[]>> = {
  "other forms": () => OTHER_FORMS,
  "times apart from now": (now) => timesApart(now),
  "texts that are no time": timesThatAreNone,
  "headers that are wrong, or under another prefix": () => HEADER_DAMAGES,
  "credentials of which a part is another's": () => CREDENTIAL_DAMAGES,
  "signatures of other bytes": () => CANCEL_DAMAGES,
};
for (const [name, damagesOf] of Object.entries(DAMAGES)) {
  test(`let in or kept out, without a trace: ${name}`, async (context) => {
    const untouched = await snapshot(exchange);
    const { now } = exchange.clock;
    for (const damage of damagesOf(now)) await context.test(damage.name, () => check(damage, now));
    assert.deepEqual(await snapshot(exchange), untouched);
  });
}

async function check({ damage, refusal }: RequestDamage, now: number): Promise<void> {
  for (const dialect of DIALECTS) {
    const reply = await cancel({ ...damage({ own: ann, other: ben, now }), dialect });
    if (refusal === undefined) assert.equal(reply.status, 200, reply.text);
    else assertRefused(reply, { status: 401, code: refusal, error: ERRORS[dialect] });
    for (const { credentials } of [ann, ben])
      for (const secret of [credentials.secret, credentials.passphrase])
        assert.ok(!reply.text.includes(secret), "an answer has a secret");
  }
}

test("kept out: a header that comes twice", async () => {
  for (const name of NAMES) {
    const body = JSON.stringify({ orderID: NO_ORDER });
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
  const wrong = { changeHeaders: setHeader("PASSPHRASE", "x") };
  assert.match((await cancel(wrong)).body.hint, /PASSPHRASE/);
  assert.match((await cancel({ timestamp: "1" })).body.hint, /server time is \d+/);
  const production = await startWorld({ PRESAGE_MODE: "production" });
  try {
    const cleo = await createTrader(production, "cleo");
    const hints = await Promise.all(
      [wrong, { timestamp: "1" }, { signedBody: "" }].map(
        async (options) => (await cleo.cancel(NO_ORDER, options)).body.hint,
      ),
    );
    assert.equal(new Set(hints).size, 1, String(hints));
    assert.equal((await cleo.cancel(NO_ORDER)).status, 200);
  } finally {
    await production.close();
  }
});

test("on an address with a mount prefix the path is signed with it or without", async () => {
  const prefix = "/kuest/trading";
  const server = createServer(exchange.context, [
    { dialect: "kuest", prefix, endpoints: tradingEndpoints("sandbox"), form: tradingErrorFormat },
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
      const body = JSON.stringify({ orderID: NO_ORDER });
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
    const reply = await ann.request("DELETE", "/order", {
      body: form(JSON.stringify({ orderID: NO_ORDER })),
    });
    assert.deepEqual([reply.status, Object.keys(reply.body.not_canceled)], [200, [NO_ORDER]], reply.text);
  });
}

test("inc-28: the Python clients sign apostrophes as quotes, and send them as they are", async () => {
  const body = JSON.stringify({ orderID: NO_ORDER, note: "it's 'quoted'" });
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
