/**
 * Import of events with their markets: the engine commits new and changed ones; unchanged ones are skipped. The history
 * records changes like edits. Fields of fixed bets stay unchanged.
 */
import { isDeepStrictEqual } from "node:util";
import { BET_FIELDS, findFixed } from "../core/orders/bet.ts";
import type { Rewriting } from "../core/orders/bet.ts";
import type { CatalogEvent, CatalogMarket, CatalogTag, Listing } from "../core/markets/catalog.ts";
import type { CommandOf, Operate } from "../core/events/command.ts";
import { escapeHidden } from "../core/people/hidden-characters.ts";
import { listIgnoredFields } from "../core/markets/list-markets.ts";
import type { RejectionCode } from "../core/rejection.ts";
import type { Exchange } from "../core/state.ts";
import type { Engine } from "../engine/engine.ts";
import { readStoredListings, withListingLock } from "../store/catalog/stored-listings.ts";
import type { StoredListings, StoredMarket } from "../store/catalog/stored-listings.ts";
import { EDIT_EVENT, EDIT_MARKET } from "../store/reads/markets.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";

// Changed fields of events and markets, as the audit log and traders see them.

/** A field with its values before and after; null if it has no value. */
export type FieldChange = { readonly field: string; readonly from: unknown; readonly to: unknown };

/** Fields whose changes traders see. */
const SHOWN_FIELDS = {
  event: ["title", "description", "image", "icon", "startDate", "endDate", "resolutionSource", "tags"],
  market: [
    "question",
    "description",
    "image",
    "icon",
    "startDate",
    "endDate",
    "resolutionSource",
    "groupItemTitle",
    "outcomes",
  ],
} as const;

/** Lists the changes of these fields whose shown values differ. */
function listChanges(before: object, after: object, fields: readonly string[]): readonly FieldChange[] {
  const [old, now] = [before, after].map((content) => new Map<string, unknown>(Object.entries(content)));
  return fields
    .map((field) => ({ field, from: shownValue(old?.get(field)), to: shownValue(now?.get(field)) }))
    .filter(({ from, to }) => from !== to);
}

/** Returns the value that the history shows for a field: tags and outcomes by name. */
export function shownValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((one) => (typeof one === "string" ? one : tagLabel(one))).join(", ");
}

const tagLabel = ({ label }: Pick<CatalogTag, "label">): string => label;

// Bets that an imported listing must not change, since accounts have orders or shares in their markets. The history
// records all other changes of the listing.

/** The stored event and markets before a listing; absent if new. */
type ListedBefore = {
  readonly event: CatalogEvent | undefined;
  readonly markets: ReadonlyMap<string, CatalogMarket>;
};

/** Names of fields of one event or market. */
export type NamedFields = {
  readonly kind: "event" | "market";
  readonly id: string;
  readonly slug: string;
  readonly fields: readonly string[];
};

/** An entry of the history. */
type ListingEdit = {
  readonly action: string;
  readonly subject: string;
  readonly details: { readonly changes: readonly FieldChange[] };
};

type CheckedListing = {
  readonly listing: Listing;
  readonly eventChanged: boolean;
  readonly kept: readonly NamedFields[];
  /** Fields whose stored value the listing replaces, for example a value of an operator's edit. */
  readonly replaced: readonly NamedFields[];
  readonly rewrites: readonly Rewriting[];
  readonly edits: readonly ListingEdit[];
  /** Condition ids of markets that the listing opens or closes to orders. */
  readonly switches: readonly string[];
};

type BetState = Pick<Exchange, "events" | "marketByCondition">;

/** Restores the stored values of fixed bets in the given listing, then drops markets that equal the stored ones. */
function restoreFixedBets(exchange: BetState, given: Listing, before: ListedBefore): CheckedListing {
  const event = restoreFixedEvent(exchange, given.event, before.event);
  const markets = given.markets.map((market) =>
    restoreFixedMarket(
      exchange,
      { eventId: event.content.id, market },
      before.markets.get(market.conditionId),
    ),
  );
  const changed = markets.filter((one) => one.changed);
  const parts = [event, ...markets];
  return {
    listing: { event: event.content, markets: changed.map(({ content }) => content) },
    eventChanged: event.changed,
    kept: parts.flatMap(({ kept }) => kept),
    replaced: parts.flatMap(({ replaced }) => replaced),
    rewrites: parts.flatMap(({ rewrites }) => rewrites),
    edits: parts.flatMap(({ edits }) => edits),
    switches: parts.flatMap(({ switches }) => switches),
  };
}

