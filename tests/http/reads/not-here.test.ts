/** Routes of the services that this exchange does not have: requests for quotes, and orders from before a migration. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import { startWorld } from "../account/world.ts";
import { assertRefused } from "./matches-answer.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startWorld();
});

after(() => exchange.close());

const QUOTE_ROUTES = [
  ["POST", "/rfq/request"],
  ["DELETE", "/rfq/request"],
  ["POST", "/rfq/request/accept"],
  ["POST", "/rfq/quote"],
  ["DELETE", "/rfq/quote"],
  ["POST", "/rfq/quote/approve"],
  ["GET", "/rfq/data/requests"],
  ["GET", "/rfq/data/quotes"],
  ["GET", "/rfq/data/requester/quotes?quoteIds=1&quoteIds=2"],
  ["GET", "/rfq/data/quoter/quotes"],
  ["GET", "/rfq/data/best-quote?requestId=1"],
  ["GET", "/rfq/config"],
] as const;

for (const [method, path] of QUOTE_ROUTES) {
  test(`${method} ${path} says that it is not supported, whatever is sent`, async () => {
    const bodies = method === "GET" ? [undefined] : [undefined, {}, [], "null", { requestId: "1" }];
    for (const dialect of DIALECTS) {
      for (const body of bodies) {
        const reply = await exchange.send(path, { method, body }, dialect);
        const hint = assertRefused(reply, { status: 501, code: "not_supported", error: "not supported" });
        assert.match(hint, /POST \/order/);
      }
    }
  });
}

test("GET /data/pre-migration-orders is an empty page, to who signs for it", async () => {
  const path = "/data/pre-migration-orders";
  const ann = await createTrader(exchange, "ann");
  for (const query of ["", "?next_cursor=MA==", "?next_cursor=LTE="]) {
    const reply = await ann.request("GET", path + query);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, { data: [], next_cursor: "LTE=", limit: 100, count: 0 });
  }
  assertRefused(await ann.request("GET", `${path}?next_cursor=x`), { status: 400, code: "invalid_cursor" });
  assertRefused(await exchange.get(path), { status: 401, code: "unauthorized" });
});
