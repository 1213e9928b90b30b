/**
 * Bets that a listing from elsewhere leaves as they are, since people have orders or shares in them. All else that it
 * changes stands in the history.
 */
import { isDeepStrictEqual } from "node:util";
import { BET_FIELDS, findFixed } from "../core/bet.ts";
import type { Rewriting } from "../core/bet.ts";
import type { CatalogEvent, CatalogMarket, Listing } from "../core/catalog.ts";
import { listKept } from "../core/list-markets.ts";
import type { Exchange } from "../core/state.ts";
import { EDIT_EVENT, EDIT_MARKET } from "../store/reads/listing-changes.ts";
import { listChanges, SHOWN_FIELDS } from "./field-changes.ts";
import type { FieldChange } from "./field-changes.ts";

/** The contents before a listing, of its event and of those of its markets that were there. */
export type ListedBefore = {
  readonly event: CatalogEvent | undefined;
  readonly markets: ReadonlyMap<string, CatalogMarket>;
};

/** Fields of an event or a market: those that stay as they were listed before, or that a listing replaces. */
export type NamedFields = {
  readonly kind: "event" | "market";
  readonly id: string;
  readonly slug: string;
  readonly fields: readonly string[];
};

/** An entry of the history. */
export type ListingEdit = {
  readonly action: string;
  readonly subject: string;
  readonly details: { readonly changes: readonly FieldChange[] };
};

export type KeptListing = {
  readonly listing: Listing;
  readonly eventChanged: boolean;
  readonly kept: readonly NamedFields[];
  /** Fields that had another value here, as an operator's edit gives them. */
  readonly replaced: readonly NamedFields[];
  readonly rewrites: readonly Rewriting[];
  readonly edits: readonly ListingEdit[];
  /** Conditions of markets of which the listing changes whether they take orders. */
  readonly switches: readonly string[];
};

type BetState = Pick<Exchange, "events" | "marketByCondition">;

/** Puts the fixed fields back, and leaves out the markets that equal what was listed before then. */
export function keepBets(exchange: BetState, given: Listing, before: ListedBefore): KeptListing {
  const event = keepEvent(exchange, given.event, before.event);
  const markets = given.markets.map((market) =>
    keepMarket(exchange, { eventId: event.content.id, market }, before.markets.get(market.conditionId)),
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

type KeptPart<Content> = Pick<KeptListing, "kept" | "replaced" | "rewrites" | "edits" | "switches"> & {
  readonly content: Content;
  readonly changed: boolean;
};

function keepEvent(
  exchange: BetState,
  event: CatalogEvent,
  before: CatalogEvent | undefined,
): KeptPart<CatalogEvent> {
  if (before === undefined) return unknownBefore(event);
  const fixed = findFixed(exchange, { eventId: event.id }) !== undefined;
  const { content, fields } = withBetOf(event, before, { names: BET_FIELDS.event, fixed });
  const changes = listChanges(before, content, SHOWN_FIELDS.event);
  return {
    content,
    changed: !isDeepStrictEqual(content, before),
    kept: namedFields("event", event, fixed ? fields : []),
    replaced: namedFields("event", event, namesOf(changes)),
    rewrites: fixed ? [] : [{ fields }],
    edits: changes.length === 0 ? [] : [{ action: EDIT_EVENT, subject: event.id, details: { changes } }],
    switches: [],
  };
}

type PlacedMarket = { readonly eventId: string; readonly market: CatalogMarket };

function keepMarket(
  exchange: BetState,
  { eventId, market }: PlacedMarket,
  before: CatalogMarket | undefined,
): KeptPart<CatalogMarket> {
  if (before === undefined) return unknownBefore(market);
  const { conditionId } = market;
  const fixed = findFixed(exchange, { eventId, conditionId }) !== undefined;
  const { content, fields } = withBetOf(market, before, { names: BET_FIELDS.market, fixed });
  const changes = listChanges(before, content, SHOWN_FIELDS.market);
  const known = exchange.marketByCondition.get(conditionId);
  const isSwitched = (market.acceptingOrders === false) !== (before.acceptingOrders === false);
  const terms = known === undefined ? [] : listKept(known, market, isSwitched);
  return {
    content,
    changed: !isDeepStrictEqual(content, before),
    kept: namedFields("market", market, fixed ? [...new Set([...fields, ...terms])] : terms),
    replaced: namedFields("market", market, namesOf(changes)),
    rewrites: fixed ? [] : [{ conditionId, fields }],
    edits: changes.length === 0 ? [] : [{ action: EDIT_MARKET, subject: conditionId, details: { changes } }],
    switches: isSwitched ? [conditionId] : [],
  };
}

const unknownBefore = <Content>(content: Content): KeptPart<Content> => ({
  content,
  changed: true,
  kept: [],
  replaced: [],
  rewrites: [],
  edits: [],
  switches: [],
});

const namesOf = (changes: readonly FieldChange[]): string[] => changes.map(({ field }) => field);

const namedFields = (
  kind: NamedFields["kind"],
  { id, slug }: Pick<CatalogEvent, "id" | "slug">,
  fields: readonly string[],
): NamedFields[] => (fields.length === 0 ? [] : [{ kind, id, slug, fields }]);

type Bet<Content> = { readonly names: readonly (keyof Content & string)[]; readonly fixed: boolean };

/** Names the fields of the bet that differ, and gives the content with them as before where the bet is fixed. */
function withBetOf<Content extends object>(
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