type CheckedPart<Content> = Pick<CheckedListing, "kept" | "replaced" | "rewrites" | "edits" | "switches"> & {
  readonly content: Content;
  readonly changed: boolean;
};

function restoreFixedEvent(
  exchange: BetState,
  event: CatalogEvent,
  before: CatalogEvent | undefined,
): CheckedPart<CatalogEvent> {
  if (before === undefined) return unknownBefore(event);
  const fixed = findFixed(exchange, { eventId: event.id }) !== undefined;
  const { content, fields } = restoreBet(event, before, { names: BET_FIELDS.event, fixed });
  const changes = listChanges(before, content, SHOWN_FIELDS.event);
  return {
    content,
    changed: !isDeepStrictEqual(content, before),
    kept: listNamedFields("event", event, fixed ? fields : []),
    replaced: listNamedFields("event", event, listChangedNames(changes)),
    rewrites: fixed ? [] : [{ fields }],
    edits: changes.length === 0 ? [] : [{ action: EDIT_EVENT, subject: event.id, details: { changes } }],
    switches: [],
  };
}

type PlacedMarket = { readonly eventId: string; readonly market: CatalogMarket };

function restoreFixedMarket(
  exchange: BetState,
  { eventId, market }: PlacedMarket,
  before: CatalogMarket | undefined,
): CheckedPart<CatalogMarket> {
  if (before === undefined) return unknownBefore(market);
  const { conditionId } = market;
  const fixed = findFixed(exchange, { eventId, conditionId }) !== undefined;
  const { content, fields } = restoreBet(market, before, { names: BET_FIELDS.market, fixed });
  const changes = listChanges(before, content, SHOWN_FIELDS.market);
  const known = exchange.marketByCondition.get(conditionId);
  const isSwitched = (market.acceptingOrders === false) !== (before.acceptingOrders === false);
  const terms = known === undefined ? [] : listIgnoredFields(known, market, isSwitched);
  return {
    content,
    changed: !isDeepStrictEqual(content, before),
    kept: listNamedFields("market", market, fixed ? [...new Set([...fields, ...terms])] : terms),
    replaced: listNamedFields("market", market, listChangedNames(changes)),
    rewrites: fixed ? [] : [{ conditionId, fields }],
    edits: changes.length === 0 ? [] : [{ action: EDIT_MARKET, subject: conditionId, details: { changes } }],
    switches: isSwitched ? [conditionId] : [],
  };
}

const unknownBefore = <Content>(content: Content): CheckedPart<Content> => ({
  content,
  changed: true,
  kept: [],
  replaced: [],
  rewrites: [],
  edits: [],
  switches: [],
});

const listChangedNames = (changes: readonly FieldChange[]): string[] => changes.map(({ field }) => field);

const listNamedFields = (
  kind: NamedFields["kind"],
  { id, slug }: Pick<CatalogEvent, "id" | "slug">,
  fields: readonly string[],
): NamedFields[] => (fields.length === 0 ? [] : [{ kind, id, slug, fields }]);

type Bet<Content> = { readonly names: readonly (keyof Content & string)[]; readonly fixed: boolean };

/** Lists the differing fields of a bet; if the bet is fixed, restores their stored values in the content. */
function restoreBet<Content extends object>(
  given: Content,
  before: Content,
  { names, fixed }: Bet<Content>,
): { readonly content: Content; readonly fields: readonly string[] } {
  const fields = names.filter((name) => !isDeepStrictEqual(given[name], before[name]));
  if (!fixed || fields.length === 0) return { content: given, fields };
  const content = { ...given };
  for (const name of fields) {
    if (Object.hasOwn(before, name)) content[name] = before[name];
    else delete content[name];
  }
  return { content, fields };
}

