/** Open interest of markets as the data interface counts it. */
import { elementAt } from "../../core/element-at.ts";
import type { Context } from "../../context.ts";
import { openInterestOf } from "../../core/open-interest.ts";
import type { Micros } from "../../core/units.ts";
import { listBackedMarkets, sumOpenInterest } from "../../store/reads/open-interest.ts";
import type { BackedRow } from "../../store/reads/open-interest.ts";
import { collateralNumber } from "./collateral-number.ts";

/** Stands for all markets in place of a condition id. */
export const ALL_MARKETS = "GLOBAL";

export type OpenInterest = { readonly market: string; readonly value: number };

/** Lists the open interest of these conditions (lower case) that markets have, or one row for all markets. */
export async function readOpenInterest(
  { adHocSql }: Pick<Context, "adHocSql">,
  conditionIds: readonly string[] | undefined,
): Promise<OpenInterest[]> {
  if (conditionIds === undefined)
    return [{ market: ALL_MARKETS, value: collateralNumber(await sumOpenInterest(await adHocSql())) }];
  const asked = [...new Set(conditionIds)];
  const values = valuesOf(await listBackedMarkets(await adHocSql(), asked));
  return asked.flatMap((market) => {
    const value = values.get(market);
    return value === undefined ? [] : [{ market, value: collateralNumber(value) }];
  });
}

/** Open interest by condition id. */
function valuesOf(rows: readonly BackedRow[]): ReadonlyMap<string, Micros> {
  const events = [...Map.groupBy(rows, ({ event }) => event).values()];
  return new Map(
    events.flatMap((markets) => {
      const values = openInterestOf(markets);
      return markets.map(({ conditionId }, index) => [conditionId, elementAt(values, index)] as const);
    }),
  );
}
