/**
 * Control of a sandbox's simulated traders, as the sandbox's operations use it; a higher layer implements the control.
 */
import { Type } from "typebox";
import type { Rejection } from "../../core/rejection.ts";
import { MAKER_KINDS, SIMULATION_PACES } from "../../store/sandbox/simulation-settings.ts";
import type { MarketTuning, SimulationPace } from "../../store/sandbox/simulation-settings.ts";
import { OrNull } from "../values/resolution-answer.ts";

const WITHDRAWN =
  "Why the maker withdrew: that nobody acts here, or which side it does not quote since its loss could pass the maximum; " +
  "empty while it quotes both";

export const MarketSimulationAnswer = Type.Object({
  market: Type.String({ description: "Market by its name in addresses, such as rain-on-june-30" }),
  conditionId: Type.String(),
  trading: Type.Boolean({ description: "False where an operator switched the residents of this market off" }),
  maker: Type.Enum([...MAKER_KINDS]),
  levels: Type.Integer({ description: "Quotes that the maker wants on each side" }),
  spread: Type.Integer({
    description: "Least distance between bids and asks of the maker `fair-value`, in price steps",
  }),
  informed: Type.Boolean({ description: "True where an informed trader trades besides the noise traders" }),
  b: OrNull(Type.String({ description: "Liquidity of the maker `lmsr`, in shares" })),
  fairValue: OrNull(
    Type.String({ description: "The maker's price of the first outcome; null before its first turn" }),
  ),
  inventory: Type.Tuple([Type.String(), Type.String()], { description: "Its shares of either outcome" }),
  collateral: Type.String({ description: "Its collateral, with what its orders hold" }),
  loss: Type.String({ description: "Its loss at the worst winner, counted from the ledger; below 0 a gain" }),
  maximumLoss: Type.String(),
  withdrawn: Type.String({ description: WITHDRAWN }),
  outOfBudget: Type.Boolean({
    description:
      "True where the maker could trade, but leaves a side out since its loss could pass the maximum",
  }),
});

export const SimulatedTradersAnswer = Type.Object({
  pace: Type.Enum([...SIMULATION_PACES], { description: "Pace in force" }),
  markets: Type.Array(MarketSimulationAnswer),
});

export type SimulationState = Type.Static<typeof SimulatedTradersAnswer>;

/** Changes of a market's parameters; omitted parameters stay. */
export type TuningChange = Partial<Omit<MarketTuning, "startPrice" | "startSold">>;

export type SimulationControl = {
  /** Lists the lower-case addresses of all simulated traders, including those of the seeded history. */
  wallets(): readonly string[];
  describe(): Promise<SimulationState | Rejection>;
  /**
   * Sets the pace; `off` cancels all resting orders of simulated traders. Returns a rejection if the pace could not be
   * set.
   */
  setPace(pace: SimulationPace): Promise<Rejection | undefined>;
  /**
   * Changes a market's parameters. Cancels the maker's orders in the market; if trading is switched off, the orders of
   * all simulated traders there.
   */
  tune(conditionId: string, change: TuningChange): Promise<Rejection | undefined>;
};
