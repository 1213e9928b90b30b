/** Finds the names of markets by condition id, or by the tokens of their outcomes. */
import { catalog } from "../../api/interfaces.ts";
import { listTokens } from "../../markets/market.ts";
import type { Market } from "../../api/generated/catalog.ts";
import { MAX_BATCH_NAMES, splitIntoBatches, useLookup } from "./use-lookup.ts";

export type MarketName = {
  readonly title: string;
  /** Name within its event. */
  readonly label: string;
  readonly eventTitle: string;
  /** Slug of the event; empty without one. */
  readonly slug: string;
  /** Names of outcomes by token id. */
  readonly outcomes: ReadonlyMap<string, string>;
  /** The outcome that pays in full; empty while the market is open, and if each outcome pays half. */
  readonly winner: string;
};

export type MarketNames = ReadonlyMap<string, MarketName>;

/** Returns the names by condition id. */
export const useMarketNames = (conditionIds: readonly string[]): MarketNames =>
  useLookup(["catalog", "names"], conditionIds, readByConditions);

/** Returns the names by token. */
export const useMarketsOfTokens = (tokens: readonly string[]): MarketNames =>
  useLookup(["catalog", "names of tokens"], tokens, readByTokens);

export const readMarketNames = (conditionIds: readonly string[]): Promise<MarketNames> =>
  readByConditions(splitIntoBatches(conditionIds));

export const readMarketsOfTokens = (tokens: readonly string[]): Promise<MarketNames> =>
  readByTokens(splitIntoBatches(tokens));

type Batches = readonly (readonly string[])[];

async function readByConditions(batches: Batches, signal?: AbortSignal): Promise<MarketNames> {
  const rows = await readRows(
    batches.map((condition_ids) => ({ condition_ids })),
    signal,
  );
  return new Map(rows.map((row) => [row.conditionId, toMarketName(row)]));
}

async function readByTokens(batches: Batches, signal?: AbortSignal): Promise<MarketNames> {
  const rows = await readRows(
    batches.map((clob_token_ids) => ({ clob_token_ids })),
    signal,
  );
  return new Map(
    rows
      .map(toMarketName)
      .flatMap((name) => [...name.outcomes.keys()].map((token) => [token, name] as const)),
  );
}

type MarketSelector =
  | { readonly condition_ids: readonly string[] }
  | { readonly clob_token_ids: readonly string[] };

async function readRows(
  batches: readonly MarketSelector[],
  signal?: AbortSignal,
): Promise<readonly Market[]> {
  const rows: Market[] = [];
  for (const wanted of batches)
    // Listings leave out closed markets by default.
    for (const closed of [false, true]) {
      const query = { ...wanted, limit: MAX_BATCH_NAMES, closed };
      rows.push(...(await catalog("GET /markets", { query, ...(signal && { signal }) })));
    }
  return rows;
}

const toMarketName = (row: Market): MarketName => {
  const tokens = listTokens(row);
  const outcomes: readonly unknown[] = JSON.parse(row.outcomes);
  const prices: readonly unknown[] = JSON.parse(row.outcomePrices);
  const title = row.question || row.slug || row.conditionId;
  return {
    title,
    label: row.groupItemTitle || title,
    eventTitle: row.events[0]?.title ?? title,
    slug: row.events[0]?.slug ?? "",
    outcomes: new Map(tokens.map((token, place) => [token, String(outcomes[place] ?? "")])),
    winner: row.closed ? String(outcomes[prices.findIndex((price) => Number(price) === 1)] ?? "") : "",
  };
};
