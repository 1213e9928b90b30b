/** The rules of the live service for orders, at Polymarket's address alone, and switched off one by one. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import type { OrderTerms, Trader } from "../../support/trader.ts";
import { assertRefused, NO, startTraders, YES } from "./world.ts";

const secondsFrom = ({ clock }: TestExchange, seconds: number): string =>
  String(Math.floor(clock.now / 1000) + seconds);

const REST: OrderTerms = { tokenId: YES, side: "BUY", price: "0.3", size: "10" };

describe("in a sandbox", () => {
  let exchange: TestExchange;
  let ann: Trader;
  let ben: Trader;

  before(async () => {
    ({ exchange, ann, ben } = await startTraders());
    await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "1000" });
  });
  after(() => exchange.close());

  const endingIn = async (seconds: number, dialect: Dialect = "polymarket"): Promise<Reply> => {
    const { order } = await ann.sign({ ...REST, expiration: secondsFrom(exchange, seconds) });
    return ann.post(order, { orderType: "GTD", dialect });
  };

  const spending = async (makerAmount: string, takerAmount: string, orderType: string): Promise<Reply> => {
    const { order } = await ann.sign({ tokenId: YES, side: "BUY", makerAmount, takerAmount });
    return ann.post(order, { orderType, dialect: "polymarket" });
  };

  it("an expiration less than three minutes ahead is refused, and the hint names what would do", async () => {
    const reply = await endingIn(179);
    assertRefused(reply, { status: 400, code: "expiration_too_soon", error: "invalid expiration" }, true);
    const now = Math.floor(exchange.clock.now / 1000);
    assert.equal(
      reply.body.hint,
      `expected an expiration at least 180 s ahead of ${now} (unix seconds), got ${now + 179}; nearest: ${now + 180}`,
    );
    assertRefused(
      await endingIn(0),
      { status: 400, code: "order_expired", error: "invalid expiration" },
      true,
    );
  });

  it("whole seconds are compared, as the clock shows them and the order states them", async () => {
    await exchange.wait(462 - (exchange.clock.now % 1000));
    assert.equal((await endingIn(179)).body.code, "expiration_too_soon");
    assert.equal((await endingIn(180)).status, 200);
    await exchange.wait(538);
  });

  it("the order leaves the book a minute before the time that it states, in every answer", async () => {
    const expiration = secondsFrom(exchange, 180);
    const id = (await endingIn(180)).body.orderID;
    const read = async () => (await ann.request("GET", `/data/order/${id}`, { dialect: "polymarket" })).body;
    assert.deepEqual([(await read()).status, (await read()).expiration], ["LIVE", expiration]);
    await exchange.wait(119_999);
    assert.equal((await read()).status, "LIVE");
    await exchange.wait(1);
    const { status, expiration: stated, cancel_reason: reason } = await read();
    assert.deepEqual([status, stated, reason], ["CANCELED", expiration, "expired"]);
  });

  it("the other dialects take an expiration in the next second, and keep the order until then", async () => {
    for (const dialect of ["spec", "kuest"] as const) {
      const { body } = await endingIn(1, dialect);
      assert.equal(body.status, "live");
      await exchange.wait(999);
      assert.ok(exchange.context.engine.exchange.orders.has(body.orderID));
      await exchange.wait(1);
      assert.ok(!exchange.context.engine.exchange.orders.has(body.orderID));
    }
  });

  for (const orderType of ["FOK", "FAK"]) {
    it(`a ${orderType} buy of parts of a cent is refused in the live service's words`, async () => {
      const reply = await spending("1999400", "3998800", orderType);
      const error =
        "invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals";
      assertRefused(reply, { status: 400, code: "market_buy_precision", error }, true);
      assert.equal(
        reply.body.hint,
        'makerAmount: expected money of at most 2 decimals, got 1.9994; nearest: "1990000" or "2000000"',
      );
    });

    it(`a ${orderType} buy whose parts of a cent put its price off the tick is told of the money`, async () => {
      for (const [money, shares] of [
        ["1001000", "2000000"],
        ["1001000", "1000000"],
        ["1009999", "1500000"],
      ] as const) {
        const reply = await spending(money, shares, orderType);
        assert.equal(reply.body.code, "market_buy_precision", reply.text);
        const { order } = await ann.sign({
          tokenId: YES,
          side: "BUY",
          makerAmount: money,
          takerAmount: shares,
        });
        const body = { order, owner: ann.credentials.apiKey, orderType };
        const dry = await ann.request("POST", "/order?dry_run=true", { dialect: "polymarket", body });
        assert.deepEqual(
          [
            dry.body.checks.at(-1).check,
            dry.body.checks.some(({ check }: { check: string }) => check === "price"),
          ],
          ["money", false],
        );
      }
      const off = await spending("1010000", "2000000", orderType);
      assert.equal(off.body.code, "price_off_tick", off.text);
    });

    it(`a ${orderType} buy below a dollar is refused, and one of a dollar fills`, async () => {
      const reply = await spending("990000", "1980000", orderType);
      const error = "invalid amount for a marketable BUY order ($0.99), min size: $1";
      assertRefused(reply, { status: 400, code: "market_buy_too_small", error }, true);
      assert.equal((await spending("1000000", "2000000", orderType)).body.status, "matched");
    });
  }

  it("limit buys and sales of less than a dollar are taken", async () => {
    assert.equal((await ann.place({ ...REST, size: "1" }, { dialect: "polymarket" })).body.status, "live");
    const { order } = await ann.sign({
      tokenId: YES,
      side: "SELL",
      makerAmount: "1000000",
      takerAmount: "300000",
    });
    assert.equal((await ann.post(order, { orderType: "FAK", dialect: "polymarket" })).body.status, "matched");
  });

  it("other dialects spend what they like", async () => {
    const { order } = await ann.sign({
      tokenId: YES,
      side: "BUY",
      makerAmount: "599400",
      takerAmount: "1198800",
    });
    assert.equal((await ann.post(order, { orderType: "FAK", dialect: "kuest" })).body.status, "matched");
  });

  it("a dry run names the check", async () => {
    const { order } = await ann.sign({ ...REST, expiration: secondsFrom(exchange, 90) });
    const body = { order, owner: ann.credentials.apiKey, orderType: "GTD" };
    const reply = await ann.request("POST", "/order?dry_run=true", { dialect: "polymarket", body });
    const wrong = reply.body.checks.at(-1);
    assert.deepEqual(
      [wrong.check, wrong.expected, wrong.mistake],
      ["expiration", "unix seconds, 180 or more ahead", "expiration_too_soon"],
    );
    assert.equal(reply.body.refusal.error, "invalid expiration");
  });
});

describe("where a rule is off", () => {
  const isTaken = async (strictness: string): Promise<readonly string[]> => {
    const { exchange, ann, ben } = await startTraders({ PRESAGE_STRICTNESS: strictness });
    try {
      await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "1000" });
      const soon = await ann.sign({ ...REST, expiration: secondsFrom(exchange, 5) });
      const cheap = await ann.sign({
        tokenId: YES,
        side: "BUY",
        makerAmount: "500000",
        takerAmount: "1000000",
      });
      const replies = [
        await ann.post(soon.order, { orderType: "GTD", dialect: "polymarket" }),
        await ann.post(cheap.order, { orderType: "FAK", dialect: "polymarket" }),
      ];
      return replies.map(({ body }) => body.code ?? body.status);
    } finally {
      await exchange.close();
    }
  };

  it("its requests are taken, and the others' refused", async () => {
    assert.deepEqual(await isTaken("lenient"), ["live", "matched"]);
    assert.deepEqual(await isTaken("live,-gtd"), ["live", "market_buy_too_small"]);
    assert.deepEqual(await isTaken("lenient,+gtd"), ["expiration_too_soon", "matched"]);
  });
});
