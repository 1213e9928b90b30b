/** Queries of price history, for each time range of a chart. */
import { queryOptions } from "@tanstack/react-query";
import { trading } from "../../api/interfaces.ts";
import { toTicks } from "../../base/money.ts";
import type { Point } from "./chart-line.ts";

export const RANGES = ["1H", "6H", "1D", "1W", "1M", "ALL"] as const;
export type Range = (typeof RANGES)[number];
export const DEFAULT_RANGE: Range = "1D";

const HOUR = 3_600;
/** Length of each range in seconds. */
export const RANGE_SECONDS: Readonly<Record<Range, number>> = {
  "1H": HOUR,
  "6H": 6 * HOUR,
  "1D": 24 * HOUR,
  "1W": 168 * HOUR,
  "1M": 720 * HOUR,
  ALL: Infinity,
};

const INTERVALS = { "1H": "1h", "6H": "6h", "1D": "1d", "1W": "1w", ALL: "max" } as const;
/** Interval of refreshes. The exchange records one price a minute. */
const REFRESH_MS = 60_000;

export const historyQuery = (tokenId: string, range: Range) =>
  queryOptions({
    queryKey: ["history", tokenId, range],
    queryFn: async ({ signal }): Promise<readonly Point[]> => {
      const span =
        range === "1M"
          ? { start_ts: Math.floor(Date.now() / 1000) - RANGE_SECONDS["1M"] }
          : { interval: INTERVALS[range] };
      const { history } = await trading("GET /prices-history", {
        query: { market: tokenId, ...span },
        signal,
      });
      return history.map(({ t: time, p }) => ({ time, price: toTicks(p) }));
    },
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });
