/** Changes by operators while another session locks a table and the read tables have all that was committed. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withSql } from "../../support/history.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

describe("a change to a market while another session locks a table", () => {
  let exchange: OperatedExchange;

  before(async () => {
    exchange = await startTradedExchange();
  });
  after(() => exchange.close());

  const whileLocked = (table: string, work: () => Promise<void>): Promise<unknown> =>
    withSql(exchange.databaseUrl, (sql) =>
      sql.begin(async (holder) => {
        await exchange.context.tables.reach();
        await holder`lock table ${holder(table)} in access exclusive mode`;
        await work();
      }),
    );
  const change = (word: string) =>
    exchange.call("desk", "POST", `/markets/rain/${word}`, { reason: "a lock" });

  it("is made and answered where it needs nothing of the table", async () => {
    await whileLocked("orders", async () => {
      const { status, body } = await change("pause");
      assert.deepEqual([status, body.status, body.openOrders], [200, "paused", 0]);
    });
    await whileLocked("market_states", async () => {
      const { status, body } = await change("resume");
      assert.deepEqual([status, body.status], [200, "active"]);
    });
  });

  it("is refused before it is made where the market cannot be found", async () => {
    await whileLocked("markets", async () => {
      const { seq } = exchange.context.engine.head();
      const { status, body } = await change("pause");
      assert.deepEqual(
        [status, body.code, body.hint],
        [503, "not_accepting", "the database did not answer in time; nothing was done, try again"],
      );
      assert.equal(exchange.context.engine.head().seq, seq);
    });
  });
});
