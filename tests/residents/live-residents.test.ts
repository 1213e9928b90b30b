/** The residents in a running exchange: books from the start, orders adopted by the next run, and nothing in production. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demoCatalog } from "../../src/listings/demo-catalog.ts";
import { readConfig } from "../../src/settings/config.ts";
import { listLevels } from "../../src/core/orders/book.ts";
import type { Market } from "../../src/core/state.ts";
import { priceText } from "../../src/core/units.ts";
import { computeWorstLoss } from "../../src/sandbox/simulated-traders/strategies/loss-allowance.ts";
import { readAccountHoldings } from "../../src/sandbox/simulated-traders/strategies/market-view.ts";
import { createSimulatedTraders } from "../../src/sandbox/simulated-traders/simulated-traders.ts";
import { createMarketTraders } from "../../src/sandbox/simulated-traders/market-traders.ts";
import { MAKER_PARAMS } from "../../src/sandbox/simulated-traders/trader-params.ts";
import { startTestExchange, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { until } from "../support/until.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [], settings: { PRESAGE_RESIDENTS: "busy" } });
  for (const listing of demoCatalog(exchange.clock.now)) await exchange.list(listing);
});
after(() => exchange.close());

const residents = async () => (await createSimulatedTraders(exchange.context))!;
const openMarkets = (): Market[] =>
  exchange.context.engine.exchange.markets.filter((market) => market?.status === "active");

const openIds = (): string[] => [...exchange.context.engine.exchange.orders.values()].map(({ id }) => id);

/** A price step of a tenth leaves room for nine prices in all. */
function assertBooks(): void {
  for (const { book, tick, conditionId } of openMarkets())
    for (const bids of [true, false]) {
      const levels = listLevels(book, bids).length;
      const enough = tick === 1_000 ? levels >= 2 : levels >= 8;
      assert.ok(enough && levels <= 12, `${levels} levels of ${conditionId}, bids ${bids}, tick ${tick}`);
    }
}

test("fills the book of every demo market, in which a market order fills at once", async () => {
  await (await residents()).fillBooks();
  assert.ok(openMarkets().length > 20);
  assertBooks();
  const buyer = walletOf("buyer");
  await exchange.open(buyer, "1000");
  for (const { book, tokenIds, no } of openMarkets()) {
    const [ask] = listLevels(book, false);
    const traded = exchange.context.engine.exchange.nextTrade;
    await exchange.place({
      account: buyer,
      tokenId: tokenIds[0],
      side: "BUY",
      price: priceText(ask!.price),
      size: "10",
      kind: "FAK",
    });
    assert.ok(exchange.context.engine.exchange.nextTrade > traded, `nothing filled in market ${no}`);
  }
});

test("adopts its orders after a restart, and counts its loss from the ledger", async () => {
  const open = new Set(openIds());
  await (await residents()).fillBooks();
  assertBooks();
  const kept = openIds().filter((id) => open.has(id));
  assert.ok(kept.length > open.size * 0.7, `${kept.length} of ${open.size} orders were kept`);
  for (const { conditionId, maker } of createMarketTraders(demoCatalog(exchange.clock.now))) {
    const market = exchange.context.engine.exchange.marketByCondition.get(conditionId)!;
    const account = exchange.context.engine.exchange.accountByAddress.get(maker.address)!;
    assert.ok(
      computeWorstLoss(readAccountHoldings(account, market), MAKER_PARAMS) <= MAKER_PARAMS.maximumLoss,
    );
    assert.ok(account.collateral <= MAKER_PARAMS.funds, "a restart funds no maker again");
  }
});

test("does nothing while only cancels are taken", async () => {
  const { engine } = exchange.context;
  const { nextOrder } = engine.exchange;
  engine.availability.restrict("audit", "cancel-only", "a test");
  const opened = [...engine.exchange.orders.values()][0]!;
  await engine.submit({ type: "cancel-order", id: opened.id, owner: opened.account.owner });
  await (await residents()).fillBooks();
  assert.equal(engine.exchange.nextOrder, nextOrder);
  engine.availability.restrict("audit", "normal", "");
});

test("trades by itself once started, with signatures of its own", async () => {
  const running = await residents();
  const { exchange: core } = exchange.context.engine;
  const traded = core.nextTrade;
  running.start();
  await until("residents have traded", () => core.nextTrade > traded + 3);
  await running.close();
  const { nextOrder } = core;
  await exchange.context.engine.examine(() => undefined);
  assert.equal(core.nextOrder, nextOrder, "nothing is underway once it is closed");
});

test("is refused in production", () => {
  const production = { PRESAGE_MODE: "production", PRESAGE_MASTER_KEY: "5e".repeat(32) };
  assert.equal(readConfig(production, []).residents, "off");
  assert.throws(
    () => readConfig({ ...production, PRESAGE_RESIDENTS: "quiet" }, []),
    /PRESAGE_RESIDENTS: expected off in production, got "quiet"/,
  );
  assert.equal(readConfig({}, []).residents, "normal");
});
