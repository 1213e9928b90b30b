/** Profit of a wallet as the exchange's own operations write it: all of it, and its two parts. */
import { Type } from "typebox";
import type { Micros } from "../../core/units.ts";
import { collateralNumber, MICROS } from "./collateral-number.ts";
import { wireNumber } from "./wire-number.ts";

/** Hundredths of a share. */
const LOTS = 100n;

/** Properties of a record. */
export const ProfitFigures = {
  profit: Type.Number({ description: "realizedProfit and openProfit together" }),
  realizedProfit: Type.Number({
    description: "Profit of all that was given up, as pnl of GET /v1/leaderboard",
  }),
  openProfit: Type.Number({
    description: "Profit of the shares that are held, as cashPnl of GET /positions",
  }),
};

type Profit = {
  readonly realized: Micros;
  /** Exact, in lots x micros per share. */
  readonly open: bigint;
};

export const profitFiguresOf = ({ realized, open }: Profit) => ({
  profit: wireNumber(BigInt(realized) * LOTS + open, MICROS * LOTS),
  realizedProfit: collateralNumber(realized),
  openProfit: wireNumber(open, MICROS * LOTS),
});
