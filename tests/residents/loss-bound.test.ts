/**
 * Makers against traders who know the outcome, push the price to and fro, and fill orders that are about to be cancelled.
 * The loss stays within the stated maximum at every step, and once the market has resolved.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { execute } from "../../src/core/exchange.ts";
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import type { Account } from "../../src/core/state.ts";
import { lots, micros, ONE, ticks } from "../../src/core/units.ts";
import { computeWorstLoss } from "../../src/sandbox/simulated-traders/strategies/loss-allowance.ts";
import { stepInformed, stepNoise } from "../../src/sandbox/simulated-traders/strategies/traders.ts";
import { toOrder, takingIntent } from "../../src/sandbox/simulated-traders/strategies/intent.ts";
import type { Intent } from "../../src/sandbox/simulated-traders/strategies/intent.ts";
import { computeNetSold, stepLmsr } from "../../src/sandbox/simulated-traders/strategies/lmsr-maker.ts";
import { startMaker, stepMaker } from "../../src/sandbox/simulated-traders/strategies/maker.ts";
import { readAccountHoldings } from "../../src/sandbox/simulated-traders/strategies/market-view.ts";
import { createRandom, drawInteger } from "../../src/sandbox/simulated-traders/strategies/seeded-random.ts";
import type { Random } from "../../src/sandbox/simulated-traders/strategies/seeded-random.ts";
import { atDepth } from "../support/depth.ts";
import { carryOut, openTrader, simulateMarket, turnOf } from "./simulated-market.ts";
import type { SimulatedMarket } from "./simulated-market.ts";

const MARKETS = atDepth({ quick: 60, deep: 1_000 });
const ROUNDS = 120;
const PAYOUTS = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

type Maker = (at: SimulatedMarket, account: Account) => readonly Intent[];
type Adversary = (at: SimulatedMarket, account: Account, round: number) => readonly Intent[];

const pick = <T>(random: Random, items: readonly T[]): T => items[drawInteger(random, 0, items.length - 1)]!;

function drawMaker(random: Random) {
  const maximumLoss = micros(drawInteger(random, 1, 5_000) * 1_000_000);
  const funds = micros(maximumLoss * drawInteger(random, 1, 6));
  const terms = {
    funds,
    maximumLoss,
    most: drawInteger(random, 3, 60),
    levels: drawInteger(random, 2, 12),
    levelLots: lots(drawInteger(random, 1, 500) * 100),
    spread: drawInteger(random, 1, 5),
    refillBelow: pick(random, [1 / 3, 1]),
    takes: drawInteger(random, 1, 6),
    volatility: drawInteger(random, 0, 3_000),
    homing: random(),
  };
  const startPrice = drawInteger(random, 500, 9_500);
  const makers: readonly Maker[] = [quotesAround(startPrice, terms), quotesOnCurves(startPrice, terms)];
  return { terms, act: makers[random() < 0.7 ? 0 : 1]! };
}

function quotesAround(startPrice: number, terms: Parameters<typeof stepMaker>[2]): Maker {
  let state: ReturnType<typeof startMaker> | undefined;
  return (at, account) => {
    const turn = turnOf(at, account);
    // It forgets all that is not in the ledger now and then, as a restart does.
    if (state === undefined || at.random() < 0.02) state = startMaker(startPrice, turn, terms);
    const next = stepMaker(state, turn, terms);
    state = next.state;
    return next.intents;
  };
}

/** Begins another curve now and then, as where its terms were changed. */
function quotesOnCurves(
  firstPrice: number,
  terms: Omit<Parameters<typeof stepLmsr>[1], "startPrice">,
): Maker {
  let curve = { startPrice: firstPrice, startSold: 0 };
  return (at, account) => {
    const turn = turnOf(at, account);
    if (at.random() < 0.02)
      curve = { startPrice: drawInteger(at.random, 100, 9_900), startSold: computeNetSold(turn.own.shares) };
    return stepLmsr(turn, { ...terms, ...curve });
  };
}

/** Traders by what they do; the payout is what they know. */
const ADVERSARIES = (payout: readonly [number, number]): readonly Adversary[] => [
  (at, account) =>
    stepInformed(turnOf(at, account), {
      worth: (payout[0] * ONE) / (payout[0] + payout[1]),
      edge: 0,
      mostLots: lots(1_000_000),
    }),
  (at, account, round) => sweep(at, account, Math.floor(round / 10) % 2 === 0),
  (at, account) =>
    stepNoise(turnOf(at, account), { typicalLots: lots(20_000), resting: 0.5, mostResting: 5 }),
];

/** Takes everything on one side. */
function sweep(at: SimulatedMarket, account: Account, bid: boolean): Intent[] {
  const { market, own } = turnOf(at, account);
  const price = bid ? ticks(ONE - market.tick) : market.tick;
  return [takingIntent(toOrder({ bid, price, lots: lots(1_000_000) }, own))];
}

const FEES: readonly (FeeSchedule | undefined)[] = [
  undefined,
  { rate: 700, exponent: 1, takerOnly: true },
  { rate: 2_500, exponent: 1, takerOnly: false },
  { rate: 1_000, exponent: 2, takerOnly: false },
];

/** Plays a market to its resolution; gives the share of the maximum that its maker lost. */
function playMarket(seed: number): number {
  const random = createRandom(`market ${seed}`);
  const fees = pick(random, FEES);
  const at = simulateMarket(random, {
    tick: pick(random, [1, 10, 25, 50, 100, 1_000]),
    ...(fees && { fees }),
  });
  const { terms, act } = drawMaker(random);
  const payout = pick(random, PAYOUTS);
  const adversaries = ADVERSARIES(payout);
  const account = openTrader(at, "maker", terms.funds);
  const traders = adversaries.map((_, index) => openTrader(at, `trader ${index}`, micros(1_000_000_000_000)));
  const check = (): void => {
    const loss = computeWorstLoss(readAccountHoldings(account, at.market), terms);
    assert.ok(loss <= terms.maximumLoss, `market ${seed} lost ${loss} of ${terms.maximumLoss} at most`);
  };
  const attack = (round: number): void => {
    const index = drawInteger(random, 0, adversaries.length - 1);
    carryOut(at, traders[index]!, adversaries[index]!(at, traders[index]!, round));
    check();
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const intents = act(at, account);
    // Others may come before, between and after its cancels and orders.
    for (const intent of intents) {
      if (random() < 0.05) attack(round);
      carryOut(at, account, [intent]);
    }
    attack(round);
    at.now += drawInteger(random, 100, 600_000);
  }
  execute(at.exchange, { type: "resolve-market", conditionId: "m", payout }, at.now);
  const lost = terms.funds - account.collateral;
  assert.ok(lost <= terms.maximumLoss, `market ${seed} lost ${lost} of ${terms.maximumLoss} at most`);
  return lost / terms.maximumLoss;
}

test(`loses no more than the stated maximum in ${MARKETS} markets of adversaries`, () => {
  const losses = Array.from({ length: MARKETS }, (_, seed) => playMarket(seed));
  const ruined = losses.filter((share) => share > 0.8).length;
  assert.ok(ruined > MARKETS / 10, `the adversaries took most of the maximum in ${ruined} markets only`);
});
