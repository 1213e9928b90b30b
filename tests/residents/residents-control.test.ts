/** An operator's control of the residents: pace, terms of a market, the maker that follows a curve, and a restart. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demoCatalog } from "../../src/listings/demo-catalog.ts";
import { listLevels } from "../../src/core/orders/book.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Market } from "../../src/core/state.ts";
import { micros } from "../../src/core/units.ts";
import { listSimulationWork } from "../../src/http/admin/exchange/get-attention.ts";
import type { SimulationState } from "../../src/http/sandbox/simulation-control.ts";
import { createSimulatedTraders } from "../../src/sandbox/simulated-traders/simulated-traders.ts";
import type { SimulatedTraders } from "../../src/sandbox/simulated-traders/simulated-traders.ts";
import { startTestExchange, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";

let exchange: TestExchange;
let residents: SimulatedTraders;

before(async () => {
  exchange = await startTestExchange({ endpoints: [], settings: { PRESAGE_RESIDENTS: "quiet" } });
  for (const listing of demoCatalog(exchange.clock.now)) await exchange.list(listing);
  residents = await restart();
  await residents.fillBooks();
});
after(() => exchange.close());

const restart = async (): Promise<SimulatedTraders> => (await createSimulatedTraders(exchange.context))!;

async function stateOf(one: SimulatedTraders): Promise<SimulationState> {
  const state = await one.control.describe();
  assert.ok(!isRejection(state));
  return state;
}

const marketOf = async (conditionId: string) =>
  (await stateOf(residents)).markets.find((market) => market.conditionId === conditionId)!;

/** An open market with a fine step, so that its book has room for all levels. */
const openMarket = (index: number): Market =>
  exchange.context.engine.exchange.markets.filter(
    (market) => market?.status === "active" && market.tick === 100 && market.fees === undefined,
  )[index]!;

const levelsOf = ({ book }: Market): readonly number[] =>
  [true, false].map((bids) => listLevels(book, bids).length);

test("shows each market's maker, which has lost nothing yet and quotes both sides", async () => {
  const { pace, markets } = await stateOf(residents);
  assert.equal(pace, "quiet");
  assert.ok(markets.length > 20);
  for (const market of markets.filter(({ withdrawn }) => !withdrawn.startsWith("the market is"))) {
    assert.deepEqual([market.withdrawn, market.loss, market.inventory], ["", "0", ["0", "0"]]);
    assert.deepEqual([market.collateral, market.maximumLoss, market.b], ["20000", "8000", null]);
    assert.match(market.fairValue!, /^0\.\d+$/);
  }
});

test("a market that is switched off loses its residents' orders, also over a restart, until it is on again", async () => {
  const market = openMarket(0);
  const [others] = [exchange.context.engine.exchange.orders.size];
  assert.equal(await residents.control.tune(market.conditionId, { trading: false }), undefined);
  assert.deepEqual(levelsOf(market), [0, 0]);
  assert.ok(exchange.context.engine.exchange.orders.size > others / 2, "other markets keep their orders");
  residents = await restart();
  await residents.fillBooks();
  assert.deepEqual(levelsOf(market), [0, 0]);
  const { trading, withdrawn } = await marketOf(market.conditionId);
  assert.deepEqual([trading, withdrawn], [false, "the residents of this market are off"]);
  await residents.control.tune(market.conditionId, { trading: true });
  assert.deepEqual(levelsOf(market), [10, 10]);
});

test("levels and maximum loss hold at once", async () => {
  const market = openMarket(1);
  await residents.control.tune(market.conditionId, { levels: 3, maximumLoss: micros(50_000_000) });
  assert.ok(levelsOf(market).every((levels) => levels > 0 && levels <= 3));
  const risked = [...exchange.context.engine.exchange.orders.values()].filter(
    (order) => order.market === market,
  );
  for (const bid of [true, false]) {
    const loss = risked
      .filter((order) => order.bid === bid)
      .reduce((sum, order) => sum + order.remaining * (bid ? order.price : 10_000 - order.price), 0);
    assert.ok(loss <= 50_000_000, `${loss} micros at risk`);
  }
});

test("a spread holds at once, and the maker by the curve takes none", async () => {
  const market = openMarket(4);
  assert.equal(await residents.control.tune(market.conditionId, { spread: 6 }), undefined);
  assert.equal((await marketOf(market.conditionId)).spread, 6);
  const [bids, asks] = [true, false].map((isBid) => listLevels(market.book, isBid));
  assert.ok((asks![0]!.price - bids![0]!.price) / market.tick >= 6);
  const refused = await residents.control.tune(market.conditionId, { maker: "lmsr", spread: 2 });
  assert.equal(refused!.hint, "spread: expected none with the maker lmsr, whose curve makes its own, got 2");
});

test("a curve whose steps are smaller than any order says that it has no quotes, and why", async () => {
  const market = openMarket(5);
  await residents.control.tune(market.conditionId, { maker: "lmsr", maximumLoss: micros(100_000) });
  assert.deepEqual(levelsOf(market), [0, 0]);
  const { withdrawn } = await marketOf(market.conditionId);
  assert.equal(withdrawn, "no quotes: b is so small that no step of the price is worth the smallest order");
});

