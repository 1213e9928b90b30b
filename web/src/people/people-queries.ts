/** Queries of public data about wallets: leaderboard, figures, positions and activity. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { data } from "../api/interfaces.ts";
import type { Operations } from "../api/generated/data.ts";
import { offsetPages, rowsOf } from "../api/offset-pages.ts";
import { microsOfNumber } from "../money.ts";
import { activityPages } from "./activity-pages.ts";

type LeaderboardQuery = Operations["GET /v1/leaderboard"]["query"];
export type Period = NonNullable<LeaderboardQuery["timePeriod"]>;
export type Ranking = NonNullable<LeaderboardQuery["orderBy"]>;

const PAGE = 25;

export const leaderboardQuery = (timePeriod: Period, orderBy: Ranking) =>
  infiniteQueryOptions({
    ...offsetPages(PAGE),
    queryKey: ["people", "leaderboard", timePeriod, orderBy],
    queryFn: async ({ pageParam: offset, signal }) => {
      const query = { timePeriod, orderBy, limit: PAGE, offset };
      const rows = await data("GET /v1/leaderboard", { query, signal });
      return rows.map(({ rank, proxyWallet, userName, vol, pnl }) => ({
        rank,
        address: proxyWallet,
        name: userName,
        volume: microsOfNumber(vol),
        profit: microsOfNumber(pnl),
      }));
    },
    select: rowsOf,
  });

export const figuresQuery = (address: string) =>
  queryOptions({
    queryKey: ["people", "figures", address],
    queryFn: async ({ signal }) => {
      const options = { query: { user: address }, signal };
      const [[value], { traded }, [standing]] = await Promise.all([
        data("GET /value", options),
        data("GET /traded", options),
        data("GET /v1/leaderboard", { query: { user: address, timePeriod: "ALL" }, signal }),
      ]);
      return {
        value: microsOfNumber(value?.value ?? 0),
        markets: traded,
        profit: microsOfNumber(standing?.pnl ?? 0),
        volume: microsOfNumber(standing?.vol ?? 0),
      };
    },
  });

export const positionsQuery = (address: string) =>
  infiniteQueryOptions({
    ...offsetPages(PAGE),
    queryKey: ["people", "positions", address],
    queryFn: ({ pageParam: offset, signal }) =>
      data("GET /positions", { query: { user: address, limit: PAGE, offset, sizeThreshold: 0 }, signal }),
    select: rowsOf,
  });

export const activityQuery = (address: string) =>
  infiniteQueryOptions({
    ...activityPages(address),
    queryKey: ["people", "activity", address],
    select: rowsOf,
  });
