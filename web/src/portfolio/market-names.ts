/** Which markets ids stand for: their names, and the events that they are on the page of. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { catalog } from "../api/interfaces.ts";
import type { Market } from "../api/generated/catalog.ts";

export type MarketName = {
  readonly title: string;
  /** Of its event; blank when it has none. */
  readonly slug: string;
  /** By token. */
  readonly outcomes: ReadonlyMap<string, string>;
};

export type MarketNames = ReadonlyMap<string, MarketName>;

const BATCH = 50;

/** By condition id. */
export function useMarketNames(conditionIds: readonly string[]): MarketNames {
  const wanted = [...new Set(conditionIds)].filter((id) => id !== "").toSorted();
  const { data } = useQuery({
    queryKey: ["catalog", "names", wanted],
    queryFn: ({ signal }) => readNames(wanted, signal),
    enabled: wanted.length > 0,
    staleTime: 60_000,
    // The names that are known stay while others are asked for.
    placeholderData: keepPreviousData,
  });
  return data ?? new Map();
}

export async function readNames(conditionIds: readonly string[], signal?: AbortSignal): Promise<MarketNames> {
  const names = new Map<string, MarketName>();
  for (let from = 0; from < conditionIds.length; from += BATCH) {
    const batch = conditionIds.slice(from, from + BATCH);
    // Unless they are asked for, listings leave out what is closed.
    for (const closed of [false, true]) {
      const query = { condition_ids: batch, limit: BATCH, closed };
      const rows = await catalog("GET /markets", { query, ...(signal && { signal }) });
      for (const row of rows) names.set(row.conditionId, nameOf(row));
    }
  }
  return names;
}

const nameOf = (row: Market): MarketName => {
  const tokens: readonly unknown[] = JSON.parse(row.clobTokenIds);
  const outcomes: readonly unknown[] = JSON.parse(row.outcomes);
  return {
    title: row.question ?? row.slug ?? row.conditionId,
    slug: row.events[0]?.slug ?? "",
    outcomes: new Map(tokens.map((token, place) => [String(token), String(outcomes[place] ?? "")])),
  };
};
