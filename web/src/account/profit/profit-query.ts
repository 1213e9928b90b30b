/** The profit of a wallet over time: the realized profit, and the unrealized one at the prices of each time. */
import { queryOptions } from "@tanstack/react-query";
import type { Micros } from "../../../../src/core/units.ts";
import { data } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/data.ts";
import { toMicros } from "../../base/money.ts";

export type ProfitRange = NonNullable<Operations["GET /profit"]["query"]["interval"]>;

export type ProfitPoint = {
  /** Time in unix milliseconds. */
  readonly at: number;
  readonly total: Micros;
  readonly realized: Micros;
  /** Unrealized profit of the shares held at that time. */
  readonly open: Micros;
};

/** Refresh interval: prices change without an action of the wallet. */
const REFRESH_MS = 15_000;

/**
 * Loads the points, the earliest first; the last one is current. The trader's own actions invalidate all keys with this
 * prefix.
 */
export const profitQuery = (address: string, range: ProfitRange) =>
  queryOptions({
    queryKey: ["own", "profit", address.toLowerCase(), range],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<readonly ProfitPoint[]> => {
      const { points } = await data("GET /profit", { query: { user: address, interval: range }, signal });
      return points.map(({ t, profit, realizedProfit, openProfit }) => ({
        at: t * 1_000,
        total: toMicros(profit),
        realized: toMicros(realizedProfit),
        open: toMicros(openProfit),
      }));
    },
  });
