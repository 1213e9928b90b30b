/** Reads while the read tables cannot follow: each waits, and is then told to come again. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { getOrder } from "../../src/http/trading/orders/orders.ts";
import { startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { withSql } from "../support/history.ts";

const ANN = walletOf("ann");

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [getOrder] });
  await exchange.list(testListing([{ name: "rain" }]));
  await exchange.open(ANN, "100");
});

after(() => exchange.close());

it("an order is acknowledged while its row waits; reads of it are refused after their time, and find it later", async () => {
  const readAll = (id: string) =>
    Promise.all(DIALECTS.map((dialect) => exchange.get(`/data/order/${id}`, dialect)));
  const { tables } = exchange.context;
  await tables.reach();
  const order = {
    account: ANN,
    tokenId: tokenOf("rain yes"),
    side: "BUY",
    price: "0.5",
    size: "10",
  } as const;
  const id = await withSql(exchange.databaseUrl, (sql) =>
    sql.begin(async (holder) => {
      await holder`lock table read_tables in exclusive mode`;
      const placed = await exchange.place(order);
      for (const { status, headers, body } of await readAll(placed)) {
        assert.deepEqual([status, headers.get("retry-after")], [503, "1"]);
        assert.equal(typeof (body.code ?? body.error?.code), "string", JSON.stringify(body));
      }
      assert.equal(tables.standing().behind, 1);
      return placed;
    }),
  );
  await tables.reach();
  for (const { status, body } of await readAll(id)) assert.deepEqual([status, body.id], [200, id]);
});
