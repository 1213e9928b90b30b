/** The resident traders in a simulated market. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listLevels } from "../../src/core/orders/book.ts";
import { lots, micros, ONE } from "../../src/core/units.ts";
import { stepLmsr } from "../../src/sandbox/simulated-traders/strategies/lmsr-maker.ts";
import { startMaker, stepMaker } from "../../src/sandbox/simulated-traders/strategies/maker.ts";
import type { MakerParams } from "../../src/sandbox/simulated-traders/strategies/maker.ts";
import { stepNoise } from "../../src/sandbox/simulated-traders/strategies/traders.ts";
import { createRandom } from "../../src/sandbox/simulated-traders/strategies/seeded-random.ts";
import { carryOut, openTrader, simulateMarket, turnOf } from "./simulated-market.ts";

const TERMS: MakerParams = {
  funds: micros(5_000_000_000),
  maximumLoss: micros(2_500_000_000),
  most: 100,
  refillBelow: 1 / 3,
  takes: 4,
  levels: 10,
  levelLots: lots(6_000),
  spread: 1,
  volatility: 200,
  homing: 0.05,
};
const NOISE = { typicalLots: lots(3_000), resting: 0.3, mostResting: 3 };

for (const tick of [100, 50, 25, 10, 1])
  for (const price of [500, 3_000, 5_000, 9_500])
    test(`quotes 8 to 12 levels a side while noise trades, tick ${tick}, from ${price}`, () => {
      const world = simulateMarket(createRandom(`${tick} ${price}`), { tick });
      const maker = openTrader(world, "maker", TERMS.funds);
      const noise = openTrader(world, "noise", micros(10_000_000_000));
      let state = startMaker(price, turnOf(world, maker), TERMS);
      const prices = new Set<number>();
      for (let round = 0; round < 500; round += 1) {
        const planned = stepMaker(state, turnOf(world, maker), TERMS);
        state = planned.state;
        carryOut(world, maker, planned.intents);
        for (const isBid of [true, false]) {
          const own = new Set(
            turnOf(world, maker)
              .own.orders.filter(({ bid }) => bid === isBid)
              .map((order) => order.price),
          );
          assert.ok(
            own.size >= 8 && own.size <= 12,
            `round ${round}: ${own.size} of ${isBid ? "bids" : "asks"}`,
          );
        }
        prices.add(listLevels(world.market.book, true)[0]!.price);
        if (round % 3 === 0) carryOut(world, noise, stepNoise(turnOf(world, noise), NOISE));
        world.now += 12_000;
      }
      assert.ok(prices.size > 3, `the best bid was at ${prices.size} prices`);
      assert.ok(world.market.lastTrade !== undefined && world.exchange.nextTrade > 50);
    });

for (const spread of [1, 2, 5, 20])
  test(`keeps a spread of ${spread} steps at least while its fair value wanders and others trade`, () => {
    const world = simulateMarket(createRandom(`spread ${spread}`), { tick: 10 });
    const maker = openTrader(world, "maker", TERMS.funds);
    const noise = openTrader(world, "noise", micros(10_000_000_000));
    const terms = { ...TERMS, spread };
    let state = startMaker(5_000, turnOf(world, maker), terms);
    const spreads = new Set<number>();
    for (let round = 0; round < 200; round += 1) {
      const planned = stepMaker(state, turnOf(world, maker), terms);
      state = planned.state;
      carryOut(world, maker, planned.intents);
      const { orders } = turnOf(world, maker).own;
      const of = (isBid: boolean): number[] =>
        orders.filter(({ bid }) => bid === isBid).map(({ price }) => price);
      const steps = (Math.min(...of(false)) - Math.max(...of(true))) / 10;
      assert.ok(steps >= Math.max(spread - 1, 1) && steps <= spread + 2, `round ${round}: ${steps} steps`);
      spreads.add(steps);
      if (round % 3 === 0) carryOut(world, noise, stepNoise(turnOf(world, noise), NOISE));
      world.now += 12_000;
    }
    assert.ok(Math.max(...spreads) >= spread);
  });

test("quotes as many levels as fit where ten prices are all there are", () => {
  const world = simulateMarket(createRandom("coarse"), { tick: 1000 });
  const maker = openTrader(world, "maker", TERMS.funds);
  const { intents } = stepMaker(startMaker(5_000, turnOf(world, maker), TERMS), turnOf(world, maker), TERMS);
  assert.ok(carryOut(world, maker, intents) >= 7);
});

test("plans few orders where little has changed", () => {
  const world = simulateMarket(createRandom("calm"), { tick: 100 });
  const maker = openTrader(world, "maker", TERMS.funds);
  let state = startMaker(5_000, turnOf(world, maker), TERMS);
  let planned = 0;
  for (let round = 0; round < 300; round += 1) {
    const next = stepMaker(state, turnOf(world, maker), TERMS);
    state = next.state;
    planned += next.intents.length;
    carryOut(world, maker, next.intents);
    world.now += 12_000;
  }
  assert.ok(planned < 20 + 200, `${planned} orders and cancels in an hour without trades`);
});

test("equal seeds give equal orders", () => {
  const run = (): number[] => {
    const world = simulateMarket(createRandom("same"), { tick: 10 });
    const maker = openTrader(world, "maker", TERMS.funds);
    let state = startMaker(5_000, turnOf(world, maker), TERMS);
    for (let round = 0; round < 50; round += 1) {
      const next = stepMaker(state, turnOf(world, maker), TERMS);
      state = next.state;
      carryOut(world, maker, next.intents);
      world.now += 60_000;
    }
    return turnOf(world, maker).own.orders.flatMap(({ price, lots: size }) => [price, size]);
  };
  assert.deepEqual(run(), run());
});

test("an LMSR maker follows its curve, and comes back to the start price with its position", () => {
  const world = simulateMarket(createRandom("lmsr"), { tick: 100 });
  const terms = { ...TERMS, startPrice: ONE / 2 };
  const maker = openTrader(world, "maker", TERMS.funds);
  const trader = openTrader(world, "trader", micros(50_000_000_000));
  carryOut(world, maker, stepLmsr(turnOf(world, maker), terms));
  const ends = (): (number | undefined)[] => [
    turnOf(world, maker).market.bestBid,
    turnOf(world, maker).market.bestAsk,
  ];
  assert.deepEqual(ends(), [4_900, 5_100]);
  const take = (bid: boolean) => ({
    type: "place" as const,
    outcome: bid ? (0 as const) : (1 as const),
    side: "BUY" as const,
    limit: (bid ? ends()[1] : ONE - ends()[0]!) as never,
    lots: lots(100_000),
    kind: "FAK" as const,
    postOnly: false,
  });
  carryOut(world, trader, [take(true)]);
  carryOut(world, maker, stepLmsr(turnOf(world, maker), terms));
  const after = ends();
  assert.ok(after[0]! >= 4_900 && after[1]! >= 5_200, after.join());
  carryOut(world, trader, [take(false)]);
  carryOut(world, maker, stepLmsr(turnOf(world, maker), terms));
  assert.ok(ends()[0]! <= 4_900, ends().join());
});
