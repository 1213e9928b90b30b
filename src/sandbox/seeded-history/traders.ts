/** Traders of the seeded history: they differ in frequency and order size, and some are informed. */
import { elementAt } from "../../core/values/element-at.ts";
import { lots, micros } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { drawNormal } from "../simulated-traders/strategies/seeded-random.ts";
import type { Random } from "../simulated-traders/strategies/seeded-random.ts";
import { HISTORY_TRADER_COUNT, makeSimulatedWallet } from "../simulated-traders/trader-params.ts";
import type { SimulatedWallet } from "../simulated-traders/trader-params.ts";

export type Trader = SimulatedWallet & {
  /** Relative trading frequency: the weight with which the trader is drawn. */
  readonly zeal: number;
  /** Median size of the trader's orders. */
  readonly typicalLots: Lots;
  /** Standard error of the trader's opinion on a price, in ticks; `undefined` for a trader without opinions. */
  readonly error: number | undefined;
  /** Initial collateral. */
  readonly funds: Micros;
};

const INFORMED_COUNT = 6;
const UNIT = 1_000_000;

export const drawTraders = (seed: string, random: Random): readonly Trader[] =>
  Array.from({ length: HISTORY_TRADER_COUNT }, (_, index) => ({
    ...makeSimulatedWallet(seed, `trader ${index}`),
    zeal: 1 / (4 + index),
    typicalLots: lots(Math.round(4_000 * Math.exp(drawNormal(random) * 0.6))),
    error: index % Math.floor(HISTORY_TRADER_COUNT / INFORMED_COUNT) === 1 ? 150 + 60 * index : undefined,
    funds: micros(25_000 * UNIT),
  }));

/** Draws a trader, weighted by trading frequency. */
export function drawTrader(traders: readonly Trader[], random: Random): Trader {
  const all = traders.reduce((sum, { zeal }) => sum + zeal, 0);
  let left = random() * all;
  return traders.find(({ zeal }) => (left -= zeal) < 0) ?? elementAt(traders, 0);
}
