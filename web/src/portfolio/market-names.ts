/** Finds the names of markets by condition id. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { catalog } from "../api/interfaces.ts";
import type { Market } from "../api/generated/catalog.ts";

export type MarketName = {
  readonly title: string;
  /** Slug of the event; empty without one. */
  readonly slug: string;
  /** Names of outcomes by token id. */
  readonly outcomes: ReadonlyMap<string, string>;
};

export type MarketNames = ReadonlyMap<string, MarketName>;

const BATCH = 50;

/** Gives the names by condition id. */
export function useMarketNames(conditionIds: readonly string[]): MarketNames {
  const wanted = [...new Set(conditionIds)].filter((id) => id !== "").toSorted();
  const { data } = useQuery({
    queryKey: ["catalog", "names", wanted],
    queryFn: ({ signal }) => readMarketNames(wanted, signal),
    enabled: wanted.length > 0,
    staleTime: 60_000,
    // Known names stay visible while others load.
    placeholderData: keepPreviousData,
  });
  return data ?? new Map();
}

export async function readMarketNames(
  conditionIds: readonly string[],
  signal?: AbortSignal,
): Promise<MarketNames> {
  const names = new Map<string, MarketName>();
  for (let from = 0; from < conditionIds.length; from += BATCH) {
    const batch = conditionIds.slice(from, from + BATCH);
    // Listings leave out closed markets by default.
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
