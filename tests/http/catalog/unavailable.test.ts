/** A statement that the database gave up: the caller may try again, and it is no bug. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { until } from "../../support/until.ts";
import { DIALECTS, startCatalog } from "./world.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startCatalog();
});
after(() => exchange.close());

for (const dialect of DIALECTS) {
  test(`a read that is cancelled is answered with 503 in the ${dialect} dialect`, async () => {
    const sql = await exchange.context.sql();
    const cancelWaiting = async (): Promise<boolean> => {
      const { length } = await sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return length > 0;
    };
    const reply = await sql.begin(async (holder) => {
      await holder`lock table event_entries in access exclusive mode`;
      const asked = exchange.get("/events", dialect);
      await until("the read waits for the table", cancelWaiting);
      return asked;
    });
    assert.equal(reply.status, 503);
    const error = "the database did not answer in time; nothing is lost; try again";
    assert.deepEqual(reply.body, { type: "unavailable", error });
    assert.equal(reply.headers.get("retry-after"), "1");
    assert.equal(reply.headers.get("cache-control"), "no-store");
  });
}
