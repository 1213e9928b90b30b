/** Controls of a placement beside the signed order, as docs/trading/order-controls.md shows them. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { listOrders } from "../../../src/core/orders/book.ts";
import { loadTables } from "../../../src/store/projector/load-tables.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { OrderTerms, PlacementOptions, Trader } from "../../support/trader.ts";
import { assertRefused, CONDITION, DIALECTS, NO, snapshot, startTraders, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders({ PRESAGE_SELF_TRADE: "cancel-incoming" }));
});
after(() => exchange.close());
beforeEach(async () => {
  for (const trader of [ann, ben]) await trader.request("DELETE", "/cancel-all");
});

type Controls = {
  readonly self_trade?: unknown;
  readonly max_age_ms?: unknown;
  readonly replaces?: unknown;
};

/** Adds controls to the body of a placement. */
const withControls = (controls: Controls, options: PlacementOptions = {}): PlacementOptions => ({
  ...options,
  changeBody: (body) => ({ ...body, ...controls }),
});

const BID: OrderTerms = { tokenId: YES, side: "BUY", price: "0.5", size: "10" };
/** Meets the bid, since the prices of the two outcomes sum to 1. */
const OTHER_BID: OrderTerms = { ...BID, tokenId: NO };

const place = (trader: Trader, terms: OrderTerms, options?: PlacementOptions): Promise<Reply> =>
  trader.place(terms, options);

async function rest(trader: Trader, terms: OrderTerms = BID): Promise<string> {
  const { status, body, text } = await place(trader, terms);
  assert.deepEqual([status, body.status], [200, "live"], text);
  return body.orderID;
}

async function endOf(id: string): Promise<readonly string[]> {
  const { status, sizeMatched, reason } = (await ann.request("GET", `/data/order/${id}`)).body.order;
  return [status, sizeMatched, ...(reason === undefined ? [] : [reason])];
}

const SELF_TRADE = { status: 400, code: "self_trade", error: /same owner|could not run/ } as const;

