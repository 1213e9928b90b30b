/** Import of events with their markets: new and changed ones go through the engine, unchanged ones are left alone. */
import type { Listing } from "../core/catalog.ts";
import type { RejectionCode } from "../core/rejection.ts";
import type { Engine } from "../engine/engine.ts";
import { readStoredListings, withListingLock } from "../store/catalog/stored-listings.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";
import { catalogOf, planListing } from "./plan-listing.ts";
import type { ListingPlan, SkippedMarket } from "./plan-listing.ts";

/** Result of one listing; results are in the order of the listings. */
export type ListingResult = {
  /** Id of the event. */
  readonly id: string;
  readonly result: "listed" | "unchanged" | "refused";
  /** Reason of the refusal. */
  readonly code?: RejectionCode;
  readonly hint?: string;
  readonly markets: {
    /** Number of new or changed markets. */
    readonly listed: number;
    readonly unchanged: number;
    readonly skipped: readonly SkippedMarket[];
  };
};

export type ListingTarget = { readonly sql: FencedPool; readonly engine: Engine };

/** Commits the listings together. Concurrent callers take turns. */
export function importListings(
  target: ListingTarget,
  listings: readonly Listing[],
): Promise<ListingResult[]> {
  const { sql, engine } = target;
  return withListingLock(sql, async (transaction) => {
    const catalog = catalogOf(await readStoredListings(transaction, listings), engine.exchange);
    const used = new Set<string>();
    const plans = listings.map((listing) => planListing(catalog, listing, used));
    return () => Promise.all(plans.map((plan, index) => carryOut(engine, listings[index].event.id, plan)));
  });
}

async function carryOut(engine: Engine, id: string, plan: ListingPlan): Promise<ListingResult> {
  if (plan.conflict !== undefined) return refused(id, "listing_conflict", plan.conflict);
  const { changed, eventChanged, unchanged, skipped } = plan;
  const markets = { listed: changed.markets.length, unchanged, skipped };
  if (!eventChanged && changed.markets.length === 0) return { id, result: "unchanged", markets };
  const outcome = await engine.submit({ type: "list", listing: changed });
  if (outcome.type === "rejected") return refused(id, outcome.rejection.code, outcome.rejection.hint);
  return { id, result: "listed", markets };
}

const refused = (id: string, code: RejectionCode, hint: string): ListingResult => ({
  id,
  result: "refused",
  code,
  hint,
  markets: { listed: 0, unchanged: 0, skipped: [] },
});
