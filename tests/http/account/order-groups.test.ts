/** Order groups, as docs/trading/order-controls.md shows them. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { loadTables } from "../../../src/store/projector/load-tables.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Headers, OrderTerms, PlacementOptions, Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, NO, snapshot, startTraders, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());
beforeEach(async () => {
  for (const trader of [ann, ben]) {
    await trader.request("DELETE", "/cancel-all");
    for (const { group } of await listGroups(trader))
      await trader.request("DELETE", "/order-groups", { body: { group } });
  }
});

const BID: OrderTerms = { tokenId: YES, side: "BUY", price: "0.5", size: "10" };
/** Meets the bid, since the prices of the two outcomes sum to 1. */
const OTHER_BID: OrderTerms = { ...BID, tokenId: NO };

type DescribedGroup = {
  readonly group: string;
  readonly shares_limit: string;
  readonly window_ms: number;
  readonly state: string;
  readonly shares_filled: string;
  readonly orders: readonly string[];
};

async function listGroups(trader: Trader): Promise<readonly DescribedGroup[]> {
  const { status, body, text } = await trader.request("GET", "/order-groups");
  assert.equal(status, 200, text);
  return body;
}

const set = (trader: Trader, body: object): Promise<Reply> =>
  trader.request("POST", "/order-groups", { body });

async function setGroup(group: string, shares_limit: string, window_ms = 15_000): Promise<void> {
  const { status, text } = await set(ann, { group, shares_limit, window_ms });
  assert.equal(status, 200, text);
}

const reset = (group: string): Promise<Reply> =>
  ann.request("POST", "/order-groups/reset", { body: { group } });

const inGroup = (order_group: unknown, options: PlacementOptions = {}): PlacementOptions => ({
  ...options,
  changeBody: (body) => ({ ...body, order_group }),
});

async function rest(group: string, terms: OrderTerms = BID): Promise<string> {
  const { status, body, text } = await ann.place(terms, inGroup(group));
  assert.deepEqual([status, body.status], [200, "live"], text);
  return body.orderID;
}

async function endOf(id: string): Promise<readonly string[]> {
  const { status, sizeMatched, reason } = (await ann.request("GET", `/data/order/${id}`)).body.order;
  return [status, sizeMatched, ...(reason === undefined ? [] : [reason])];
}

/** Fills so many shares of bids for the first outcome. */
async function fill(size: string, terms: OrderTerms = OTHER_BID): Promise<void> {
  const { body, text } = await ben.place({ ...terms, size });
  assert.equal(body.status, "matched", text);
}

