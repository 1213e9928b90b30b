/**
 * Plan of a listing: its new and changed parts. An event or market whose id or slug belongs to another one in the
 * catalog is left out and named. Parts that equal the catalog are not written again.
 */
import { isDeepStrictEqual } from "node:util";
import type { CatalogEvent, CatalogMarket, Listing } from "../core/catalog.ts";
import type { Exchange } from "../core/state.ts";
import type { ListedBefore } from "./kept-bets.ts";
import type { StoredListings, StoredMarket } from "../store/catalog/stored-listings.ts";

export type SkippedMarket = { readonly id: string; readonly slug: string; readonly reason: string };

export type ListingPlan =
  | { readonly conflict: string }
  | {
      readonly conflict: undefined;
      /** Event with its new or changed markets. */
      readonly changed: Listing;
      readonly before: ListedBefore;
      /** Number of markets that equal the catalog. */
      readonly unchanged: number;
      readonly skipped: readonly SkippedMarket[];
    };

/** The catalog by every name that must be unique. */
export type Catalog = {
  readonly eventById: ReadonlyMap<string, CatalogEvent>;
  readonly eventBySlug: ReadonlyMap<string, CatalogEvent>;
  readonly marketById: ReadonlyMap<string, StoredMarket>;
  readonly marketBySlug: ReadonlyMap<string, StoredMarket>;
  readonly marketByCondition: ReadonlyMap<string, StoredMarket>;
  readonly tokens: Exchange["tokens"];
};

export function catalogOf({ events, markets }: StoredListings, { tokens }: Exchange): Catalog {
  return {
    eventById: new Map(events.map((event) => [event.id, event])),
    eventBySlug: new Map(events.map((event) => [event.slug, event])),
    marketById: new Map(markets.map((market) => [market.content.id, market])),
    marketBySlug: new Map(markets.map((market) => [market.content.slug, market])),
    marketByCondition: new Map(markets.map((market) => [market.content.conditionId, market])),
    tokens,
  };
}

/** Names in earlier listings of the same import, each with its kind: "market slug a-b". */
export type ListedNames = Set<string>;

export function planListing(catalog: Catalog, listing: Listing, used: ListedNames): ListingPlan {
  const { event, markets } = listing;
  const conflict = eventConflict(catalog, listing) ?? addNames(used, namesOfEvent(event));
  if (conflict !== undefined) return { conflict };
  const changed: CatalogMarket[] = [];
  const skipped: SkippedMarket[] = [];
  let unchanged = 0;
  for (const market of markets) {
    const reason = marketConflict(catalog, event, market) ?? addNames(used, namesOfMarket(market));
    if (reason !== undefined) skipped.push({ id: market.id, slug: market.slug, reason });
    else if (isListed(catalog, event, market)) unchanged += 1;
    else changed.push(market);
  }
  return {
    conflict: undefined,
    changed: { event, markets: changed },
    before: listedBefore(catalog, event, changed),
    unchanged,
    skipped,
  };
}

function listedBefore(
  { eventById, marketByCondition }: Catalog,
  { id }: CatalogEvent,
  markets: readonly CatalogMarket[],
): ListedBefore {
  const known = markets.flatMap(({ conditionId }) => marketByCondition.get(conditionId)?.content ?? []);
  return {
    event: eventById.get(id),
    markets: new Map(known.map((content) => [content.conditionId, content])),
  };
}

/**
 * Finds a conflict of the event's names. An event with a stored id and another slug is the same event if it has one of
 * its markets.
 */
function eventConflict(catalog: Catalog, { event, markets }: Listing): string | undefined {
  const { id, slug } = event;
  const stored = catalog.eventById.get(id);
  const isStored = ({ conditionId }: CatalogMarket): boolean =>
    catalog.marketByCondition.get(conditionId)?.eventId === id;
  if (stored !== undefined && stored.slug !== slug && !markets.some(isStored))
    return `event id ${id} is another event's (${stored.slug})`;
  const holder = catalog.eventBySlug.get(slug);
  return holder === undefined || holder.id === id
    ? undefined
    : `event slug ${slug} is another event's (id ${holder.id})`;
}

function marketConflict(catalog: Catalog, event: CatalogEvent, market: CatalogMarket): string | undefined {
  const { id, slug, conditionId, tokenIds } = market;
  const stored = catalog.marketByCondition.get(conditionId);
  if (stored !== undefined && stored.eventId !== event.id)
    return `condition id ${conditionId} is listed in another event (id ${stored.eventId})`;
  const isOther = (holder: StoredMarket | undefined): holder is StoredMarket =>
    holder !== undefined && holder.content.conditionId !== conditionId;
  const byId = catalog.marketById.get(id);
  if (isOther(byId)) return `market id ${id} is another market's (${byId.content.slug})`;
  const bySlug = catalog.marketBySlug.get(slug);
  if (isOther(bySlug)) return `market slug ${slug} is another market's (id ${bySlug.content.id})`;
  if (stored !== undefined && !isDeepStrictEqual(stored.content.tokenIds, tokenIds))
    return `condition id ${conditionId} is listed with other tokens`;
  const taken = tokenIds.find(
    (token) => (catalog.tokens.get(token)?.market.conditionId ?? conditionId) !== conditionId,
  );
  return taken === undefined ? undefined : `token id ${taken} is another market's`;
}

const isListed = (catalog: Catalog, event: CatalogEvent, market: CatalogMarket): boolean => {
  const stored = catalog.marketByCondition.get(market.conditionId);
  return stored?.eventId === event.id && isDeepStrictEqual(stored.content, market);
};

const namesOfEvent = ({ id, slug }: CatalogEvent): string[] => [`event id ${id}`, `event slug ${slug}`];

const namesOfMarket = ({ id, slug, conditionId, tokenIds }: CatalogMarket): string[] => [
  `market id ${id}`,
  `market slug ${slug}`,
  `condition id ${conditionId}`,
  ...tokenIds.map((token) => `token id ${token}`),
];

/** Adds all the names, or none: then it gives the reason, a name that is used twice. */
function addNames(used: ListedNames, names: readonly string[]): string | undefined {
  const twice =
    names.find((name) => used.has(name)) ?? names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return `${twice} is given twice`;
  for (const name of names) used.add(name);
  return undefined;
}