describe("self_trade", () => {
  for (const dialect of DIALECTS) {
    test(`${dialect}: newest is refused and leaves the resting order`, async () => {
      const resting = await rest(ann);
      const reply = await place(ann, OTHER_BID, withControls({ self_trade: "newest" }, { dialect }));
      assertRefused(reply, SELF_TRADE, true);
      assert.deepEqual(await endOf(resting), ["live", "0"]);
    });

    test(`${dialect}: oldest cancels the resting order and rests`, async () => {
      const resting = await rest(ann);
      const reply = await place(ann, OTHER_BID, withControls({ self_trade: "oldest" }, { dialect }));
      assert.deepEqual([reply.status, reply.body.status], [200, "live"], reply.text);
      assert.deepEqual(await endOf(resting), ["canceled", "0", "self-trade"]);
    });

    test(`${dialect}: both are cancelled, and the same again gets the same answer`, async () => {
      const resting = await rest(ann);
      const { order, id } = await ann.sign(OTHER_BID);
      const options = withControls({ self_trade: "both" }, { dialect });
      assertRefused(await ann.post(order, options), SELF_TRADE, true);
      assert.deepEqual(await endOf(resting), ["canceled", "0", "self-trade"]);
      assert.deepEqual(await endOf(id), ["canceled", "0", "self-trade-both"]);
      const repeated = dialect === "spec" ? "self_trade" : "duplicate_order";
      assert.equal((await ann.post(order, options)).body.code, repeated);
      await exchange.context.tables.reach();
      assert.equal((await ann.post(order, options)).body.code, repeated);
    });

    test(`${dialect}: none matches the owner's own order in a sandbox`, async () => {
      const resting = await rest(ann);
      const reply = await place(ann, OTHER_BID, withControls({ self_trade: "none" }, { dialect }));
      assert.deepEqual([reply.status, reply.body.status], [200, "matched"], reply.text);
      assert.deepEqual(await endOf(resting), ["matched", "10"]);
    });
  }

  test("both keeps the fills before, and what is left of the order ends with the order that it met", async () => {
    const first = (await place(ben, { ...BID, size: "4" })).body.orderID;
    const second = await rest(ann);
    const reply = await place(ann, OTHER_BID, withControls({ self_trade: "both" }));
    assert.deepEqual([reply.body.status, reply.body.takingAmount], ["matched", "4"], reply.text);
    assert.equal((await ben.request("GET", `/data/order/${first}`)).body.status, "matched");
    assert.deepEqual(await endOf(second), ["canceled", "0", "self-trade"]);
    assert.deepEqual(await endOf(reply.body.orderID), ["canceled", "4", "self-trade-both"]);
    assert.equal(exchange.context.engine.exchange.accountByAddress.get(ann.address)?.held, 0);
  });

  test("an order that must fill as a whole ends with the order that it met, too", async () => {
    await place(ben, { ...BID, size: "4" });
    const second = await rest(ann);
    const reply = await place(ann, OTHER_BID, withControls({ self_trade: "both" }, { orderType: "FOK" }));
    assertRefused(reply, SELF_TRADE, true);
    assert.deepEqual(await endOf(second), ["canceled", "0", "self-trade"]);
  });

  test("without a choice the exchange's policy holds, and null is no choice", async () => {
    await rest(ann);
    for (const options of [undefined, withControls({ self_trade: null })])
      assertRefused(await place(ann, OTHER_BID, options), SELF_TRADE, true);
  });

  test("an unknown choice is refused with the known ones", async () => {
    const reply = await place(ann, BID, withControls({ self_trade: "oldset" }));
    const refused = { status: 400, code: "invalid_payload", error: "invalid payload" } as const;
    assertRefused(reply, refused, true);
    assert.match(
      reply.body.hint,
      /^self_trade: expected newest, oldest, both or none, got "oldset"; nearest: oldest$/,
    );
  });

  test("outside a sandbox none is refused, unless the exchange lets every order match its owner's", async () => {
    for (const [policy, isTaken] of [
      ["cancel-resting", false],
      ["allow", true],
    ] as const) {
      const production = await startWorld({ PRESAGE_MODE: "production", PRESAGE_SELF_TRADE: policy });
      try {
        const cat = await createTrader(production, "cat");
        const reply = await place(cat, BID, withControls({ self_trade: "none" }));
        assert.equal(reply.body.code, isTaken ? "insufficient_balance" : "invalid_payload", reply.text);
        if (!isTaken)
          assert.equal(
            reply.body.hint,
            'self_trade: expected newest, oldest or both outside a sandbox, got "none"',
          );
      } finally {
        await production.close();
      }
    }
  });
});

describe("max_age_ms", () => {
  const aged = (ms: number): OrderTerms => ({ ...BID, timestamp: String(exchange.clock.now - ms) });

  for (const dialect of DIALECTS)
    test(`${dialect}: an order is taken up to its age, and refused a millisecond later`, async () => {
      const options = withControls({ max_age_ms: 250 }, { dialect });
      const taken = await place(ann, aged(250), options);
      assert.deepEqual([taken.status, taken.body.status], [200, "live"], taken.text);
      const late = { status: 400, code: "order_late", error: /^order (is too old|expired)$/ } as const;
      const reply = await place(ann, aged(251), options);
      assertRefused(reply, late, true);
      assert.match(
        reply.body.hint,
        /^expected to be decided by \d{13} \(unix ms: .*\), it is \d{13}: 1 ms too late$/,
      );
    });

  test("a timestamp ahead of the exchange's clock is not too old, nor is the greatest that can be signed", async () => {
    for (const timestamp of [String(exchange.clock.now + 60_000), String(2n ** 256n - 1n)]) {
      const { status, text } = await place(ann, { ...BID, timestamp }, withControls({ max_age_ms: 1 }));
      assert.equal(status, 200, text);
    }
  });

  test("a late order leaves nothing behind, and a repeat of one that was taken is answered as before", async () => {
    const options = withControls({ max_age_ms: 1_000 });
    const [late, taken] = [await ann.sign(aged(1_001)), await ann.sign(aged(1_000))];
    assert.equal((await ann.post(late.order, options)).body.code, "order_late");
    assert.equal((await ann.request("GET", `/data/order/${late.id}`)).body.code, "order_not_found");
    const first = await ann.post(taken.order, options);
    await exchange.wait(5_000);
    assert.deepEqual((await ann.post(taken.order, options)).body, first.body);
    // The signed order is the same without the control, so it can be placed.
    assert.equal((await ann.post(late.order)).body.status, "live");
  });

  test("of several orders the late one alone is refused", async () => {
    const owner = ann.credentials.apiKey;
    const signed = [await ann.sign(aged(1)), await ann.sign(aged(3))];
    const body = signed.map(({ order }) => ({ order, owner, max_age_ms: 2 }));
    const reply = await ann.request("POST", "/orders", { body });
    assert.deepEqual(
      reply.body.map(({ status, code }: { status: string; code?: string }) => code ?? status),
      ["live", "order_late"],
    );
  });

  test("a dry run says so", async () => {
    const { order } = await ann.sign(aged(3));
    const body = { order, owner: ann.credentials.apiKey, max_age_ms: 2 };
    const reply = await ann.request("POST", "/order?dry_run=true", { body });
    assert.deepEqual([reply.body.first_wrong, reply.body.refusal.code], ["age", "order_late"]);
  });

  test("an order of version 1 has no timestamp, and an age is a whole number from a millisecond to a day", async () => {
    const refused = { status: 400, code: "invalid_payload", error: "invalid payload" } as const;
    const domain = "polymarket-v1-137";
    const v1 = await place(ann, { ...BID, domain, feeRateBps: "0" }, withControls({ max_age_ms: 250 }));
    assertRefused(v1, refused, true);
    const why =
      'max_age_ms: expected an order of version 2, from whose signed timestamp it counts, got "version 1"';
    assert.equal(v1.body.hint, why);
    for (const max_age_ms of [0, -1, 1.5, 86_400_001, "250", true])
      assertRefused(await place(ann, BID, withControls({ max_age_ms })), refused, true);
  });
});

