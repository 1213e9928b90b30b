/** Orders whose match is delayed: durable, done once, and decided as if they came when the delay is over. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { OrderType, Side } from "@polymarket/clob-client-v2";
import type { ClobClient } from "@polymarket/clob-client-v2";
import { privateKeyToAccount } from "viem/accounts";
import { lots } from "../../../src/core/units.ts";
import { deleteDelayedOrder, saveDelayedOrder } from "../../../src/store/sandbox/delayed-orders.ts";
import { hashOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { outcomeOf, sharesOf } from "./careful-clients.ts";
import { CONDITION, startFaultySandbox, TOKEN } from "./faulty-sandbox.ts";
import type { FaultySandbox } from "./faulty-sandbox.ts";
import { createTrader } from "../../support/trader.ts";
import { refuseWrites } from "./refused-writes.ts";

const MAKER = walletOf("maker");
const BUY = { tokenID: TOKEN, price: 0.4, size: 10, side: Side.BUY } as const;
const NOT_KNOWN = /the outcome is not known yet/;
const DELAY = { kind: "delay-match", ms: 3_000 } as const;

let sandbox: FaultySandbox;
let client: ClobClient;
let clients = 0;

before(async () => {
  sandbox = await startFaultySandbox("sandbox", { PRESAGE_CLOCK: "virtual" });
  const split = { type: "split", address: MAKER, owner: MAKER, conditionId: CONDITION } as const;
  await sandbox.submit({ ...split, lots: lots(100_000) });
});
beforeEach(async () => {
  client = await sandbox.connect(`bot ${(clients += 1)}`);
  await sandbox.place({ account: MAKER, tokenId: TOKEN, side: "SELL", price: "0.4", size: "100" });
});
afterEach(async () => {
  await sandbox.operate("DELETE", "/sandbox/faults");
  await step();
  await client.cancelAll();
  await sandbox.submit({ type: "cancel-orders", owner: MAKER, reason: "by-owner" });
});
after(() => sandbox.close());

const step = async (seconds = 3): Promise<void> => {
  const { status, body } = await sandbox.operate("POST", "/sandbox/clock", { action: "step", seconds });
  assert.equal(status, 200, JSON.stringify(body));
};
const delay = async (fault: object = DELAY): Promise<void> => {
  const { status, body } = await sandbox.operate("POST", "/sandbox/faults", { faults: [fault] });
  assert.equal(status, 200, JSON.stringify(body));
};
/** The specification's trading address, for requests that the client cannot make. */
const trading = (): Pick<TestExchange, "send" | "clock"> => ({
  clock: { now: sandbox.context.clock() },
  send: async (path, { body, ...request } = {}) => {
    const sent = typeof body === "string" ? { ...request, body } : request;
    const response = await fetch(sandbox.addresses.spec.trading + path, sent);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  },
});
const sign = () => client.createOrder(BUY);
const place = async () => client.postOrder(await sign(), OrderType.GTC);
const queue = () => {
  const { delayedOrders } = sandbox.context;
  assert.ok(delayedOrders !== undefined);
  return delayedOrders;
};
/** Carries out what is due. A check that is underway may have begun before. */
const checkAnew = () => queue().close().then(queue().check);

describe("delayed-unmatched", () => {
  beforeEach(() => sandbox.use("delayed-unmatched"));

  test("a client that takes an accepted order for filled has shares that it has not", async () => {
    const { success, status, takingAmount } = await place();
    assert.deepEqual([success, status, takingAmount], [true, "delayed", ""]);
    await step();
    assert.equal(await sharesOf(client, TOKEN), 0);
  });

  test("a client that asks for the order until it is done knows that it was unmatched", async () => {
    const { orderID } = await place();
    assert.equal(await outcomeOf(client, orderID, step), "UNMATCHED");
    const [found] = await client.getOpenOrders({ id: orderID });
    assert.deepEqual([found?.status, found?.size_matched], ["UNMATCHED", "0"]);
    assert.deepEqual(await client.getOpenOrders({ asset_id: TOKEN }), []);
  });
});

