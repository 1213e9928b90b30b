/** Requests of every kind but placements: the diagnosis refuses them for the same reason as the exchange does. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { DiagnosisAnswer } from "../../../src/http/admin/diagnosis.ts";
import { tokenOf } from "../../support/exchange.ts";
import { createTrader, requestHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
let ann: Trader;

before(async () => {
  exchange = await startTradedExchange({ PRESAGE_PUBLIC_RECORDS: "false" });
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

type SentRequest = readonly [method: "GET" | "POST" | "DELETE", url: string, body?: string];

const headersFor = ([method, url, body = ""]: SentRequest) =>
  requestHeaders(ann, { method, path: url.split("?")[0]!, body, now: exchange.clock.now });

async function diagnose(sent: SentRequest, credentials: object = headersFor(sent)): Promise<DiagnosisAnswer> {
  const [method, url, body = ""] = sent;
  const reply = await exchange.send("/diagnoses/request", {
    method: "POST",
    headers: { authorization: `Bearer ${"ad".repeat(32)}` },
    body: {
      method,
      url,
      headers: Object.entries(credentials),
      body: Buffer.from(body).toString("base64"),
    },
  });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

const ID = `0x${"ab".repeat(32)}`;

const REFUSED: readonly (readonly [check: string, mistake: string, ...SentRequest])[] = [
  ["payload", "invalid_payload", "POST", "/v1/heartbeats", '{"heartbeat_id":5}'],
  ["answer", "invalid_payload", "GET", "/data/trades?before=abc"],
  ["query", "invalid_payload", "GET", "/book"],
  ["query", "invalid_payload", "GET", "/book?token_id=1&token_id=2"],
  ["query", "invalid_payload", "GET", "/book?token_id=%00"],
  ["answer", "unknown_token", "GET", "/book?token_id=12"],
  ["answer", "invalid_side", "GET", "/price?token_id=12&side=BYU"],
  ["payload", "invalid_payload", "POST", "/books", '{"token_id":1}'],
  ["payload", "malformed_json", "POST", "/orders-scoring", "{bad"],
  ["payload", "malformed_json", "DELETE", "/order", '{"orderID":'],
  ["answer", "invalid_payload", "DELETE", "/order", "{}"],
  ["answer", "invalid_payload", "DELETE", "/cancel-market-orders", "{}"],
  ["query", "invalid_payload", "GET", "/order-scoring"],
  ["path", "", "GET", "/markets/%zz"],
  ["payload", "order_body", "POST", "/order", "{bad"],
  ["answer", "batch_size", "POST", "/orders", "[]"],
  ["answer", "dry_run_refused", "POST", "/orders?dry_run=true", "[{}]"],
];

describe("what the exchange refuses", () => {
  for (const [check, mistake, ...sent] of REFUSED)
    it(`is refused at the check ${check}: ${sent.join(" ")}`, async () => {
      const [method, url, body] = sent;
      const headers = { ...headersFor(sent), "content-type": "application/json" };
      const refusal = await exchange.send(url, { method, headers, ...(body !== undefined && { body }) });
      assert.ok(refusal.status >= 400 && refusal.status < 500, refusal.text);
      const { first_wrong: wrong } = await diagnose(sent);
      assert.deepEqual([wrong?.check, wrong?.mistake], [check, mistake], JSON.stringify(wrong));
      if (mistake !== "order_body") assert.equal(wrong?.hint, refusal.body.hint);
    });

  it("is refused on the data and the catalog interface as well, with what was expected", async () => {
    for (const [url, check, hint] of [
      ["/spec/data/positions", "query", /^user: expected a wallet address.*, got nothing$/],
      ["/spec/data/holders?market=rain&limit=many", "query", /^\w+: expected /],
      ["/spec/catalog/markets?limit=many", "query", /^limit: expected an integer.*, got "many"$/],
      ["/spec/catalog/markets/slug/nothing-of-the-kind", "answer", /slug not found/],
    ] as const) {
      const { first_wrong: wrong } = await diagnose(["GET", url]);
      assert.equal(wrong?.check, check, JSON.stringify(wrong));
      assert.match(wrong.hint, hint);
    }
  });
});

describe("what is right", () => {
  it("is answered when it reads", async () => {
    for (const url of [
      `/book?token_id=${tokenOf("rain yes")}`,
      "/data/orders",
      "/spec/catalog/markets?limit=2",
    ]) {
      const { ok, checks } = await diagnose(["GET", url]);
      assert.ok(ok, JSON.stringify(checks));
      assert.deepEqual(checks.at(-1)?.check, "answer");
    }
  });

  it("needs no key where a builder code is named", async () => {
    const named = await diagnose(["GET", `/builder/trades?builder_code=${ID}`], {});
    assert.ok(named.ok, JSON.stringify(named.checks));
    const empty = await diagnose(["GET", "/builder/trades?builder_code="], {});
    assert.equal(empty.first_wrong?.mistake, "headers_missing");
  });

  it("is not carried out when it changes something, and that is said", async () => {
    const placed = await ann.place({ tokenId: tokenOf("rain yes"), side: "BUY", price: "0.3" });
    assert.equal(placed.status, 200, placed.text);
    const head = exchange.context.engine.head();
    const order = JSON.stringify({ orderID: placed.body.orderID });
    for (const sent of [
      ["DELETE", "/order", order],
      ["DELETE", "/orders", JSON.stringify([ID, placed.body.orderID])],
      ["DELETE", "/cancel-all"],
      ["DELETE", "/auth/api-key"],
      ["POST", "/auth/readonly-api-key"],
    ] as const) {
      const { ok, checks } = await diagnose(sent);
      assert.ok(ok, JSON.stringify(checks));
      const { check, got, hint } = checks.at(-1)!;
      assert.deepEqual([check, got], ["answer", "not tried"]);
      assert.match(hint, /not carried out/);
    }
    assert.deepEqual(exchange.context.engine.head(), head);
    assert.equal((await ann.request("GET", "/auth/readonly-api-keys")).body.length, 0);
  });
});
