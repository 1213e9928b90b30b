/** The period and the ranking of the leaderboard, stored in the page's address. */
import { useSearchParams } from "wouter";
import type { Period, Ranking } from "./people-queries.ts";

export const PERIODS = ["DAY", "WEEK", "MONTH", "ALL"] as const satisfies readonly Period[];
export const RANKINGS = ["TOTAL", "PNL", "VOL"] as const satisfies readonly Ranking[];

export type BoardChoices = {
  readonly period: (typeof PERIODS)[number];
  readonly ranking: (typeof RANKINGS)[number];
};

const DEFAULT_PERIOD = "ALL";

/** Returns the default ranking of a period. Total profit, which includes unrealized profit, exists for all time only. */
const getDefaultRanking = (period: BoardChoices["period"]): BoardChoices["ranking"] =>
  period === "ALL" ? "TOTAL" : "PNL";

export const hasRanking = ({ period, ranking }: BoardChoices): boolean =>
  ranking !== "TOTAL" || period === "ALL";

/** Reads the choices. Values that the page does not know count as absent. */
export function readBoardChoices(query: URLSearchParams): BoardChoices {
  const period = PERIODS.find((one) => one.toLowerCase() === query.get("period")) ?? DEFAULT_PERIOD;
  const ranking = RANKINGS.find(
    (one) => one.toLowerCase() === query.get("by") && hasRanking({ period, ranking: one }),
  );
  return { period, ranking: ranking ?? getDefaultRanking(period) };
}

/** Builds the query with these choices. Default ones are left out, and other parameters stay. */
export function buildBoardQuery(query: URLSearchParams, { period, ranking }: BoardChoices): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value, usual] of [
    ["period", period, DEFAULT_PERIOD],
    ["by", ranking, getDefaultRanking(period)],
  ] as const)
    if (value === usual) next.delete(name);
    else next.set(name, value.toLowerCase());
  return next;
}

/** Changes a choice; a period without the current ranking gets its default one. */
function changeBoard(choices: BoardChoices, changed: Partial<BoardChoices>): BoardChoices {
  const next = { ...choices, ...changed };
  return hasRanking(next) ? next : { ...next, ranking: getDefaultRanking(next.period) };
}

/** Returns the choices, and a function that changes them. Each change is a step in the browser's history. */
export function useBoardChoices(): readonly [BoardChoices, (changed: Partial<BoardChoices>) => void] {
  const [query, setQuery] = useSearchParams();
  const choices = readBoardChoices(query);
  return [choices, (changed) => setQuery(buildBoardQuery(query, changeBoard(choices, changed)))];
}
