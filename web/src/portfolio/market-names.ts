/** Finds the names of markets by condition id. */
import { catalog } from "../api/interfaces.ts";
import type { Market } from "../api/generated/catalog.ts";
import { BATCH, inBatches, useLookUp } from "./use-look-up.ts";

export type MarketName = {
  readonly title: string;
  /** Slug of the event; empty without one. */
  readonly slug: string;
  /** Names of outcomes by token id. */
  readonly outcomes: ReadonlyMap<string, string>;
};

export type MarketNames = ReadonlyMap<string, MarketName>;

/** Gives the names by condition id. */
export const useMarketNames = (conditionIds: readonly string[]): MarketNames =>
  useLookUp(["catalog", "names"], conditionIds, readBatches);

export const readMarketNames = (conditionIds: readonly string[]): Promise<MarketNames> =>
  readBatches(inBatches(conditionIds));

async function readBatches(
  batches: readonly (readonly string[])[],
  signal?: AbortSignal,
): Promise<MarketNames> {
  const names = new Map<string, MarketName>();
  for (const condition_ids of batches)
    // Listings leave out closed markets by default.
    for (const closed of [false, true]) {
      const query = { condition_ids, limit: BATCH, closed };
      const rows = await catalog("GET /markets", { query, ...(signal && { signal }) });
      for (const row of rows) names.set(row.conditionId, nameOf(row));
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
