/** GET /oi: how much collateral the shares of markets stand for, of some or of all together. */
import { Type } from "typebox";
import { openInterestOf } from "../../core/open-interest.ts";
import type { Micros } from "../../core/units.ts";
import { listBackedMarkets, sumOpenInterest } from "../../store/reads/open-interest.ts";
import type { BackedRow } from "../../store/reads/open-interest.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { collateralNumber } from "./collateral-number.ts";
import { MARKETS } from "./groups.ts";
import { ConditionIds, lowerCase } from "./parameters.ts";

/** Stands for all markets in place of a condition id. */
const ALL = "GLOBAL";

export const listOpenInterest = uncodedOperation({
  method: "GET",
  path: "/oi",
  summary: "List the open interest of markets",
  group: MARKETS,
  limits: [],
  query: Type.Object({ market: Type.Optional(ConditionIds) }),
  answer: Type.Array(
    Type.Object({
      market: Type.String({ description: `Condition id; ${ALL} where none was asked for` }),
      value: Type.Number({
        description: "Collateral behind all shares, less the market's part of what conversions paid ahead",
      }),
    }),
    { description: "In the order of the request, or one row for all markets" },
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    if (query.market === undefined) {
      const total = await sumOpenInterest(await context.adHocSql());
      return { body: [{ market: ALL, value: collateralNumber(total) }] };
    }
    const asked = [...new Set(query.market.map(lowerCase))];
    const values = valuesOf(await listBackedMarkets(await context.adHocSql(), asked));
    const rows = asked.flatMap((market) => {
      const value = values.get(market);
      return value === undefined ? [] : [{ market, value: collateralNumber(value) }];
    });
    return { body: rows };
  },
});

/** Open interest by condition id. */
function valuesOf(rows: readonly BackedRow[]): ReadonlyMap<string, Micros> {
  const events = [...Map.groupBy(rows, ({ event }) => event).values()];
  return new Map(
    events.flatMap((markets) => {
      const values = openInterestOf(markets);
      return markets.map(({ conditionId }, index) => [conditionId, values[index]] as const);
    }),
  );
}
