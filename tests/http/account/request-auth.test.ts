/** Credentials of requests in the sandbox: the signed parts of a request, and the reasons of a wrong signature. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { NO_ORDER, setHeader } from "../../support/damaged-requests.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader, requestHeaders } from "../../support/trader.ts";
import type { RequestOptions, Trader } from "../../support/trader.ts";
import { startWorld } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;

before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

/** A cancel of an order that does not exist: 200 when the request is let in. */
const cancel = (options: RequestOptions = {}) => ann.cancel(NO_ORDER, options);

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

test("inc-28: the Python clients sign apostrophes as quotes, and send them as they are", async () => {
  const body = JSON.stringify({ orderID: NO_ORDER, note: "it's 'quoted'" });
  const reply = await ann.request("DELETE", "/order", { body, signedBody: body.replaceAll("'", '"') });
  assert.equal(reply.status, 200, reply.text);
  const other = await ann.request("DELETE", "/order", { body, signedBody: body.replace("'", '"') });
  assert.equal(other.status, 401);
});