describe("replaces", () => {
  /** Sizes of the replaced order in the answer, and the place that the new one got. */
  const replacedBy = (id: string, got: "kept" | "new", matched = "0", size = "10"): object => ({
    order_id: id,
    original_size: size,
    size_matched: matched,
    size_canceled: String(Number(size) - Number(matched)),
    place: got,
  });

  const accountOf = (trader: Trader) =>
    exchange.context.engine.exchange.accountByAddress.get(trader.address)!;

  /** Ids of ann's and ben's bids in the order in which a seller meets them. */
  async function listQueue(): Promise<readonly string[]> {
    const token = exchange.context.engine.exchange.tokens.get(YES)!;
    return listOrders(token.market.book).map(({ id }) => id);
  }

  for (const dialect of DIALECTS)
    test(`${dialect}: a smaller order at the same price has the place of the other`, async () => {
      const first = await rest(ann);
      const second = await rest(ben);
      const reply = await place(ann, { ...BID, size: "6" }, withControls({ replaces: first }, { dialect }));
      assert.deepEqual([reply.status, reply.body.status], [200, "live"], reply.text);
      assert.deepEqual(reply.body.replaced, replacedBy(first, "kept"));
      assert.deepEqual(await listQueue(), [reply.body.orderID, second]);
      assert.deepEqual(await endOf(first), ["canceled", "0", "replaced"]);
      assert.equal(accountOf(ann).held, 3_000_000);
    });

  test("a larger one, one at another price and one of another token are the last of their price", async () => {
    for (const terms of [
      { ...BID, size: "10.01" },
      { ...BID, price: "0.49" },
      { ...BID, tokenId: NO, price: "0.4" },
    ]) {
      const first = await rest(ann);
      const other = await rest(ben, { ...terms, size: "5" });
      const reply = await place(ann, terms, withControls({ replaces: first }));
      assert.deepEqual(reply.body.replaced, replacedBy(first, "new"), reply.text);
      const queue = await listQueue();
      assert.ok(queue.indexOf(other) < queue.indexOf(reply.body.orderID), JSON.stringify(terms));
      assert.ok(!queue.includes(first));
      for (const trader of [ann, ben]) await trader.request("DELETE", "/cancel-all");
    }
  });

  test("after fills, what is left of the other one is what counts", async () => {
    const first = await rest(ann);
    await place(ben, { ...OTHER_BID, size: "4" });
    const behind = await rest(ben);
    const larger = await place(ann, { ...BID, size: "6" }, withControls({ replaces: first }));
    assert.deepEqual(larger.body.replaced, replacedBy(first, "kept", "4"));
    assert.deepEqual(await listQueue(), [larger.body.orderID, behind]);
    assert.deepEqual(await endOf(first), ["canceled", "4", "replaced"]);
    const again = await place(ann, { ...BID, size: "7" }, withControls({ replaces: larger.body.orderID }));
    assert.deepEqual(again.body.replaced, replacedBy(larger.body.orderID, "new", "0", "6"));
    assert.deepEqual(await listQueue(), [behind, again.body.orderID]);
  });

  test("a place that was taken twice is kept over a restart", async () => {
    const first = await rest(ann);
    const behind = await rest(ben);
    const second = await place(ann, { ...BID, size: "9" }, withControls({ replaces: first }));
    const third = await place(ann, { ...BID, size: "8" }, withControls({ replaces: second.body.orderID }));
    const queue = [third.body.orderID, behind];
    assert.deepEqual(await listQueue(), queue);
    await exchange.context.tables.reach();
    const { rules } = exchange.context.config;
    const { exchange: loaded } = await inSnapshot(exchange.databaseUrl, "test", (sql) =>
      loadTables(sql, rules),
    );
    assert.deepEqual(
      listOrders(loaded.tokens.get(YES)!.market.book).map(({ id }) => id),
      queue,
    );
  });

  test("the other order's hold pays for the new one, and the new one does not meet it", async () => {
    const poor = await createTrader(exchange, "poor");
    const first = await rest(poor, { ...BID, price: "0.99", size: "10000" });
    // Without the hold of the other 9,900 of the first 10,000 would be missing.
    const worse = await place(poor, { ...BID, size: "20000" });
    assert.equal(worse.body.code, "insufficient_balance");
    const most = { ...BID, tokenId: NO, price: "0.5", size: "20000" };
    const next = await place(poor, most, withControls({ replaces: first }));
    assert.deepEqual([next.body.status, next.body.replaced.place], ["live", "new"], next.text);
    const more = { ...most, size: "20000.01" };
    const refused = await place(poor, more, withControls({ replaces: next.body.orderID }));
    assert.equal(refused.body.code, "insufficient_balance");
    assert.match(refused.body.hint, /held by open orders 0, needed 10000.005; available: 10000$/);
    await poor.request("DELETE", "/cancel-all");
  });

  test("shares of a sell pay for the sell that replaces it", async () => {
    const body = { conditionId: CONDITION, amount: "10" };
    assert.equal((await ann.request("POST", "/positions/split", { body })).status, 200);
    const sell: OrderTerms = { ...BID, side: "SELL", price: "0.9" };
    const first = await rest(ann, sell);
    const reply = await place(ann, { ...sell, price: "0.8" }, withControls({ replaces: first }));
    assert.deepEqual(
      [reply.body.status, reply.body.replaced],
      ["live", replacedBy(first, "new")],
      reply.text,
    );
    await ann.request("DELETE", "/cancel-all");
    assert.equal((await ann.request("POST", "/positions/merge", { body })).status, 200);
  });

  test("if the new order is refused, the other one stays as it was", async () => {
    const first = await rest(ann);
    await rest(ben, { ...BID, tokenId: NO, price: "0.4", size: "5" });
    const untouched = await snapshot(exchange);
    for (const [code, terms, options] of [
      ["insufficient_balance", { ...BID, size: "900000" }, {}],
      ["post_only_crosses", { ...BID, price: "0.7" }, { postOnly: true }],
      ["price_off_tick", { ...BID, price: "0.505" }, {}],
      ["order_late", { ...BID, timestamp: "1" }, { max_age_ms: 5 }],
      ["order_expired", { ...BID, expiration: "1" }, { orderType: "GTD" }],
      ["market_closed", { ...BID, tokenId: tokenOf("done yes") }, {}],
    ] as const) {
      const { max_age_ms, ...others }: PlacementOptions & Controls = options;
      const reply = await place(ann, terms, withControls({ replaces: first, max_age_ms }, others));
      assert.equal(reply.body.code, code, reply.text);
    }
    assert.deepEqual(await snapshot(exchange), untouched);
    const killed = await place(
      ann,
      { ...BID, price: "0.7" },
      withControls({ replaces: first }, { orderType: "FOK" }),
    );
    assert.equal(killed.body.code, "fok_not_filled", killed.text);
    assert.deepEqual(await endOf(first), ["live", "0"]);
  });

  test("an order that takes replaces one that rests", async () => {
    const first = await rest(ann);
    await rest(ben, { ...BID, tokenId: NO, price: "0.4", size: "5" });
    const options = withControls({ replaces: first }, { orderType: "FAK" });
    const reply = await place(ann, { ...BID, price: "0.7" }, options);
    assert.deepEqual(
      [reply.body.status, reply.body.replaced],
      ["matched", replacedBy(first, "new")],
      reply.text,
    );
  });

  test("what is not open, not the caller's or no order's id is refused", async () => {
    const gone = await rest(ann);
    await ann.cancel(gone);
    const foreign = await rest(ben);
    const untouched = await snapshot(exchange);
    const refused = {
      status: 400,
      code: "replaced_not_open",
      error: "order to replace is not open",
    } as const;
    for (const replaces of [gone, foreign, `0x${"ab".repeat(32)}`]) {
      const reply = await place(ann, BID, withControls({ replaces }));
      assertRefused(reply, refused, true);
      assert.ok(
        reply.body.hint.startsWith(`replaces: expected an open order of ${ann.address}, got ${replaces}`),
      );
    }
    for (const replaces of ["", "0x", "abc", YES, 5, [gone], null, {}]) {
      const reply = await place(ann, BID, withControls({ replaces }));
      assertRefused(reply, { status: 400, code: "invalid_payload", error: "invalid payload" }, true);
      assert.match(reply.body.hint, /^replaces: expected an order id, 0x and 64 hex digits, got /);
    }
    const { order } = await ann.sign(BID);
    const batch = JSON.stringify([{ order, owner: ann.credentials.apiKey, replaces: null }]);
    const reply = await ann.request("POST", "/orders", { body: batch });
    assert.match(reply.text, /replaces: expected an order id, .* got null/);
    assert.deepEqual(await snapshot(exchange), untouched);
  });

  test("the same request again gets the same answer, whatever became of the order", async () => {
    const first = await rest(ann);
    const { order, id } = await ann.sign({ ...BID, size: "6" });
    const upper = `0x${first.slice(2).toUpperCase()}`;
    const options = withControls({ replaces: upper });
    const original = await ann.post(order, options);
    assert.deepEqual(original.body.replaced, replacedBy(first, "kept"));
    const { body } = await ann.post(order, options);
    assert.deepEqual(body, original.body);
    await exchange.context.tables.reach();
    assert.deepEqual((await ann.post(order, options)).body, original.body);
    await ann.cancel(id);
    assert.deepEqual((await ann.post(order, options)).body, original.body);
    const polymarket = await ann.post(order, { ...options, dialect: "polymarket" });
    assert.equal(polymarket.body.code, "duplicate_order");
  });

  test("of two that replace one order at the same time, one is placed", async () => {
    const first = await rest(ann);
    const options = withControls({ replaces: first });
    const replies = await Promise.all(["6", "7"].map((size) => place(ann, { ...BID, size }, options)));
    assert.deepEqual(replies.map(({ body }) => body.code ?? body.status).toSorted(), [
      "live",
      "replaced_not_open",
    ]);
    assert.equal((await listQueue()).length, 1);
  });

  test("an order replaces one at the limit of open orders", async () => {
    const limited = await startTraders({ PRESAGE_ORDER_LIMITS: "1,1,1,1" });
    try {
      const first = (await place(limited.ann, BID)).body.orderID;
      assert.equal((await place(limited.ann, BID)).body.code, "too_many_orders");
      const reply = await place(limited.ann, { ...BID, price: "0.4" }, withControls({ replaces: first }));
      assert.equal(reply.body.status, "live", reply.text);
    } finally {
      await limited.exchange.close();
    }
  });

  test("a dry run says which order would be replaced, and replaces none", async () => {
    const first = await rest(ann);
    const untouched = await snapshot(exchange);
    const { order } = await ann.sign({ ...BID, size: "6" });
    const body = { order, owner: ann.credentials.apiKey, replaces: first };
    const { would } = (await ann.request("POST", "/order?dry_run=true", { body })).body;
    assert.deepEqual([would.canceled, would.replaced], [[first], replacedBy(first, "kept")]);
    const unknown = { ...body, replaces: `0x${"ab".repeat(32)}` };
    const tried = (await ann.request("POST", "/order?dry_run=true", { body: unknown })).body;
    assert.deepEqual([tried.first_wrong, tried.refusal.code], ["replaced order", "replaced_not_open"]);
    assert.deepEqual(await snapshot(exchange), untouched);
  });
});

