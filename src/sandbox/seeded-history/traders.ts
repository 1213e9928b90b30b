/** Traders of the seeded history: wallets that trade often or seldom, in small or large sizes, and some that know more. */
import { elementAt } from "../../core/values/element-at.ts";
import { lots, micros } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { normal } from "../simulated-traders/strategies/seeded-random.ts";
import type { Random } from "../simulated-traders/strategies/seeded-random.ts";
import { HISTORY_TRADERS, makeSimulatedWallet } from "../simulated-traders/trader-params.ts";
import type { SimulatedWallet } from "../simulated-traders/trader-params.ts";

export type Trader = SimulatedWallet & {
  /** Relative trading frequency: the weight of this trader among all. */
  readonly zeal: number;
  /** Median size of its orders. */
  readonly typicalLots: Lots;
  /** Error of its opinion on a market, in ticks; `undefined` if it has no opinion. */
  readonly error: number | undefined;
  /** Initial collateral. */
  readonly funds: Micros;
};

const INFORMED = 6;
const UNIT = 1_000_000;

export const drawTraders = (seed: string, random: Random): readonly Trader[] =>
  Array.from({ length: HISTORY_TRADERS }, (_, index) => ({
    ...makeSimulatedWallet(seed, `trader ${index}`),
    zeal: 1 / (4 + index),
    typicalLots: lots(Math.round(4_000 * Math.exp(normal(random) * 0.6))),
    error: index % Math.floor(HISTORY_TRADERS / INFORMED) === 1 ? 150 + 60 * index : undefined,
    funds: micros(25_000 * UNIT),
  }));

/** Draws a trader, weighted by trading frequency. */
export function drawTrader(traders: readonly Trader[], random: Random): Trader {
  const all = traders.reduce((sum, { zeal }) => sum + zeal, 0);
  let left = random() * all;
  return traders.find(({ zeal }) => (left -= zeal) < 0) ?? elementAt(traders, 0);
}
