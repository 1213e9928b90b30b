/** The period and the ranking of the leaderboard, which the address of the page keeps. */
import { useSearchParams } from "wouter";
import type { Period, Ranking } from "./people-queries.ts";

export const PERIODS = ["DAY", "WEEK", "MONTH", "ALL"] as const satisfies readonly Period[];
export const RANKINGS = ["TOTAL", "PNL", "VOL"] as const satisfies readonly Ranking[];

export type BoardChoices = {
  readonly period: (typeof PERIODS)[number];
  readonly ranking: (typeof RANKINGS)[number];
};

const USUAL_PERIOD = "ALL";

/** The ranking of an address that names none. Open positions have a profit of all time, and none of a period. */
const usualRanking = (period: BoardChoices["period"]): BoardChoices["ranking"] =>
  period === "ALL" ? "TOTAL" : "PNL";

export const hasRanking = ({ period, ranking }: BoardChoices): boolean =>
  ranking !== "TOTAL" || period === "ALL";

/** Values that the page does not have count as absent. */
export function readBoardChoices(query: URLSearchParams): BoardChoices {
  const period = PERIODS.find((one) => one.toLowerCase() === query.get("period")) ?? USUAL_PERIOD;
  const ranking = RANKINGS.find(
    (one) => one.toLowerCase() === query.get("by") && hasRanking({ period, ranking: one }),
  );
  return { period, ranking: ranking ?? usualRanking(period) };
}

/** Gives the query with these choices; the usual ones are left out of it, and all else stays. */
export function withBoardChoices(query: URLSearchParams, { period, ranking }: BoardChoices): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value, usual] of [
    ["period", period, USUAL_PERIOD],
    ["by", ranking, usualRanking(period)],
  ] as const)
    if (value === usual) next.delete(name);
    else next.set(name, value.toLowerCase());
  return next;
}

/** Makes a change; a period without the ranking of before gets its usual one. */
function changeBoard(choices: BoardChoices, changed: Partial<BoardChoices>): BoardChoices {
  const next = { ...choices, ...changed };
  return hasRanking(next) ? next : { ...next, ranking: usualRanking(next.period) };
}

/** Each change is a step to which Back returns. */
export function useBoardChoices(): readonly [BoardChoices, (changed: Partial<BoardChoices>) => void] {
  const [query, setQuery] = useSearchParams();
  const choices = readBoardChoices(query);
  return [choices, (changed) => setQuery(withBoardChoices(query, changeBoard(choices, changed)))];
}