describe("a group that reaches its limit", () => {
  for (const dialect of DIALECTS)
    test(`${dialect}: its other orders are cancelled in the same step, and further ones refused`, async () => {
      await setGroup("quotes", "12");
      const placed = await ann.place(BID, inGroup("quotes", { dialect }));
      assert.deepEqual([placed.status, placed.body.status], [200, "live"], placed.text);
      const first: string = placed.body.orderID;
      const second = await rest("quotes");
      const third = await rest("quotes", { ...BID, price: "0.49" });
      const elsewhere = (await ann.place({ ...BID, price: "0.4" })).body.orderID;
      // One order of another meets all three: the second brings the group to its limit, and the third is gone.
      const taker = await ben.place({ ...OTHER_BID, price: "0.51", size: "25" });
      assert.deepEqual([taker.body.status, taker.body.takingAmount], ["matched", "20"], taker.text);
      assert.deepEqual(await endOf(first), ["matched", "10"]);
      assert.deepEqual(await endOf(second), ["matched", "10"]);
      assert.deepEqual(await endOf(third), ["canceled", "0", "group-limit"]);
      assert.deepEqual(await endOf(elsewhere), ["live", "0"]);
      await ben.request("DELETE", "/cancel-all");
      const [group] = await listGroups(ann);
      assert.deepEqual([group?.state, group?.shares_filled, group?.orders], ["stopped", "20", []]);
      const refused = await ann.place(BID, inGroup("quotes", { dialect }));
      const error = dialect === "kuest" ? "could not insert order" : "order group reached its limit";
      assertRefused(refused, { status: 400, code: "order_group_stopped", error }, true);
      assert.equal(
        refused.body.hint,
        "order group quotes reached its limit of 12 shares in 15000 ms; reset it to place orders",
      );
      const opened = await reset("quotes");
      assert.deepEqual([opened.body.state, opened.body.shares_filled], ["open", "0"], opened.text);
      assert.equal((await ann.place(BID, inGroup("quotes", { dialect }))).body.status, "live");
    });

  test("the fill that reaches the limit counts whole, and what is left of its order is cancelled", async () => {
    await setGroup("quotes", "3");
    const id = await rest("quotes");
    await fill("4");
    assert.deepEqual(await endOf(id), ["canceled", "4", "group-limit"]);
    const { held } = exchange.context.engine.exchange.accountByAddress.get(ann.address)!;
    assert.equal(held, 0);
  });

  test("fills of an incoming order count, and its remainder does not rest", async () => {
    await setGroup("quotes", "5");
    const other = await rest("quotes", { ...BID, price: "0.1" });
    const offer = await ben.place({ ...OTHER_BID, size: "6" });
    assert.equal(offer.body.status, "live", offer.text);
    const { body } = await ann.place(BID, inGroup("quotes"));
    assert.equal(body.status, "matched");
    assert.deepEqual(await endOf(body.orderID), ["canceled", "6", "group-limit"]);
    assert.deepEqual(await endOf(other), ["canceled", "0", "group-limit"]);
  });

  test("an incoming order meets orders until its group is at its limit, and no further", async () => {
    const rested = async (): Promise<void> => {
      for (const price of ["0.5", "0.51", "0.52"])
        assert.equal((await ben.place({ ...OTHER_BID, price, size: "10" })).body.status, "live");
    };
    const buy: OrderTerms = { ...BID, price: "0.6", size: "30" };
    await rested();
    await setGroup("quotes", "15");
    const whole = await ann.place(buy, inGroup("quotes", { orderType: "FOK" }));
    assert.equal(whole.body.code, "fok_not_filled");
    assert.match(whole.body.hint, /or better, order group quotes reaches its limit with 20 of them$/);
    for (const [orderType, filled] of [
      ["GTC", "20"],
      ["FAK", "20"],
    ] as const) {
      const placed = await ann.place(buy, inGroup("quotes", { orderType }));
      assert.deepEqual([placed.body.takingAmount, placed.body.order_group], [filled, "quotes"], placed.text);
      assert.deepEqual(await endOf(placed.body.orderID), ["canceled", filled, "group-limit"]);
      await ben.request("DELETE", "/cancel-all");
      await reset("quotes");
      await rested();
    }
  });

  test("an order that must fill as a whole does not meet orders that its own fills cancel", async () => {
    await setGroup("quotes", "5");
    const ids = [await rest("quotes"), await rest("quotes")];
    const { body } = await ben.place({ ...OTHER_BID, size: "15" }, { orderType: "FOK" });
    assert.equal(body.code, "fok_not_filled");
    assert.match(body.hint, /the book has 10 before these fills stop order groups of its makers$/);
    for (const id of ids) assert.deepEqual(await endOf(id), ["live", "0"]);
    assert.equal((await listGroups(ann))[0]?.state, "open");
  });
});

