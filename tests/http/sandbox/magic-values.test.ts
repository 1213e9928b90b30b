/** Magic values of a sandbox: each row of the table, met by an unmodified client of a running exchange. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { OrderType, Side } from "@polymarket/clob-client-v2";
import type { ClobClient } from "@polymarket/clob-client-v2";
import { lots } from "../../../src/core/units.ts";
import { MAGIC_VALUES } from "../../../src/http/sandbox/magic-values.ts";
import type { MagicEffect, MagicValue } from "../../../src/http/sandbox/magic-values.ts";
import { PLACEMENT_REJECTION_CODES } from "../../../src/http/trading/orders/placement.ts";
import { buildWireErrorFor } from "../../../src/http/trading/error-format.ts";
import { ORDER_TEXTS } from "../../../src/http/trading/wire-error.ts";
import { sandboxPage } from "../../docs/sandbox-page.ts";
import { tokenOf, walletOf } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { until } from "../../support/until.ts";
import { CONDITION, startFaultySandbox, TOKEN } from "../faults/faulty-sandbox.ts";
import type { FaultySandbox } from "../faults/faulty-sandbox.ts";
import { startTradedExchange } from "../admin/world.ts";
import type { OperatedExchange } from "../admin/world.ts";

type Refused = MagicValue & { readonly effect: Extract<MagicEffect, { kind: "refuse" }> };

const REFUSED = MAGIC_VALUES.filter((value): value is Refused => value.effect.kind === "refuse");
const RAIN = tokenOf("rain yes");

describe("magic values", () => {
  it("have a row for each refusal of a placement, and the table of the page", () => {
    const codes = REFUSED.map(({ effect }) => effect.code);
    assert.equal(new Set(codes).size, codes.length);
    const lacking = PLACEMENT_REJECTION_CODES.filter((code) => !codes.includes(code));
    assert.deepEqual([...new Set(lacking)], ["dry_run_refused"]);
    const { url, text } = sandboxPage();
    assert.equal(readFileSync(url, "utf8"), text);
  });
});

describe("a magic value that refuses", () => {
  let exchange: OperatedExchange;
  let ann: Trader;
  before(async () => {
    exchange = await startTradedExchange();
    ann = await createTrader(exchange, "ann");
  });
  after(() => exchange.close());

  const buy = (size: string, price = "0.4") => ({ tokenId: RAIN, side: "BUY", price, size }) as const;

  for (const dialect of ["spec", "polymarket", "kuest"] as const)
    it(`gives each refusal as the dialect of ${dialect} has it, and does nothing`, async () => {
      for (const { size, effect } of REFUSED) {
        const reply = await ann.place(buy(size), { dialect });
        const rejection = { code: effect.code, hint: "", values: { id: "" } };
        const expected = buildWireErrorFor(rejection, { dialect, texts: ORDER_TEXTS, placement: true });
        assert.equal(reply.status, expected.status, `${size}: ${reply.text}`);
        assert.equal(reply.body.code, effect.code);
        assert.match(
          reply.body.hint,
          new RegExp(`^${size} is a magic value of this sandbox.* as ${effect.code}: `),
        );
        const [start = ""] = expected.error.split(/ {2}|\(\)|''|: $|: ,|-> /);
        assert.ok(reply.body.error.includes(start.trim().slice(0, 12)), `${reply.body.error} has ${start}`);
        assert.doesNotMatch(reply.body.error, /undefined|\{|\(\)|''| {2}/);
      }
      assert.equal(exchange.context.engine.exchange.orders.size, 0);
    });

  it("is met by sales, by the money of market buys and by the orders of a batch", async () => {
    const sold = await ann.place({ ...buy("9000.31"), side: "SELL" });
    assert.equal(sold.body.code, "user_banned");
    const amounts = { makerAmount: "9000380000", takerAmount: "22500950000" };
    const { price: _price, size: _size, ...terms } = buy("1");
    const bought = await ann.place({ ...terms, ...amounts }, { orderType: "FAK" });
    assert.deepEqual([bought.body.code, bought.status], ["fak_not_matched", 400]);
    const orders = await Promise.all(["9000.25", "10", "9000.39"].map((size) => ann.sign(buy(size))));
    const body = orders.map(({ order }) => ({ order, owner: ann.credentials.apiKey, orderType: "GTC" }));
    const batch = await ann.request("POST", "/orders", { body });
    assert.deepEqual(
      batch.body.map(({ code = "placed" }: { code?: string }) => code),
      ["market_paused", "placed", "too_many_orders"],
    );
  });

  it("comes after what is wrong with the order itself, and not near its number", async () => {
    assert.equal((await ann.place(buy("9000.31", "0.405"))).body.code, "price_off_tick");
    for (const size of ["9000", "9000.99", "9001.31", "900.31"]) {
      const { code = "placed" } = (await ann.place(buy(size))).body;
      assert.ok(["placed", "insufficient_balance"].includes(code), code);
    }
  });

  it("is none in production", async () => {
    const production = await startTradedExchange({ PRESAGE_MODE: "production" });
    const trader = await createTrader(production, "ann");
    assert.equal((await trader.place(buy("9000.31"))).body.code, "insufficient_balance");
    await production.close();
  });
});

describe("a magic value that delays", () => {
  const MAKER = walletOf("maker");
  let sandbox: FaultySandbox;
  let client: ClobClient;
  before(async () => {
    sandbox = await startFaultySandbox("sandbox", { PRESAGE_CLOCK: "virtual" });
    const split = { type: "split", address: MAKER, owner: MAKER, conditionId: CONDITION } as const;
    await sandbox.submit({ ...split, lots: lots(10_000_000) });
    await sandbox.place({ account: MAKER, tokenId: TOKEN, side: "SELL", price: "0.2", size: "50000" });
    client = await sandbox.connect("delayed bot");
  });
  after(() => sandbox.close());

  const sizeOf = (kind: MagicEffect["kind"], index = 0): number =>
    Number(MAGIC_VALUES.filter(({ effect }) => effect.kind === kind)[index]!.size);
  const send = async (size: number, price: number) => {
    const order = await client.createOrder({ tokenID: TOKEN, price, size, side: Side.BUY });
    return client.postOrder(order, OrderType.GTC);
  };
  const step = async (): Promise<void> => {
    await sandbox.operate("POST", "/sandbox/clock", { action: "step", seconds: 3 });
  };
  const openSizes = async (): Promise<number[]> =>
    (await client.getOpenOrders()).map(({ original_size }) => Number(original_size));

  it("answers late what was carried out at once", async () => {
    let isAnswered = false;
    const answer = send(sizeOf("late-answer"), 0.02).finally(() => (isAnswered = true));
    await until("the order rests", async () => (await openSizes()).includes(sizeOf("late-answer")));
    assert.equal(isAnswered, false);
    assert.equal((await answer).status, "live");
    await client.cancelAll();
  });

  it("carries out late what came before another order", async () => {
    const done: string[] = [];
    const late = send(sizeOf("late-arrival"), 0.02).then(() => done.push("late"));
    await send(10, 0.02).then(() => done.push("other"));
    assert.deepEqual([done, await openSizes()], [["other"], [10]]);
    await late;
    assert.deepEqual((await openSizes()).sort(), [10, sizeOf("late-arrival")].sort());
    await client.cancelAll();
  });

  it("loses the answer of an order that was carried out", async () => {
    await assert.rejects(send(sizeOf("lost-answer"), 0.02));
    assert.deepEqual(await openSizes(), [sizeOf("lost-answer")]);
    await client.cancelAll();
  });

  it("delays a match, which is decided when it is due", async () => {
    const statusOf = async (id: string) => (await client.getOpenOrders({ id })).map(({ status }) => status);
    const [matched, unmatched] = [
      await send(sizeOf("delayed-match"), 0.2),
      await send(sizeOf("delayed-match", 1), 0.2),
    ];
    assert.deepEqual([matched.status, unmatched.status], ["delayed", "delayed"]);
    await step();
    await until("the delays are over", async () => (await statusOf(unmatched.orderID))[0] === "UNMATCHED");
    const trades = await client.getTrades();
    assert.deepEqual(
      trades.map(({ size }) => Number(size)),
      [sizeOf("delayed-match")],
    );
  });

  it("lets a settlement fail, and no other", async () => {
    const failing = await send(sizeOf("failed-settlement"), 0.2);
    const other = await send(10, 0.2);
    assert.deepEqual([failing.status, other.status], ["matched", "matched"]);
    const statusOf = async (id: string): Promise<string> =>
      (await client.getTrades()).find(({ taker_order_id }) => taker_order_id === id)!.status;
    assert.equal(await statusOf(failing.orderID), "MATCHED");
    await step();
    await until("the settlement failed", async () => (await statusOf(failing.orderID)) === "FAILED");
    assert.equal(await statusOf(other.orderID), "CONFIRMED");
  });
});