test("a maker by the curve starts at the price of now, and says its b", async () => {
  const market = openMarket(2);
  const { bids, asks } = { bids: listLevels(market.book, true), asks: listLevels(market.book, false) };
  await residents.control.tune(market.conditionId, { maker: "lmsr", maximumLoss: micros(2_000_000_000) });
  const shown = await marketOf(market.conditionId);
  assert.equal(shown.maker, "lmsr");
  const fair = Number(shown.fairValue) * 10_000;
  assert.ok(Math.abs(fair - (bids[0]!.price + asks[0]!.price) / 2) < 1, `${fair}`);
  const start = Math.min(fair, 10_000 - fair) / 10_000;
  assert.ok(Math.abs(Number(shown.b) + 2_000 / Math.log(start)) < 1, `b is ${shown.b}`);
  // At a whole price the curve's first step is empty.
  assert.ok(levelsOf(market).every((levels) => levels === 9 || levels === 10));
});

for (const outcome of [0, 1] as const)
  test(`a curve that is made smaller goes on at the price of now, after sales of outcome ${outcome}`, async () => {
    const market = openMarket(6 + outcome);
    const buyer = walletOf(`buyer of ${outcome}`);
    await exchange.open(buyer, "10000");
    const tune = (maximumLoss: number) =>
      residents.control.tune(market.conditionId, { maker: "lmsr", maximumLoss: micros(maximumLoss) });
    await tune(2_000_000_000);
    const [tokenId, size] = [market.tokenIds[outcome], "100"];
    await exchange.place({ account: buyer, tokenId, side: "BUY", price: "0.99", size, kind: "FAK" });
    const price = Number((await marketOf(market.conditionId)).fairValue);
    const loss = Number((await marketOf(market.conditionId)).loss);
    for (const maximumLoss of [50_000_000, 5_000_000, 1]) {
      await tune(maximumLoss);
      const shown = await marketOf(market.conditionId);
      assert.ok(Math.abs(Number(shown.fairValue) - price) < 0.02, `${price}, then ${shown.fairValue}`);
      const [bids, asks] = [true, false].map((isBid) => listLevels(market.book, isBid));
      for (const { price: at } of [...bids!, ...asks!].slice(0, 1))
        assert.ok(Math.abs(at / 10_000 - price) < 0.03, `a quote at ${at} for ${price}`);
      if (maximumLoss === 1) assert.deepEqual(levelsOf(market), [0, 0]);
      if (maximumLoss === 50_000_000) assert.ok(bids!.length + asks!.length > 0, "no side is left");
      if (maximumLoss >= loss * 1_000_000) continue;
      assert.deepEqual(outcome === 0 ? asks : bids, [], "a side that makes the loss larger is quoted");
    }
  });

test("a maker withdraws the side that could take its loss beyond the maximum, and says so", async () => {
  const market = openMarket(3);
  const buyer = walletOf("whale");
  await exchange.open(buyer, "10000");
  await residents.control.tune(market.conditionId, { maximumLoss: micros(30_000_000) });
  await exchange.place({
    account: buyer,
    tokenId: market.tokenIds[0],
    side: "BUY",
    price: "0.99",
    size: "1000",
    kind: "FAK",
  });
  const { loss, withdrawn } = await marketOf(market.conditionId);
  assert.ok(Number(loss) > 25 && Number(loss) <= 30, loss);
  await residents.control.tune(market.conditionId, { maximumLoss: micros(20_000_000) });
  const tightened = await marketOf(market.conditionId);
  assert.equal(tightened.withdrawn, "no new asks: a fill could take the loss beyond the maximum", withdrawn);
  assert.equal(listLevels(market.book, false).length, 0);
  const waiting = await listSimulationWork(residents.control);
  assert.ok(!isRejection(waiting));
  const { why } = waiting.first.find(({ subject }) => subject === market.conditionId)!;
  assert.equal(why, tightened.withdrawn);
});

test("refuses a maximum above what the maker has, and markets where nobody lives", async () => {
  const [{ conditionId }] = [openMarket(0)];
  const refused = await residents.control.tune(conditionId, { maximumLoss: micros(20_000_000_001) });
  assert.match(refused!.hint, /^maximumLoss: expected at most the 20000 .*, got 20000\.000001$/);
  assert.equal((await residents.control.tune(`0x${"ab".repeat(32)}`, {}))!.code, "unknown_market");
});

test("off takes out all orders of residents and holds over a restart, until the setting is another one", async () => {
  await residents.control.setPace("off");
  assert.equal(exchange.context.engine.exchange.orders.size, 0);
  residents = await restart();
  await residents.fillBooks();
  assert.equal((await stateOf(residents)).pace, "off");
  assert.equal(exchange.context.engine.exchange.orders.size, 0);
  const { config } = exchange.context;
  const other = { ...exchange.context, config: { ...config, residents: "busy" as const } };
  assert.equal((await stateOf((await createSimulatedTraders(other))!)).pace, "busy");
  await residents.control.setPace("normal");
  assert.ok(exchange.context.engine.exchange.orders.size > 100);
});
