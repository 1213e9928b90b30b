/** The period and the ranking of the leaderboard, which the address of the page keeps. */
import { useSearchParams } from "wouter";
import type { Period, Ranking } from "./people-queries.ts";

export const PERIODS = ["DAY", "WEEK", "MONTH", "ALL"] as const satisfies readonly Period[];
export const RANKINGS = ["PNL", "VOL"] as const satisfies readonly Ranking[];

export type BoardChoices = {
  readonly period: (typeof PERIODS)[number];
  readonly ranking: (typeof RANKINGS)[number];
};

/** Choices of an address that names none. */
const USUAL: BoardChoices = { period: "ALL", ranking: "PNL" };

/** Values that the page does not have count as absent. */
export const readBoardChoices = (query: URLSearchParams): BoardChoices => ({
  period: PERIODS.find((period) => period.toLowerCase() === query.get("period")) ?? USUAL.period,
  ranking: RANKINGS.find((ranking) => ranking.toLowerCase() === query.get("by")) ?? USUAL.ranking,
});

/** Gives the query with these choices; the usual ones are left out of it, and all else stays. */
export function withBoardChoices(query: URLSearchParams, { period, ranking }: BoardChoices): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value, usual] of [
    ["period", period, USUAL.period],
    ["by", ranking, USUAL.ranking],
  ] as const)
    if (value === usual) next.delete(name);
    else next.set(name, value.toLowerCase());
  return next;
}

/** Each change is a step to which Back returns. */
export function useBoardChoices(): readonly [BoardChoices, (changed: Partial<BoardChoices>) => void] {
  const [query, setQuery] = useSearchParams();
  const choices = readBoardChoices(query);
  return [choices, (changed) => setQuery(withBoardChoices(query, { ...choices, ...changed }))];
}