describe("the window", () => {
  test("shares leave it, in hundredths of its length", async () => {
    await setGroup("quotes", "10", 10_000);
    await rest("quotes", { ...BID, size: "30" });
    await fill("6");
    const filledAt = exchange.context.engine.head().at;
    await exchange.wait(5_050);
    await fill("3");
    assert.equal((await listGroups(ann))[0]?.shares_filled, "9");
    // The first fill counts until ten seconds after the end of its hundredth of them.
    const left = Math.ceil(filledAt / 100) * 100 + 10_000 - exchange.clock.now;
    await exchange.wait(left - 1);
    assert.equal((await listGroups(ann))[0]?.shares_filled, "9");
    await exchange.wait(1);
    assert.equal((await listGroups(ann))[0]?.shares_filled, "3");
    await fill("6");
    assert.deepEqual(
      [(await listGroups(ann))[0]?.state, (await listGroups(ann))[0]?.shares_filled],
      ["open", "9"],
    );
    await fill("1");
    assert.equal((await listGroups(ann))[0]?.state, "stopped");
  });

  test("a limit that is lowered to what was filled stops the group, and a raised one does not reset it", async () => {
    await setGroup("quotes", "10", 60_000);
    const id = await rest("quotes");
    await fill("4");
    // The window stays unless another one is given.
    const lowered = await set(ann, { group: "quotes", shares_limit: 4 });
    assert.deepEqual([lowered.body.state, lowered.body.window_ms], ["stopped", 60_000], lowered.text);
    assert.equal((await set(ann, { group: "new", shares_limit: 4 })).body.window_ms, 15_000);
    assert.deepEqual(await endOf(id), ["canceled", "4", "group-limit"]);
    const raised = await set(ann, { group: "quotes", shares_limit: "1000" });
    assert.deepEqual([raised.body.state, raised.body.shares_limit], ["stopped", "1000"]);
  });

  test("a group is the same after a restart", async () => {
    for (const name of ["null", "quotes", "gone"]) await setGroup(name, "10");
    await rest("quotes");
    await fill("4");
    const left = await rest("null", { ...BID, price: "0.2" });
    await set(ann, { group: "gone", shares_limit: "1" });
    await ann.request("DELETE", "/order-groups", { body: { group: "gone" } });
    await exchange.context.tables.reach();
    const { rules } = exchange.context.config;
    const { exchange: loaded } = await inSnapshot(exchange.databaseUrl, "test", (sql) =>
      loadTables(sql, rules),
    );
    const own = exchange.context.engine.exchange.orderGroups.get(ann.address)!;
    assert.deepEqual(loaded.orderGroups.get(ann.address), own);
    assert.equal(loaded.orders.get(left)?.group, loaded.orderGroups.get(ann.address)?.get("null"));
  });
});

describe("changes of a group", () => {
  test("are done once: the repeat of a reset leaves a later stop as it is", async () => {
    await setGroup("quotes", "3");
    await rest("quotes");
    await fill("3");
    const body = { group: "quotes" };
    const changeHeaders = (headers: Headers): Headers => ({ ...headers, "idempotency-key": "reset-1" });
    const first = await ann.request("POST", "/order-groups/reset", { body, changeHeaders });
    assert.equal(first.body.state, "open");
    await rest("quotes");
    await fill("3");
    const again = await ann.request("POST", "/order-groups/reset", { body, changeHeaders });
    assert.deepEqual(again.body, first.body);
    assert.equal((await listGroups(ann))[0]?.state, "stopped");
  });

  test("a reset of an open group keeps what it has counted", async () => {
    await setGroup("quotes", "5");
    await rest("quotes");
    await fill("3");
    assert.deepEqual((await reset("quotes")).body.shares_filled, "3");
  });

  test("a removal cancels its orders, tells what was filled, and is refused the second time", async () => {
    await setGroup("quotes", "5");
    const id = await rest("quotes");
    await fill("3");
    const body = { group: "quotes" };
    const removed = await ann.request("DELETE", "/order-groups", { body });
    const sizes = { order_id: id, original_size: "10", size_matched: "3", size_canceled: "7" };
    assert.deepEqual(removed.body, { group: "quotes", canceled_sizes: [sizes] });
    assert.deepEqual(await endOf(id), ["canceled", "3", "group-removed"]);
    assert.deepEqual(await listGroups(ann), []);
    for (const [method, path] of [
      ["DELETE", "/order-groups"],
      ["POST", "/order-groups/reset"],
    ] as const) {
      const refused = { status: 404, code: "order_group_not_found", error: "order group not found" } as const;
      assertRefused(await ann.request(method, path, { body }), refused);
    }
  });

  test("the order that replaces one of a group is of the group that it names itself", async () => {
    await setGroup("quotes", "5");
    const first = await rest("quotes");
    const replacing = { changeBody: (body: object) => ({ ...body, replaces: first }) };
    const second = await ann.place({ ...BID, size: "9" }, replacing);
    assert.equal(second.body.replaced.place, "kept", second.text);
    assert.deepEqual((await listGroups(ann))[0]?.orders, []);
  });

  test("a wallet has its own groups, and 100 of them at most", async () => {
    await setGroup("quotes", "5");
    const stranger = await ben.place(BID, inGroup("quotes"));
    assertRefused(
      stranger,
      { status: 404, code: "order_group_not_found", error: "order group not found" },
      true,
    );
    const many = await createTrader(exchange, "many");
    for (let no = 1; no <= 100; no += 1)
      assert.equal((await set(many, { group: `g${no}`, shares_limit: "1" })).status, 200);
    const refused = await set(many, { group: "one-more", shares_limit: "1" });
    assertRefused(refused, {
      status: 409,
      code: "too_many_order_groups",
      error: "too many order groups",
    });
    assert.equal((await set(many, { group: "g7", shares_limit: "2" })).status, 200);
  });
});

