/** Queries of public data about wallets: leaderboard, statistics, positions and activity. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { micros } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { data } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/data.ts";
import { buildOffsetPages, joinPages } from "../../api/offset-pages.ts";
import { toMicros } from "../../base/money.ts";
import { activityPages } from "./activity-pages.ts";

type LeaderboardQuery = Operations["GET /v1/leaderboard"]["query"];
export type Period = NonNullable<LeaderboardQuery["timePeriod"]>;
type StoredRanking = NonNullable<LeaderboardQuery["orderBy"]>;
/** The criterion of ranks: total profit, realized profit, or volume. */
export type Ranking = "TOTAL" | StoredRanking;

const PAGE_SIZE = 25;
/** Largest offset of the leaderboard. */
const MAX_RANK_OFFSET = 1_000;

/** Total profit of a wallet, and its two parts. */
export type Profit = { readonly total: Micros; readonly realized: Micros; readonly open: Micros };

export type Rank = {
  readonly rank: string;
  readonly address: string;
  readonly name: string;
  readonly volume: Micros;
  /** Profit realized in the period. */
  readonly realized: Micros;
  /** Profit of all time. */
  readonly profit: Profit;
  /** Time of the rank in unix milliseconds; `undefined` means now. */
  readonly asOf: number | undefined;
};

type BoardCursor = Pick<LeaderboardQuery, "limit" | "offset" | "user">;
type Board = { readonly period: Period; readonly ranking: Ranking };

const readBoard = ({ period, ranking }: Board, place: BoardCursor, signal: AbortSignal) =>
  ranking === "TOTAL"
    ? readTotals(place, signal)
    : readRanks({ ...place, timePeriod: period, orderBy: ranking }, signal);

/** Reads ranks by total profit, which exists for all time only. */
async function readTotals(query: BoardCursor, signal: AbortSignal): Promise<readonly Rank[]> {
  const { asOf, ranking } = await data("GET /profit-ranking", { query, signal });
  return ranking.map((row) => ({
    rank: String(row.rank),
    address: row.proxyWallet,
    name: row.name,
    volume: toMicros(row.volume),
    realized: toMicros(row.realizedProfit),
    profit: toProfit(row),
    asOf: asOf * 1_000,
  }));
}

type ProfitRow = { readonly profit: number; readonly realizedProfit: number; readonly openProfit: number };

const toProfit = ({ profit, realizedProfit, openProfit }: ProfitRow): Profit => ({
  total: toMicros(profit),
  realized: toMicros(realizedProfit),
  open: toMicros(openProfit),
});

/** Reads ranks, with the profit of each wallet's open positions. */
async function readRanks(query: LeaderboardQuery, signal: AbortSignal): Promise<readonly Rank[]> {
  const rows = await data("GET /v1/leaderboard", { query, signal });
  const wallets = await readWallets(
    rows.map(({ proxyWallet }) => proxyWallet),
    signal,
  );
  return rows.map(({ rank, proxyWallet, userName, vol, pnl }) => ({
    rank,
    address: proxyWallet,
    name: userName,
    volume: toMicros(vol),
    realized: toMicros(pnl),
    profit: wallets.get(proxyWallet)?.profit ?? NO_PROFIT,
    asOf: undefined,
  }));
}

const NO_PROFIT: Profit = { total: micros(0), realized: micros(0), open: micros(0) };

type WalletStatistics = {
  /** Name chosen by the owner; "" without one. */
  readonly name: string;
  readonly profit: Profit;
  readonly volume: Micros;
  readonly biggestWin: Micros;
  /** Time of the wallet's first deposit in unix milliseconds. */
  readonly joinedAt: number | undefined;
};

export async function readWallets(
  user: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, WalletStatistics>> {
  if (user.length === 0) return new Map();
  const rows = await data("GET /wallets", { query: { user }, signal });
  return new Map(
    rows.map((row) => [
      row.proxyWallet,
      {
        name: row.name,
        profit: toProfit(row),
        volume: toMicros(row.volume),
        biggestWin: toMicros(row.biggestWin),
        joinedAt: row.joinedAt === null ? undefined : row.joinedAt * 1000,
      },
    ]),
  );
}

export const leaderboardQuery = (board: Board) =>
  infiniteQueryOptions({
    ...buildOffsetPages(PAGE_SIZE, MAX_RANK_OFFSET),
    queryKey: ["people", "leaderboard", board.period, board.ranking],
    queryFn: ({ pageParam: offset, signal }) => readBoard(board, { limit: PAGE_SIZE, offset }, signal),
    select: joinPages,
  });

/** Reads the rank of one wallet; `null` if it is not on the board. */
export const ownRankQuery = (user: string, board: Board) =>
  queryOptions({
    queryKey: ["people", "standing", user, board.period, board.ranking],
    queryFn: async ({ signal }) => (await readBoard(board, { user }, signal))[0] ?? null,
  });

export const statisticsQuery = (address: string) =>
  queryOptions({
    queryKey: ["people", "figures", address],
    queryFn: async ({ signal }) => {
      const options = { query: { user: address }, signal };
      const [[value], { traded }, wallets] = await Promise.all([
        data("GET /value", options),
        data("GET /traded", options),
        readWallets([address], signal),
      ]);
      const statistics = wallets.get(address.toLowerCase());
      return {
        name: statistics?.name ?? "",
        value: toMicros(value?.value ?? 0),
        markets: traded,
        profit: statistics?.profit ?? NO_PROFIT,
        volume: statistics?.volume ?? micros(0),
        biggestWin: statistics?.biggestWin ?? micros(0),
        joinedAt: statistics?.joinedAt,
      };
    },
  });

export const positionsQuery = (address: string) =>
  infiniteQueryOptions({
    ...buildOffsetPages(PAGE_SIZE),
    queryKey: ["people", "positions", address],
    queryFn: ({ pageParam: offset, signal }) =>
      data("GET /positions", {
        query: { user: address, limit: PAGE_SIZE, offset, sizeThreshold: 0 },
        signal,
      }),
    select: joinPages,
  });

export const closedQuery = (address: string) =>
  infiniteQueryOptions({
    ...buildOffsetPages(PAGE_SIZE),
    queryKey: ["people", "closed", address],
    queryFn: ({ pageParam: offset, signal }) => {
      const query = { user: address, limit: PAGE_SIZE, offset, sortBy: "TIMESTAMP" } as const;
      return data("GET /closed-positions", { query, signal });
    },
    select: joinPages,
  });

export const activityQuery = (address: string) =>
  infiniteQueryOptions({
    ...activityPages(address),
    queryKey: ["people", "activity", address],
    select: joinPages,
  });