describe("GET /queue-position", () => {
  const ask = (trader: Trader, id: string, dialect: (typeof DIALECTS)[number] = "spec"): Promise<Reply> =>
    trader.request("GET", `/queue-position?order_id=${encodeURIComponent(id)}`, { dialect });

  for (const dialect of DIALECTS)
    test(`${dialect}: what is ahead of an order at its price, and not at others`, async () => {
      await rest(ben, { ...BID, price: "0.51" });
      const first = await rest(ben, { ...BID, size: "7" });
      await rest(ben, { ...BID, size: "5.5" });
      const own = await rest(ann, { ...BID, size: "12" });
      await rest(ben);
      const expected = {
        order_id: own,
        market: CONDITION,
        asset_id: YES,
        side: "BUY",
        price: "0.5",
        size_open: "12",
        orders_ahead: 2,
        shares_ahead: "12.5",
      };
      const reply = await ask(ann, own, dialect);
      assert.deepEqual([reply.status, reply.body], [200, expected], reply.text);
      const upper = `0x${own.slice(2).toUpperCase()}`;
      assert.deepEqual((await ask(ann, upper, dialect)).body, expected);
      await ben.cancel(first);
      const { orders_ahead, shares_ahead } = (await ask(ann, own, dialect)).body;
      assert.deepEqual([orders_ahead, shares_ahead], [1, "5.5"]);
    });

  test("sells of the other outcome at the rest of the price wait in the same queue", async () => {
    const body = { conditionId: CONDITION, amount: "10" };
    assert.equal((await ben.request("POST", "/positions/split", { body })).status, 200);
    await rest(ben, { tokenId: NO, side: "SELL", price: "0.5", size: "2" });
    assert.equal((await ask(ann, await rest(ann))).body.shares_ahead, "2");
    await ben.request("DELETE", "/cancel-all");
    assert.equal((await ben.request("POST", "/positions/merge", { body })).status, 200);
  });

  test("an order that takes another one's place counts where it stands, and fills count no more", async () => {
    const first = await rest(ben);
    const own = await rest(ann);
    const smaller = await place(ben, { ...BID, size: "3" }, withControls({ replaces: first }));
    assert.equal(smaller.body.replaced.place, "kept");
    assert.equal((await ask(ann, own)).body.shares_ahead, "3");
    await place(ben, { ...OTHER_BID, size: "1" }, withControls({ self_trade: "none" }));
    assert.equal((await ask(ann, own)).body.shares_ahead, "2");
    await place(ben, { ...OTHER_BID, size: "2" }, withControls({ self_trade: "none" }));
    assert.equal((await ask(ann, own)).body.orders_ahead, 0);
  });

  test("another's order, an unknown one, one that is not open and what is no id are refused", async () => {
    const foreign = await rest(ben);
    const gone = await rest(ann);
    await ann.cancel(gone);
    for (const [id, status, code] of [
      [foreign, 404, "order_not_found"],
      [`0x${"ab".repeat(32)}`, 404, "order_not_found"],
      ["x", 404, "order_not_found"],
      [gone, 400, "order_not_open"],
    ] as const) {
      const reply = await ask(ann, id);
      assert.deepEqual([reply.status, reply.body.code], [status, code], reply.text);
    }
    const none = await ann.request("GET", "/queue-position");
    assert.deepEqual([none.status, none.body.code], [400, "invalid_payload"]);
    const keyless = await exchange.get(`/queue-position?order_id=${gone}`);
    assert.deepEqual([keyless.status, keyless.body.code], [401, "unauthorized"]);
  });
});