// Plan of a listing: its new and changed parts. An event or market is left out and reported if another one in the
// catalog has its id or slug. Parts that equal the catalog are not written again.

type SkippedMarket = { readonly id: string; readonly slug: string; readonly reason: string };

type ListingPlan =
  | { readonly conflict: string }
  | {
      readonly conflict: undefined;
      /** Event with its new or changed markets. */
      readonly changed: Listing;
      readonly before: ListedBefore;
      /** Number of markets that equal the stored ones. */
      readonly unchanged: number;
      readonly skipped: readonly SkippedMarket[];
    };

/** Events and markets of the catalog by each kind of unique name. */
type Catalog = {
  readonly eventById: ReadonlyMap<string, CatalogEvent>;
  readonly eventBySlug: ReadonlyMap<string, CatalogEvent>;
  readonly marketById: ReadonlyMap<string, StoredMarket>;
  readonly marketBySlug: ReadonlyMap<string, StoredMarket>;
  readonly marketByCondition: ReadonlyMap<string, StoredMarket>;
  readonly tokens: Exchange["tokens"];
};

function indexCatalog({ events, markets }: StoredListings, { tokens }: Exchange): Catalog {
  return {
    eventById: new Map(events.map((event) => [event.id, event])),
    eventBySlug: new Map(events.map((event) => [event.slug, event])),
    marketById: new Map(markets.map((market) => [market.content.id, market])),
    marketBySlug: new Map(markets.map((market) => [market.content.slug, market])),
    marketByCondition: new Map(markets.map((market) => [market.content.conditionId, market])),
    tokens,
  };
}

/** Names in earlier listings of the same import, each after its kind: "market slug a-b". */
type ListedNames = Set<string>;

function planListing(catalog: Catalog, listing: Listing, used: ListedNames): ListingPlan {
  const { event, markets } = listing;
  const conflict = findEventConflict(catalog, listing) ?? addNames(used, listEventNames(event));
  if (conflict !== undefined) return { conflict };
  const changed: CatalogMarket[] = [];
  const skipped: SkippedMarket[] = [];
  let unchanged = 0;
  for (const market of markets) {
    const reason = findMarketConflict(catalog, event, market) ?? addNames(used, listMarketNames(market));
    if (reason !== undefined) skipped.push({ id: market.id, slug: market.slug, reason });
    else if (isListed(catalog, event, market)) unchanged += 1;
    else changed.push(market);
  }
  return {
    conflict: undefined,
    changed: { event, markets: changed },
    before: findListedBefore(catalog, event, changed),
    unchanged,
    skipped,
  };
}

