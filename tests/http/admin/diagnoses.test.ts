/** The diagnoses of the operator API on what nobody should send: they answer, and hold nothing that signs. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { Errors } from "typebox/value";
import { DiagnosisAnswer } from "../../../src/http/admin/diagnosis.ts";
import { addFurtherKey } from "../../../src/store/keys/further-keys.ts";
import { tokenOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { createTrader, requestHeaders } from "../../support/trader.ts";
import type { Headers, Trader } from "../../support/trader.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
let ann: Trader;

before(async () => {
  exchange = await startTradedExchange();
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

const authorization = `Bearer ${"ad".repeat(32)}`;

type KeptRequest = {
  method?: string;
  url?: string;
  headers?: Headers;
  body?: string;
  dialect?: string;
  at?: number;
};

async function ask(path: string, body: unknown): Promise<Reply> {
  return exchange.send(path, { method: "POST", headers: { authorization }, body });
}

async function diagnose({
  method = "POST",
  url = "/order",
  headers,
  body = "",
  ...rest
}: KeptRequest): Promise<Reply> {
  const { now } = exchange.clock;
  const timestamp = String(Math.floor(now / 1000));
  const plain = requestHeaders(ann, { method, path: url, body, now }, { timestamp });
  const list = Object.entries({ ...plain, ...headers });
  const reply = await ask("/diagnoses/request", {
    method,
    url,
    headers: list,
    body: Buffer.from(body).toString("base64"),
    ...rest,
  });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual([...Errors(DiagnosisAnswer, reply.body)], []);
  const { secret, passphrase } = ann.credentials;
  for (const told of [secret, passphrase, plain["SVC_SIGNATURE"]!])
    assert.ok(!reply.text.includes(told), reply.text);
  return reply;
}

const STRANGE = [
  "",
  " ",
  "\0",
  "0x",
  "-1",
  "1e9",
  "NaN",
  "9".repeat(400),
  "é".repeat(200),
  "a, b",
  "__proto__",
];

describe("POST /diagnoses/request", () => {
  for (const name of ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE", "NONCE"])
    it(`answers to any ${name}`, async () => {
      for (const value of STRANGE)
        for (const url of ["/order", "/auth/api-key"])
          await diagnose({ url, headers: { [`SVC_${name}`]: value } });
    });

  it("answers to any URL and method", async () => {
    for (const url of [
      "",
      "/",
      "?",
      "//",
      "http://",
      "http://x",
      "https://x:1/order?a=1#b",
      "/spec/trading/order",
      "\0",
    ])
      for (const method of ["POST", "GET", "", "post"]) await diagnose({ url, method });
  });

  it("answers to any body", async () => {
    const { order } = await ann.sign({ tokenId: tokenOf("rain yes"), side: "BUY" });
    const { apiKey } = ann.credentials;
    const bodies = ["null", "[]", "{}", "1", "{", "[".repeat(20_000), JSON.stringify({ order, owner: 1 })];
    for (const body of bodies)
      assert.equal((await diagnose({ body })).body.first_wrong.mistake, "order_body", body.slice(0, 20));
    for (const field of Object.keys(order))
      for (const value of [...STRANGE, null, -1, 1e30, [], {}, true]) {
        const changed = { order: { ...order, [field]: value }, owner: apiKey, orderType: "GTC" };
        const { ok, first_wrong: wrong } = (await diagnose({ body: JSON.stringify(changed) })).body;
        assert.ok(ok || wrong.mistake !== "", `${field} ${String(value)}: ${JSON.stringify(wrong)}`);
      }
  });

  it("looks at each of several orders", async () => {
    const good = { tokenId: tokenOf("rain yes"), side: "BUY", price: "0.3" } as const;
    const orders = await Promise.all([ann.sign(good), ann.sign({ ...good, size: "0.5" })]);
    const body = orders.map(({ order }) => ({ order, owner: ann.credentials.apiKey, orderType: "GTC" }));
    const found = (await diagnose({ url: "/orders", body: JSON.stringify(body) })).body;
    assert.deepEqual(
      [found.first_wrong.check, found.first_wrong.mistake],
      ["order 2 - minimum", "size_below_minimum"],
    );
    const other = (await diagnose({ url: "/orders", body: "{}" })).body;
    assert.equal(other.first_wrong.mistake, "order_body");
  });

  it("places nothing", async () => {
    const { order } = await ann.sign({ tokenId: tokenOf("rain yes"), side: "BUY" });
    const body = JSON.stringify({ order, owner: ann.credentials.apiKey, orderType: "GTC" });
    const head = exchange.context.engine.head();
    assert.equal((await diagnose({ body })).body.ok, true);
    assert.deepEqual(exchange.context.engine.head(), head);
  });

  it("tells a read-only key from one that trades", async () => {
    const reader = randomUUID();
    const key = { kind: "readonly", apiKey: reader, address: ann.address } as const;
    await addFurtherKey(exchange.context.ownSql, key);
    const read = (headers: Headers): Promise<Reply> =>
      ask("/diagnoses/request", {
        method: "GET",
        url: "/data/orders",
        headers: Object.entries(headers),
        body: "",
      });
    const named = { SVC_ADDRESS: ann.address, SVC_READONLY_API_KEY: reader };
    assert.equal((await read(named)).body.ok, true);
    for (const [mistake, changed] of [
      ["key_unknown", { SVC_READONLY_API_KEY: "somebody" }],
      ["address_not_owner", { SVC_ADDRESS: `0x${"1".repeat(40)}` }],
    ] as const)
      assert.equal((await read({ ...named, ...changed })).body.first_wrong.mistake, mistake);
    const { SVC_ADDRESS: _address, ...nobody } = named;
    assert.equal((await read(nobody)).body.first_wrong.mistake, "headers_missing");
  });

  it("looks at a builder's signature as well, by itself where it is enough", async () => {
    const credentials = await exchange.context.builderKeys.add({
      apiKey: randomUUID(),
      address: ann.address,
    });
    const signed = (request: { method: string; path: string }, changed: Headers = {}): Headers => {
      const sent = { ...request, body: "", now: exchange.clock.now };
      const headers = requestHeaders({ account: ann.account, credentials }, sent, { prefix: "SVC_BUILDER_" });
      return { ...headers, ...changed };
    };
    const [remove, list] = [
      { method: "DELETE", path: "/auth/builder-api-key" },
      { method: "GET", path: "/builder/trades" },
    ];
    for (const request of [remove, list]) {
      const alone = (headers: Headers): Promise<Reply> =>
        ask("/diagnoses/request", {
          method: request.method,
          url: request.path,
          headers: Object.entries(headers),
          body: "",
        });
      assert.equal((await alone(signed(request))).body.ok, true);
      const { first_wrong: wrong } = (await alone(signed({ ...request, path: "/" }))).body;
      assert.deepEqual([wrong.check, wrong.mistake], ["builder's signature", "path_signed"]);
      const unknown = (await alone(signed(request, { SVC_BUILDER_API_KEY: "somebody" }))).body;
      assert.equal(unknown.first_wrong.mistake, "key_unknown");
    }
    const { order } = await ann.sign({ tokenId: tokenOf("rain yes"), side: "BUY" });
    const body = JSON.stringify({ order, owner: ann.credentials.apiKey, orderType: "GTC" });
    const headers = signed({ method: "POST", path: "/order" }, { SVC_BUILDER_PASSPHRASE: "another" });
    const { first_wrong: wrong } = (await diagnose({ body, headers })).body;
    assert.deepEqual([wrong.check, wrong.mistake], ["builder's passphrase", "passphrase_wrong"]);
  });

  it("knows the host that was signed from the URL as well", async () => {
    const [url, path] = ["http://exchange.test:81/balances", "/balances"];
    const headers = requestHeaders(
      ann,
      { method: "GET", path, body: "", now: exchange.clock.now },
      { signedPath: url },
    );
    assert.equal((await diagnose({ method: "GET", url, headers })).body.first_wrong.mistake, "path_signed");
  });

  it("looks at a request as of the moment that is given", async () => {
    const later = exchange.clock.now + 100_000;
    assert.equal(
      (await diagnose({ method: "GET", url: "/balances", at: later })).body.first_wrong.mistake,
      "clock_behind",
    );
    assert.equal((await diagnose({ method: "GET", url: "/balances", at: exchange.clock.now })).body.ok, true);
  });
});

describe("POST /diagnoses/key", () => {
  it("answers to any values, and repeats none of them", async () => {
    for (const value of STRANGE.filter((one) => !one.includes("\0")))
      for (const field of ["apiKey", "address", "secret", "passphrase"]) {
        const reply = await ask("/diagnoses/key", { apiKey: ann.credentials.apiKey, [field]: value });
        assert.equal(reply.status, 200, reply.text);
      }
    const held = { secret: "held-in-secret\0", passphrase: "also-in-secret\0" };
    const { text, status } = await ask("/diagnoses/key", { apiKey: ann.credentials.apiKey, ...held });
    assert.deepEqual([status, /-in-secret/.test(text)], [200, false]);
  });

  it("tells whether the wallet is banned", async () => {
    await exchange.submit({ type: "ban", address: ann.address });
    const { first_wrong: wrong } = (await ask("/diagnoses/key", { apiKey: ann.credentials.apiKey })).body;
    assert.equal(wrong.mistake, "user_banned");
    await exchange.submit({ type: "unban", address: ann.address });
  });
});
