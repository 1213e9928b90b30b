/** An exchange whose read tables are held at the bound of the rows that wait: everybody is answered, and nothing is lost. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pino } from "pino";
import { getStatus } from "../../../src/http/admin/exchange/status.ts";
import { createApiKey } from "../../../src/http/trading/account/keys.ts";
import { cancelOrder } from "../../../src/http/trading/orders/cancels.ts";
import { getOrder } from "../../../src/http/trading/orders/orders.ts";
import { placeOrder } from "../../../src/http/trading/orders/place-orders.ts";
import { PROJECTOR_LIMITS } from "../../../src/store/projector/projector-limits.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { withSql } from "../../support/history.ts";
import { createTrader } from "../../support/trader.ts";
import type { SignedOrder, Trader } from "../../support/trader.ts";
import { until } from "../../support/until.ts";

const MAX_ROWS = 60;
const EARLIER = 10;
const WAITING = 100;
const TERMS = { tokenId: tokenOf("rain yes"), side: "BUY", price: "0.3", size: "1" } as const;
const OPERATOR = { headers: { authorization: `Bearer ${"ad".repeat(32)}` } };

/** Warnings of a wait that lasts for seconds, as it does on a loaded machine. */
const OF_LONG_WAITS = new Set([
  "a write of the read tables takes long",
  "the write of the read tables waits for locks of other sessions",
]);

type LogLine = { readonly level: number; readonly msg: string };

describe("the bound of the rows that wait for the read tables", () => {
  const lines: LogLine[] = [];
  let exchange: TestExchange;
  let ann: Trader;

  before(async () => {
    exchange = await startTestExchange({
      endpoints: [createApiKey, placeOrder, cancelOrder, getOrder, getStatus(() => undefined, undefined)],
      tableLimits: { ...PROJECTOR_LIMITS, mostRows: MAX_ROWS },
      log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    });
    await exchange.list(testListing([{ name: "rain" }]));
    ann = await createTrader(exchange, "ann");
  });
  after(() => exchange.close());

  const standing = () => exchange.context.tables.standing();
  const signMany = (count: number): Promise<SignedOrder[]> =>
    Promise.all(Array.from({ length: count }, () => ann.sign(TERMS)));

  /** Places orders one after the other until there is no room for the rows of another. */
  async function fillUp(): Promise<string[]> {
    const placed: string[] = [];
    while (standing().rows < MAX_ROWS) {
      const { status, body } = await ann.place(TERMS);
      assert.equal(status, 200);
      placed.push(body.orderID);
    }
    return placed;
  }

  /** Sends orders and cancels that wait for the writer, and checks what the operator is shown meanwhile. */
  async function sendAtBound(orders: readonly SignedOrder[], cancelled: readonly string[]): Promise<void> {
    const { engine } = exchange.context;
    const [head, { rows, bytes, behind }] = [engine.head().seq, standing()];
    const replies = [...orders.map(({ order }) => ann.post(order)), ...cancelled.map((id) => ann.cancel(id))];
    await until("the writer waits", () => standing().holdsWriter);
    const status = await exchange.send("/status", OPERATOR);
    assert.equal(status.status, 200);
    assert.equal(status.body.exchange.waiting, "the read tables cannot take more");
    const { flushSeconds, blockedBy, ...tables } = status.body.tables;
    assert.ok(flushSeconds >= 0 && blockedBy.length === 1);
    const sequence = head - behind;
    assert.deepEqual(tables, {
      sequence,
      behind,
      rows,
      bytes,
      waitingReads: 0,
      holdsWriter: true,
      failing: null,
    });
    for (const reply of await Promise.all(replies)) assertRefused(reply);
    assert.deepEqual([engine.head().seq, standing().rows], [head, rows]);
  }

  it("is kept: what comes then is refused in time, and all that was acknowledged is there later", async () => {
    const [cancelled, orders] = [await placeAll(ann, await signMany(EARLIER)), await signMany(WAITING)];
    await exchange.context.tables.reach();
    const placed = await withSql(exchange.databaseUrl, (sql) =>
      sql.begin(async (holder) => {
        await holder`select from read_tables for update`;
        const filled = await fillUp();
        await sendAtBound(orders, cancelled);
        return filled;
      }),
    );
    assert.deepEqual(
      lines.filter(({ msg }) => !OF_LONG_WAITS.has(msg)).map(({ level, msg }) => [level, msg]),
      [[40, "the writer waits for the read tables"]],
    );
    for (const { id } of orders) assert.equal((await ann.request("GET", `/data/order/${id}`)).status, 404);
    const later = await placeAll(ann, orders);
    for (const id of cancelled) assert.deepEqual((await ann.cancel(id)).body.canceled, [id]);
    for (const id of [...placed, ...later]) assert.equal(await statusOf(ann, id), "live");
    for (const id of cancelled) assert.equal(await statusOf(ann, id), "canceled");
    const verify = () => inSnapshot(exchange.databaseUrl, "bound test", verifyExchange);
    const { differences, batches, tables } = await verify();
    assert.deepEqual({ differences, tables }, { differences: [], tables: batches });
    assert.equal(batches, exchange.context.engine.head().seq);
  });
});

/** Sends signed orders that must be accepted, each as a new one; gives their ids. */
async function placeAll(trader: Trader, orders: readonly SignedOrder[]): Promise<string[]> {
  const replies = await Promise.all(orders.map(({ order }) => trader.post(order)));
  return replies.map(({ status, body }, index) => {
    assert.deepEqual([status, body.orderID, body.status], [200, orders[index]!.id, "live"]);
    return body.orderID;
  });
}

const statusOf = async (trader: Trader, id: string): Promise<string> =>
  (await trader.request("GET", `/data/order/${id}`)).body.status;

function assertRefused({ status, headers, body, text }: Reply): void {
  assert.deepEqual([status, headers.get("retry-after")], [503, "1"], text);
  assert.equal(body.code, "not_accepting", text);
  assert.match(
    body.hint,
    /^(it waited for more than 2000 ms|commands wait for \d+ ms already), since the read tables cannot take more; nothing was done, try again$/,
  );
}