function findListedBefore(
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
 * Finds a conflict of the event's names. An event with a stored id and a different slug is the same event if both share
 * a market.
 */
function findEventConflict(catalog: Catalog, { event, markets }: Listing): string | undefined {
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

function findMarketConflict(
  catalog: Catalog,
  event: CatalogEvent,
  market: CatalogMarket,
): string | undefined {
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
  const takenTokenId = tokenIds.find(
    (token) => (catalog.tokens.get(token)?.market.conditionId ?? conditionId) !== conditionId,
  );
  return takenTokenId === undefined ? undefined : `token id ${takenTokenId} is another market's`;
}

const isListed = (catalog: Catalog, event: CatalogEvent, market: CatalogMarket): boolean => {
  const stored = catalog.marketByCondition.get(market.conditionId);
  return stored?.eventId === event.id && isDeepStrictEqual(stored.content, market);
};

const listEventNames = ({ id, slug }: CatalogEvent): string[] => [`event id ${id}`, `event slug ${slug}`];

const listMarketNames = ({ id, slug, conditionId, tokenIds }: CatalogMarket): string[] => [
  `market id ${id}`,
  `market slug ${slug}`,
  `condition id ${conditionId}`,
  ...tokenIds.map((token) => `token id ${token}`),
];

/** Adds all names; if one is a duplicate, adds none and returns the reason. */
function addNames(used: ListedNames, names: readonly string[]): string | undefined {
  const twice =
    names.find((name) => used.has(name)) ?? names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return `${twice} is given twice`;
  for (const name of names) used.add(name);
  return undefined;
}

/** Result of one listing; the list of results is in the order of the listings. */
export type ListingResult = {
  /** Id of the event. */
  readonly id: string;
  readonly result: "listed" | "unchanged" | "refused";
  /** Code of the rejection. */
  readonly code?: RejectionCode;
  readonly hint?: string;
  readonly markets: {
    /** Number of new or changed markets. */
    readonly listed: number;
    readonly unchanged: number;
    readonly skipped: readonly SkippedMarket[];
  };
  /**
   * Fields that keep their stored value, since orders, shares, trades or a resolution depend on them; absent without
   * such fields.
   */
  readonly kept?: readonly NamedFields[];
  /** Fields whose stored value was replaced, for example a value of an operator's edit; absent without such fields. */
  readonly replaced?: readonly NamedFields[];
};

type ListingTarget = {
  readonly sql: FencedPool;
  readonly engine: Engine;
  /** Name of the importing operator, for the history of changes. */
  readonly operator: string;
  readonly reason: string;
};

/** Reason in the history if the import states none. */
export const DEFAULT_IMPORT_REASON = "listed again";

/** Commits the listings together. A lock serializes concurrent imports. */
export function importListings(
  target: ListingTarget,
  listings: readonly Listing[],
): Promise<ListingResult[]> {
  const { sql, engine } = target;
  return withListingLock(sql, async (transaction) => {
    const catalog = indexCatalog(await readStoredListings(transaction, listings), engine.exchange);
    const used = new Set<string>();
    const plans = listings.map((listing) => ({ listing, plan: planListing(catalog, listing, used) }));
    return () => Promise.all(plans.map(({ listing, plan }) => executePlan(target, listing.event.id, plan)));
  });
}

async function executePlan(target: ListingTarget, id: string, plan: ListingPlan): Promise<ListingResult> {
  if (plan.conflict !== undefined) return rejectedListing(id, "listing_conflict", plan.conflict);
  const { engine } = target;
  const { changed, before, unchanged, skipped } = plan;
  const found = restoreFixedBets(engine.exchange, changed, before);
  const { listing, eventChanged, kept, replaced } = found;
  const listed = listing.markets.length;
  const counts = { listed, unchanged: unchanged + changed.markets.length - listed, skipped };
  const rest = { markets: counts, ...(kept.length > 0 && { kept }) };
  if (!eventChanged && listed === 0) return { id, result: "unchanged", ...rest };
  if (before.event === undefined && listed === 0 && skipped.length > 0)
    return { ...rejectedListing(id, "listing_conflict", NO_MARKET_LEFT), markets: counts };
  const outcome = await engine.submit(buildListCommand(target, found));
  if (outcome.type !== "rejected")
    return { id, result: "listed", ...rest, ...(replaced.length > 0 && { replaced }) };
  // An order that was placed meanwhile fixed a bet, so plan again with that bet unchanged.
  const isFixedNow = countRestored(restoreFixedBets(engine.exchange, changed, before)) > countRestored(found);
  if (isFixedNow) return executePlan(target, id, plan);
  return rejectedListing(id, outcome.rejection.code, outcome.rejection.hint);
}

/** Reason not to list a new event, which nobody would see. */
export const NO_MARKET_LEFT = "none of its markets can be listed";

const countRestored = ({ kept }: CheckedListing): number => kept.length;

/** Builds the command of the listing, with a history entry for each event or market that it changes. */
function buildListCommand(
  { operator, reason }: ListingTarget,
  found: CheckedListing,
): CommandOf<"list"> | Operate {
  const { listing, rewrites, edits, switches } = found;
  const command = { type: "list", listing, rewrites, switches } as const;
  const [first, ...others] = edits.map((edit) => ({ ...edit, reason }));
  return first === undefined ? command : { type: "operate", operator, ...first, command, parts: others };
}

const rejectedListing = (id: string, code: RejectionCode, hint: string): ListingResult => ({
  id,
  result: "refused",
  code,
  hint: escapeHidden(hint),
  markets: { listed: 0, unchanged: 0, skipped: [] },
});
