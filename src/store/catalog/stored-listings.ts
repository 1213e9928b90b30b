/** Stored contents of events and markets before a listing, found by any of their names. */
import type { CatalogEvent, CatalogMarket, Listing } from "../../core/markets/catalog.ts";
import type { AnySql, TransactionSql } from "../sql/database.ts";
import type { FencedPool } from "../sql/fenced-pool.ts";
import { transact } from "../sql/transact.ts";
import { readFirst } from "../sql/unavailable.ts";

export type StoredMarket = { readonly eventId: string; readonly content: CatalogMarket };

export type StoredListings = {
  readonly events: readonly CatalogEvent[];
  readonly markets: readonly StoredMarket[];
};

/** Reads events and markets with an id, slug or condition of these listings. */
export async function readStoredListings(sql: AnySql, listings: readonly Listing[]): Promise<StoredListings> {
  const markets = listings.flatMap((listing) => listing.markets);
  const eventRows = await sql<{ content: CatalogEvent }[]>`
    select content from events
    where id = any(${listings.map(({ event }) => event.id)}::bigint[])
      or slug = any(${listings.map(({ event }) => event.slug)}::text[])`;
  const marketRows = await sql<StoredMarket[]>`
    select event_id::text as "eventId", content from markets
    where id = any(${markets.map(({ id }) => id)}::bigint[])
      or slug = any(${markets.map(({ slug }) => slug)}::text[])
      or condition_id = any(${markets.map(({ conditionId }) => conditionId)}::text[])`;
  return { events: eventRows.map(({ content }) => content), markets: marketRows };
}

/** Finds the market with this condition, with its event. */
export async function findMarketContent(
  sql: AnySql,
  conditionId: string,
): Promise<{ readonly event: CatalogEvent; readonly market: CatalogMarket } | undefined> {
  const [row] = await sql<{ event: CatalogEvent; market: CatalogMarket }[]>`
    select events.content as event, markets.content as market from markets join events on events.id = event_id
    where condition_id = ${conditionId}`;
  return row;
}

/** Lists the contents of an event's markets, in order of listing. */
export async function listMarketContents(sql: AnySql, eventId: string): Promise<readonly CatalogMarket[]> {
  const rows = await sql<{ content: CatalogMarket }[]>`
    select content from markets where event_id = ${eventId}::bigint order by no`;
  return rows.map(({ content }) => content);
}

// Key of the advisory lock: an arbitrary constant, distinct from our other advisory locks.
const LISTING_LOCK = 7_265_739_003;

/** Reads the stored contents, and returns the function that lists. */
type ListingPlan<T> = (transaction: TransactionSql) => Promise<() => Promise<T>>;

/**
 * Plans and lists under an exclusive lock: no name is taken between reading the stored contents and the commit. Throws
 * store errors only before listing. Once listing has begun, a failure of the lock's connection has no effect.
 */
export async function withListingLock<T>(pool: FencedPool, plan: ListingPlan<T>): Promise<T> {
  const begun: { listing?: Promise<T> } = {};
  const planAndList = async (): Promise<T> =>
    transact(await pool(), async (transaction, pause) => {
      await transaction`select pg_advisory_xact_lock(${LISTING_LOCK})`;
      // The previous listing was committed while this one waited for the lock.
      await pause(pool());
      const list = await plan(transaction);
      begun.listing = list();
      return begun.listing;
    });
  return readFirst(planAndList).catch((error: unknown) => begun.listing ?? Promise.reject(error));
}
