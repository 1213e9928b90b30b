/** Lists events with their markets: what is new or changed goes through the engine, what is not is left alone. */
import type { Listing } from "../core/catalog.ts";
import type { RejectionCode } from "../core/rejection.ts";
import type { Engine } from "../engine/engine.ts";
import { readStoredListings, withListingLock } from "../store/catalog/stored-listings.ts";
import type { Sql } from "../store/sql/database.ts";
import { catalogOf, planListing } from "./plan-listing.ts";
import type { ListingPlan, SkippedMarket } from "./plan-listing.ts";

/** What became of one listing, in the order in which the listings were given. */
export type ListingResult = {
  /** The event's id. */
  readonly id: string;
  readonly result: "listed" | "unchanged" | "refused";
  /** Why it was refused. */
  readonly code?: RejectionCode;
  readonly hint?: string;
  readonly markets: {
    /** New or changed. */
    readonly listed: number;
    readonly unchanged: number;
    readonly skipped: readonly SkippedMarket[];
  };
};

export type Lister = { readonly sql: Sql; readonly engine: Engine };

/** Commits the listings together. Two callers at once are served one after the other. */
export function importListings(lister: Lister, listings: readonly Listing[]): Promise<ListingResult[]> {
  const { sql, engine } = lister;
  return withListingLock(sql, async (transaction) => {
    const catalog = catalogOf(await readStoredListings(transaction, listings), engine.exchange);
    const given = new Set<string>();
    const plans = listings.map((listing) => planListing(catalog, listing, given));
    return Promise.all(plans.map((plan, index) => carryOut(engine, listings[index].event.id, plan)));
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
