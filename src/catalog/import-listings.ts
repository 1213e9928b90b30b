/**
 * Import of events with their markets: new and changed ones go through the engine, unchanged ones are left alone. Changes
 * stand in the history like edits, and bets that are fixed stay.
 */
import type { Listing } from "../core/catalog.ts";
import type { CommandOf, Operate } from "../core/command.ts";
import { escapeHidden } from "../core/hidden-characters.ts";
import type { RejectionCode } from "../core/rejection.ts";
import type { Engine } from "../engine/engine.ts";
import { readStoredListings, withListingLock } from "../store/catalog/stored-listings.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";
import { keepBets } from "./kept-bets.ts";
import type { KeptListing, NamedFields } from "./kept-bets.ts";
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
  /** Fields that stay, since orders, shares, trades or a resolution rest on them; absent when there are none. */
  readonly kept?: readonly NamedFields[];
  /** Fields that had another value here, as an operator's edit gives them; absent when there are none. */
  readonly replaced?: readonly NamedFields[];
};

export type ListingTarget = {
  readonly sql: FencedPool;
  readonly engine: Engine;
  /** The one that imports, for the history of changes. */
  readonly operator: string;
  readonly reason: string;
};

/** Reason of changes for which none is given. */
export const LISTED_AGAIN = "listed again";

/** Commits the listings together. Concurrent callers take turns. */
export function importListings(
  target: ListingTarget,
  listings: readonly Listing[],
): Promise<ListingResult[]> {
  const { sql, engine } = target;
  return withListingLock(sql, async (transaction) => {
    const catalog = catalogOf(await readStoredListings(transaction, listings), engine.exchange);
    const used = new Set<string>();
    const plans = listings.map((listing) => ({ listing, plan: planListing(catalog, listing, used) }));
    return () => Promise.all(plans.map(({ listing, plan }) => carryOut(target, listing.event.id, plan)));
  });
}

async function carryOut(target: ListingTarget, id: string, plan: ListingPlan): Promise<ListingResult> {
  if (plan.conflict !== undefined) return refused(id, "listing_conflict", plan.conflict);
  const { engine } = target;
  const { changed, before, unchanged, skipped } = plan;
  const found = keepBets(engine.exchange, changed, before);
  const { listing, eventChanged, kept, replaced } = found;
  const listed = listing.markets.length;
  const counts = { listed, unchanged: unchanged + changed.markets.length - listed, skipped };
  const rest = { markets: counts, ...(kept.length > 0 && { kept }) };
  if (!eventChanged && listed === 0) return { id, result: "unchanged", ...rest };
  const outcome = await engine.submit(commandOf(target, found));
  if (outcome.type !== "rejected")
    return { id, result: "listed", ...rest, ...(replaced.length > 0 && { replaced }) };
  // An order that came between fixed a bet: it stays now.
  const isFixedNow = countKept(keepBets(engine.exchange, changed, before)) > countKept(found);
  if (isFixedNow) return carryOut(target, id, plan);
  return refused(id, outcome.rejection.code, outcome.rejection.hint);
}

const countKept = ({ kept }: KeptListing): number => kept.length;

/** The listing, with an entry of the history for each event or market that it changes. */
function commandOf({ operator, reason }: ListingTarget, found: KeptListing): CommandOf<"list"> | Operate {
  const { listing, rewrites, edits, switches } = found;
  const command = { type: "list", listing, rewrites, switches } as const;
  const [first, ...others] = edits.map((edit) => ({ ...edit, reason }));
  return first === undefined ? command : { type: "operate", operator, ...first, command, parts: others };
}

const refused = (id: string, code: RejectionCode, hint: string): ListingResult => ({
  id,
  result: "refused",
  code,
  hint: escapeHidden(hint),
  markets: { listed: 0, unchanged: 0, skipped: [] },
});
