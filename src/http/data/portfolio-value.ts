/** Worth of a wallet's positions together, without its collateral. */
import type { Context } from "../../context.ts";
import { listCurrentPositions } from "../../store/reads/positions.ts";
import type { PositionFilter } from "../../store/reads/positions.ts";
import { totalValue } from "./position-figures.ts";
import { halfTicksOf } from "./position-page.ts";
import { wireNumber } from "./wire-number.ts";

export async function readPortfolioValue(
  { adHocSql }: Pick<Context, "adHocSql">,
  wanted: Pick<PositionFilter, "wallet" | "conditionIds">,
): Promise<number> {
  const positions = await listCurrentPositions(await adHocSql(), { ...wanted, leastLots: 1 });
  const { numerator, denominator } = totalValue(
    positions.map((stored) => ({ lots: stored.lots, halfTicks: halfTicksOf(stored) })),
  );
  return wireNumber(numerator, denominator);
}