describe("the name of a control", () => {
  test("that is misspelt, or stands within the order, is refused with the right one", async () => {
    const names = [
      ["orderGroup", "order_group"],
      ["order_groups", "order_group"],
      ["selfTrade", "self_trade"],
      ["maxAgeMs", "max_age_ms"],
      ["replace", "replaces"],
    ] as const;
    for (const [name, meant] of names) {
      const { body } = await ann.place(BID, { changeBody: (payload) => ({ ...payload, [name]: "x" }) });
      assert.deepEqual(
        [body.code, body.hint],
        ["invalid_payload", `${name}: expected no field of this name; nearest: ${meant}`],
      );
    }
    const { order } = await ann.sign(BID);
    const within = await ann.post({ ...order, order_group: "quotes" });
    assert.equal(within.body.hint, "order.order_group: expected order_group beside the order, not within it");
  });

  test("that no client sends is nothing to the exchange", async () => {
    const { body } = await ann.place(BID, {
      changeBody: (payload) => ({ ...payload, deferExec: false, note: 1 }),
    });
    assert.equal(body.status, "live");
  });
});

describe("bad requests", () => {
  const INVALID = { status: 400, code: "invalid_payload", error: "invalid payload" } as const;

  test("names, limits and windows of other forms are refused, and nothing changes", async () => {
    const earlier = await snapshot(exchange);
    for (const body of [
      {},
      { group: "quotes" },
      { group: "", shares_limit: "1" },
      { group: "my quotes", shares_limit: "1" },
      { group: "x".repeat(65), shares_limit: "1" },
      { group: "quotes", shares_limit: "0" },
      { group: "quotes", shares_limit: "-1" },
      { group: "quotes", shares_limit: "0.001" },
      { group: "quotes", shares_limit: "1e400" },
      { group: "quotes", shares_limit: "1", window_ms: 999 },
      { group: "quotes", shares_limit: "1", window_ms: 86_400_001 },
      { group: "quotes", shares_limit: "1", window_ms: 1500.5 },
      { group: "quotes", shares_limit: "1", more: true },
    ]) {
      const reply = await set(ann, body);
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], JSON.stringify(body));
      assert.match(reply.body.hint, /expected/);
    }
    assert.deepEqual(await snapshot(exchange), earlier);
    assert.deepEqual(await listGroups(ann), []);
  });

  test("the group of an order that is null or no name is refused, since the order would count for none", async () => {
    for (const group of [null, {}, "", 7, "my quotes"])
      for (const dialect of DIALECTS) {
        const reply = await ann.place(BID, inGroup(group, { dialect }));
        const error = dialect === "kuest" ? "could not insert order" : INVALID.error;
        if (dialect !== "polymarket") assertRefused(reply, { ...INVALID, error }, true);
        assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], reply.text);
        assert.match(reply.body.hint, /^order_group: expected/);
      }
  });
});