describe("a delayed match", () => {
  test("is a fill after the delay, and a client that orders again meanwhile buys twice", async () => {
    await delay();
    const { orderID } = await place();
    assert.equal((await client.getOrder(orderID)).status, "DELAYED");
    assert.equal(await sharesOf(client, TOKEN), 0);
    await place();
    await step(2.999);
    assert.equal((await client.getOrder(orderID)).status, "DELAYED");
    await step(0.001);
    assert.equal(await outcomeOf(client, orderID, step), "MATCHED");
    assert.equal(await sharesOf(client, TOKEN), 20);
  });

  test("with a wallet for key is drawn for its orders alone", async () => {
    await delay({ ...DELAY, key: walletOf("nobody") });
    assert.equal((await place()).status, "matched");
    const { address } = privateKeyToAccount(`0x${hashOf(`bot ${clients}`).slice(2)}`);
    await delay({ ...DELAY, key: address });
    assert.equal((await place()).status, "delayed");
  });

  test("is not drawn for orders that would rest, or are refused", async () => {
    await delay();
    const resting = await client.postOrder(await client.createOrder({ ...BUY, price: 0.3 }), OrderType.GTC);
    assert.equal(resting.status, "live");
    await assert.rejects(
      client.createOrder({ ...BUY, size: 1_000_000 }).then((order) => client.postOrder(order)),
    );
    const { body } = await sandbox.operate("GET", "/sandbox/faults");
    assert.equal(body.faults[0].met, 0);
  });

  test("rests where the book has nothing left after the delay, and a market order is killed", async () => {
    await delay();
    const resting = await place();
    const market = await client.postOrder(
      await client.createMarketOrder({ tokenID: TOKEN, amount: 4, side: Side.BUY }),
      OrderType.FOK,
    );
    assert.equal(market.status, "delayed");
    await sandbox.submit({ type: "cancel-orders", owner: MAKER, reason: "by-owner" });
    await step();
    assert.equal((await client.getOrder(resting.orderID)).status, "LIVE");
    const { body } = await sandbox.operate("GET", "/sandbox/faults");
    assert.equal(body.faults[0].met, 2);
    assert.equal((await client.getOrder(market.orderID)).status, "CANCELED");
    assert.equal(queue().find(market.orderID), undefined);
  });

  test("tells its group, has no place in a queue, and is not replaced before its end", async () => {
    const dan = await createTrader(trading(), "dan");
    await dan.request("POST", "/order-groups", { body: { group: "delayed", shares_limit: "100" } });
    await delay();
    const terms = { tokenId: TOKEN, side: "BUY", price: "0.4", size: "10" } as const;
    const placeWith = (controls: object) =>
      dan.place(terms, { changeBody: (body) => ({ ...body, ...controls }) });
    const { body } = await placeWith({ order_group: "delayed" });
    assert.deepEqual([body.status, body.order_group], ["delayed", "delayed"]);
    const position = await dan.request("GET", `/queue-position?order_id=${body.orderID}`);
    assert.deepEqual([position.status, position.body.code], [400, "order_not_open"]);
    assert.match(position.body.hint, /is delayed: it has no place in a queue before it is matched$/);
    const replacing = await placeWith({ replaces: body.orderID });
    assert.equal(replacing.body.code, "replaced_not_open");
    assert.match(replacing.body.hint, /which is delayed: it is not open before it is matched$/);
    await step();
  });

  test("cannot be cancelled before its end, and holds nothing", async () => {
    await delay();
    const { orderID } = await place();
    const { canceled, not_canceled: reasons } = await client.cancelOrder({ orderID });
    assert.deepEqual(canceled, []);
    assert.match(reasons[orderID], /is delayed/);
    await step();
    assert.equal(await sharesOf(client, TOKEN), 10);
  });

  test("is acknowledged once of many that are sent at once, and filled once", async () => {
    await delay();
    const order = await sign();
    const sent = Array.from({ length: 8 }, () => client.postOrder(order, OrderType.GTC));
    const answers = await Promise.allSettled(sent);
    assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1);
    await step();
    assert.equal(await sharesOf(client, TOKEN), 10);
  });

  test("is done once: sent again, and after a stop between its commit and its removal", async () => {
    await delay();
    const order = await sign();
    const { orderID } = await client.postOrder(order, OrderType.GTC);
    await assert.rejects(client.postOrder(order, OrderType.GTC), /Duplicated/);
    const kept = queue().find(orderID);
    assert.ok(kept !== undefined);
    await step();
    assert.equal(queue().find(orderID), undefined);
    await saveDelayedOrder(sandbox.context.ownSql, kept);
    await queue().reload();
    assert.deepEqual(queue().find(orderID), kept);
    await checkAnew();
    assert.equal(queue().find(orderID), undefined);
    assert.equal(await sharesOf(client, TOKEN), 10);
    await assert.rejects(client.postOrder(order, OrderType.GTC), /Duplicated/);
  });

  test("ends as it was decided first, where its end could not be written at once", async () => {
    await delay();
    const { orderID } = await place();
    await sandbox.submit({ type: "pause-market", conditionId: CONDITION });
    const allowWrites = await refuseWrites(sandbox.context.ownSql, "delayed_orders", "update");
    await step();
    assert.equal(queue().find(orderID)?.ended, undefined);
    await sandbox.submit({ type: "resume-market", conditionId: CONDITION });
    const told: unknown[] = [];
    queue().follow((order) => told.push([order.command.id, order.ended?.reason]));
    await allowWrites();
    await checkAnew();
    assert.equal(queue().find(orderID)?.ended?.reason, "market_paused");
    assert.deepEqual(told, [[orderID, "market_paused"]]);
    assert.equal(await sharesOf(client, TOKEN), 0);
  });

  test("waits while the exchange takes no orders, and is not told unmatched then if it is placed", async () => {
    await delay();
    const waiting = await place();
    const done = await place();
    const kept = queue().find(done.orderID);
    assert.ok(kept !== undefined);
    await sandbox.submit(kept.command);
    await sandbox.submit({ type: "set-mode", mode: "cancel-only" });
    await step();
    for (const { orderID } of [waiting, done]) assert.equal(queue().find(orderID)?.ended, undefined);
    await sandbox.submit({ type: "set-mode", mode: "normal" });
    await checkAnew();
    for (const { orderID } of [waiting, done]) assert.equal(queue().find(orderID), undefined);
    assert.equal(await sharesOf(client, TOKEN), 20);
  });

  test("stays as it was written first, also where that answer was lost", async () => {
    await delay();
    const { orderID } = await place();
    const kept = queue().find(orderID);
    assert.ok(kept !== undefined);
    await deleteDelayedOrder(sandbox.context.ownSql, orderID);
    await queue().reload();
    await saveDelayedOrder(sandbox.context.ownSql, kept);
    const again = await queue().keep(kept.command, { ms: 60_000, matches: false });
    assert.deepEqual(again.order, kept);
    assert.deepEqual(queue().find(orderID), kept);
  });

  describe("whose write had no answer", () => {
    let orderId: string;
    let order: Awaited<ReturnType<typeof sign>>;
    let allowWrites: () => Promise<void>;

    beforeEach(async () => {
      await delay();
      order = await client.createMarketOrder({ tokenID: TOKEN, amount: 4, side: Side.BUY });
      orderId = (await client.postOrder(order, OrderType.FOK)).orderID;
      await deleteDelayedOrder(sandbox.context.ownSql, orderId);
      await queue().reload();
      allowWrites = await refuseWrites(sandbox.context.ownSql, "delayed_orders", "insert");
      await assert.rejects(client.postOrder(order, OrderType.FOK), NOT_KNOWN);
      assert.equal(queue().find(orderId), undefined);
      assert.equal(queue().findUnclear(orderId)?.command.id, orderId);
    });
    afterEach(() => allowWrites());

    test("goes with all else on a way back", async () => {
      await queue().reload();
      assert.equal(queue().findUnclear(orderId), undefined);
    });

    test("is written until the table has it, and matched once its delay is over", async () => {
      await queue().check();
      assert.equal(queue().find(orderId), undefined);
      assert.match((await client.cancelOrder({ orderID: orderId })).not_canceled[orderId], /is delayed/);
      await allowWrites();
      await checkAnew();
      assert.equal(queue().findUnclear(orderId), undefined);
      assert.equal((await client.getOrder(orderId)).status, "DELAYED");
      await step();
      assert.equal((await client.getOrder(orderId)).status, "MATCHED");
      assert.equal(await sharesOf(client, TOKEN), 10);
    });

    test("is not placed at once when it is sent again, also where no delay is in force any more", async () => {
      await sandbox.operate("DELETE", "/sandbox/faults");
      await assert.rejects(client.postOrder(order, OrderType.FOK), NOT_KNOWN);
      await allowWrites();
      await checkAnew();
      await assert.rejects(client.postOrder(order, OrderType.FOK), /Duplicated/);
      await step();
      assert.equal(await sharesOf(client, TOKEN), 10);
    });

    test("holds up no other order that is due", async () => {
      await allowWrites();
      const { orderID } = await place();
      allowWrites = await refuseWrites(sandbox.context.ownSql, "delayed_orders", "insert");
      const other = await client.createMarketOrder({ tokenID: TOKEN, amount: 4, side: Side.BUY });
      await assert.rejects(client.postOrder(other, OrderType.FOK), NOT_KNOWN);
      await step();
      assert.equal((await client.getOrder(orderID)).status, "MATCHED");
    });
  });

  test("goes back with the exchange to a snapshot, and is matched after it", async () => {
    await delay();
    const { orderID } = await place();
    assert.equal((await sandbox.operate("POST", "/sandbox/snapshot", { name: "delayed" })).status, 200);
    await step();
    assert.equal((await client.getOrder(orderID)).status, "MATCHED");
    assert.equal((await sandbox.operate("POST", "/sandbox/revert", { name: "delayed" })).status, 200);
    assert.equal((await client.getOrder(orderID)).status, "DELAYED");
    await step();
    assert.equal((await client.getOrder(orderID)).status, "MATCHED");
    assert.equal(await sharesOf(client, TOKEN), 10);
  });

  test("is asked for of placements alone", async () => {
    const refused = await sandbox.operate("POST", "/sandbox/faults", {
      faults: [{ ...DELAY, routes: ["GET /book"] }],
    });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /routes: expected/);
  });
});
