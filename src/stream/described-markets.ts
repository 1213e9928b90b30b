/** Descriptions of markets for live messages, read on first use and cached until the next listing. */
import type { Context } from "../context.ts";
import { findMarketDescriptions, findMarketCreatorsAndTags } from "../store/catalog/market-records.ts";
import type { MarketDescription, MarketOrigin } from "../store/catalog/market-records.ts";
import { followCommits } from "./follow-commits.ts";

export type DescribedMarket = MarketDescription & MarketOrigin;

export type DescribedMarkets = {
  /** Finds descriptions by market number. Every listed market has one. */
  find(numbers: readonly number[]): Promise<ReadonlyMap<number, DescribedMarket>>;
};

const MAX_CACHED = 10_000;

export function createMarketDescriptionCache(
  context: Pick<Context, "engine" | "adHocSql" | "log">,
): DescribedMarkets {
  const cachedMarkets = new Map<number, DescribedMarket>();
  let listingCount = 0;
  const forget = (): void => {
    listingCount += 1;
    cachedMarkets.clear();
  };
  followCommits(context, ({ events }) => {
    if (events.some(({ type }) => type === "listed")) forget();
  });
  context.engine.followReplacements(forget);

  async function read(numbers: readonly number[]): Promise<ReadonlyMap<number, DescribedMarket>> {
    const listingsBefore = listingCount;
    const sql = await context.adHocSql();
    const [descriptions, origins] = await Promise.all([
      findMarketDescriptions(sql, numbers),
      findMarketCreatorsAndTags(sql, numbers),
    ]);
    const found = new Map<number, DescribedMarket>();
    for (const [no, description] of descriptions) {
      const origin = origins.get(no);
      if (origin !== undefined) found.set(no, { ...description, ...origin });
    }
    // A listing during the read may have made the result stale, which is then not cached.
    if (listingCount === listingsBefore) keep(found);
    return found;
  }

  function keep(found: ReadonlyMap<number, DescribedMarket>): void {
    if (cachedMarkets.size + found.size > MAX_CACHED) cachedMarkets.clear();
    for (const [no, market] of found) cachedMarkets.set(no, market);
  }

  return {
    find: async (numbers) => {
      const known = new Map<number, DescribedMarket>();
      for (const no of numbers) {
        const market = cachedMarkets.get(no);
        if (market !== undefined) known.set(no, market);
      }
      const missing = [...new Set(numbers)].filter((no) => !known.has(no));
      if (missing.length === 0) return known;
      return new Map([...known, ...(await read(missing))]);
    },
  };
}
