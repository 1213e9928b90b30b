/** Cards: events as the web page lists and finds them, with the few values that a card shows. */
import { Type } from "typebox";
import { readMatchSides } from "../../../core/markets/match-title.ts";
import { firstHalfTicks, isPriced } from "../../../core/markets/shown-price.ts";
import { ONE, priceNumber, ticks } from "../../../core/units.ts";
import { listCardMarkets, listPricedMarkets } from "../../../store/catalog/catalog-markets.ts";
import type { CardMarket as MarketRow, PricedMarket } from "../../../store/catalog/catalog-markets.ts";
import { EVENT_ORDERS, listEvents, listEventsById } from "../../../store/catalog/catalog-events.ts";
import type { EventRecord } from "../../../store/catalog/catalog-records.ts";
import { searchEvents, searchTags } from "../../../store/catalog/search/catalog-search.ts";
import { MAX_QUERY_WORDS, splitWords } from "../../../store/catalog/search/search-words.ts";
import { CATALOG_LIMITS } from "../../guard/rate-limits.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { halfTicksNumber, readKnownPrices } from "../../values/shown-prices.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { TRADED_SECONDS } from "../cache-lifetimes.ts";
import { EventFilterParameters, readEventList } from "./event-lists.ts";
import { EVENTS, SEARCH } from "../groups.ts";
import { KeysetParameters, NextCursor, readKeysetPage } from "../keyset.ts";
import { Creator, orderParameters } from "../parameters.ts";
import { badParameter } from "../refusal.ts";
import { readList } from "../scope.ts";
import type { CatalogRead } from "../scope.ts";
import { FoundTag, SearchFilterParameters, SearchText, readSearchFilter } from "../search/search.ts";
import { OptionalInstant, OptionalText, collateralNumber, present } from "../texts.ts";

// Schema of a card: a short event with its likeliest markets.

const MAX_MARKETS = 10;

/** Parameter of lists of cards. */
export const CardMarketsParameter = Type.Integer({
  default: 2,
  minimum: 1,
  maximum: MAX_MARKETS,
  description: "Markets of each event at most",
});

export const CardMarket = Type.Object({
  slug: Type.String(),
  name: Type.String({ description: "Its name within the event; the question where it has none" }),
  outcomes: Type.Array(Type.String(), { description: "The names of both outcomes" }),
  tokenId: Type.String({ description: "The token of the first outcome" }),
  price: Type.Optional(
    Type.Number({
      description:
        "Of the first outcome, as `outcomePrices` has it; left out without orders and trades. What a share pays once resolved",
    }),
  ),
  bestBid: Type.Number({ description: "Of the first outcome; 0 without bids" }),
  bestAsk: Type.Number({ description: "Of the first outcome; 1 without asks" }),
  oneDayPriceChange: Type.Optional(
    Type.Number({
      description:
        "Difference of `price` to the midpoint before the last 24 full hours, or to the first one of a younger market",
    }),
  ),
  closed: Type.Boolean(),
  place: Type.Integer({ description: "Its place among the markets of the event, from 0" }),
  acceptingOrders: Type.Boolean(),
});
export type CardMarket = Type.Static<typeof CardMarket>;

export const Card = Type.Object({
  id: Type.String(),
  slug: OptionalText,
  title: OptionalText,
  image: OptionalText,
  endDate: OptionalInstant,
  createdAt: OptionalInstant,
  closed: Type.Boolean(),
  tag: Type.Optional(
    Type.Object({ slug: OptionalText, label: OptionalText }, { description: "The first of its tags" }),
  ),
  volume: Type.Number({ description: "Collateral that changed hands" }),
  volume24hr: Type.Number({ description: "Of the last 24 full hours and the current one" }),
  marketCount: Type.Integer({ description: "Its markets, but for drafts and hidden ones" }),
  markets: Type.Array(CardMarket, {
    description:
      "The likeliest of its markets: open ones first, then those with a price, then by price. The markets of a match, with two sides and `vs.` in its title, keep their order",
  }),
});
export type Card = Type.Static<typeof Card>;

// Cards of events, each with its few top-ranked markets.

type RankedMarket = PricedMarket & {
  /** Position among the markets of its event, from 0, in the order of the event. */
  readonly place: number;
  /** Shown price of outcome 0 in half ticks; `undefined` without orders and trades. */
  readonly price: number | undefined;
};

/** Builds the cards of these events, in order, with at most `most` markets each. */
export async function buildCards(
  events: readonly EventRecord[],
  most: number,
  { sql, scope, since }: CatalogRead,
): Promise<readonly Card[]> {
  const ids = events.map(({ content }) => Number(content.id));
  const pricedMarkets = ids.length === 0 ? [] : await listPricedMarkets(sql, ids, scope);
  const byEvent = Map.groupBy(pricedMarkets, ({ eventId }) => eventId);
  const cards = events.map((event) => {
    const markets = (byEvent.get(event.content.id) ?? []).map(rankedMarket);
    const isMatch = readMatchSides(event.content.title ?? "") !== undefined;
    const ranked = markets.toSorted(isMatch ? compareOpen : compareRanks);
    return { event, count: markets.length, shown: ranked.slice(0, most) };
  });
  const nos = cards.flatMap(({ shown }) => shown.map(({ no }) => no));
  const rows = nos.length === 0 ? [] : await listCardMarkets(sql, nos, since);
  const byNo = new Map(rows.map((row) => [row.no, row]));
  return cards.map(({ event, count, shown }) => ({
    ...eventPart(event),
    marketCount: count,
    markets: shown.flatMap((market) => {
      const row = byNo.get(market.no);
      return row === undefined ? [] : [cardMarket(market, row)];
    }),
  }));
}

function rankedMarket(market: PricedMarket, place: number): RankedMarket {
  const known = readKnownPrices(market);
  const price = market.closed || isPriced(known) ? firstHalfTicks(known) : undefined;
  return { ...market, place, price };
}

/** Puts open markets before closed ones. The markets of a match then keep their order: its winner comes first. */
const compareOpen = (a: RankedMarket, b: RankedMarket): number => Number(a.closed) - Number(b.closed);

/**
 * Compares ranks: open markets before closed ones, then by price; markets without a price come last. Ties keep the order of
 * ids.
 */
const compareRanks = (a: RankedMarket, b: RankedMarket): number =>
  compareOpen(a, b) || (b.price ?? -1) - (a.price ?? -1);

const eventPart = ({ content, flags, figures }: EventRecord) => {
  const [tag] = content.tags;
  return {
    id: content.id,
    ...present({
      slug: content.slug,
      title: content.title,
      image: content.image === "" ? content.icon : content.image,
      endDate: content.endDate,
      createdAt: content.createdAt,
    }),
    closed: flags.closed,
    ...(tag !== undefined && { tag: present({ slug: tag.slug, label: tag.label }) }),
    volume: collateralNumber(figures.volume),
    volume24hr: collateralNumber(figures.volume24h),
  };
};

function cardMarket({ place, price, bid, ask, closed }: RankedMarket, row: MarketRow): CardMarket {
  return {
    slug: row.slug,
    name: row.groupItemTitle === "" ? row.question : row.groupItemTitle,
    outcomes: [...row.outcomes],
    tokenId: row.tokenId,
    ...(price !== undefined && { price: halfTicksNumber(price) }),
    bestBid: priceNumber(bid ?? ticks(0)),
    bestAsk: priceNumber(ask ?? ONE),
    ...(price !== undefined &&
      row.dayBefore !== null && { oneDayPriceChange: halfTicksNumber(price - row.dayBefore) }),
    closed,
    place,
    acceptingOrders: row.status === "active",
  };
}

const MAX_CARDS = 100;
const MAX_TAGS = 100;

const { events_status, events_tag, sort, ascending } = SearchFilterParameters.properties;

/** GET /search: short events and tags that match words, with their total number. */
export const searchCards = uncodedOperation({
  method: "GET",
  path: "/search",
  summary: "Search events in short, and tags",
  group: SEARCH,
  limits: [CATALOG_LIMITS.search],
  query: Type.Object({
    q: SearchText,
    limit: pageLimit({ default: 24, maximum: MAX_CARDS }),
    page: Type.Integer({ default: 1, minimum: 1, description: "The first is 1; of the cards only" }),
    markets: CardMarketsParameter,
    events_status,
    events_tag,
    sort,
    ascending,
    creator: Creator,
  }),
  answer: Type.Object({
    cards: Type.Array(Card),
    totalCards: Type.Integer({ description: "Events found, on all pages" }),
    tags: Type.Array(FoundTag, { description: `At most ${MAX_TAGS}, whatever the filters of events` }),
    hasMoreTags: Type.Boolean({ description: "Whether there are more tags than these" }),
  }),
  strict: true,
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const { q, page, limit, markets } = call.query;
    const words = splitWords(q);
    if (words.length > MAX_QUERY_WORDS) return badParameter("q", call.dialect);
    return readList(call, async (reading) => {
      const { sql, scope, since } = reading;
      const searchFilter = readSearchFilter(call.query, since);
      const search = { words, scope, offset: (page - 1) * limit, limit };
      const { ids, total } = await searchEvents(sql, { ...search, ...searchFilter });
      const tags = await searchTags(sql, { words, scope, offset: 0, limit: MAX_TAGS + 1 });
      const cards = await buildCards(await listEventsById(sql, ids, reading), markets, reading);
      const shown = tags.slice(0, MAX_TAGS);
      return { body: { cards, totalCards: total, tags: shown, hasMoreTags: tags.length > MAX_TAGS } };
    });
  },
});

const MAX_LISTED_CARDS = 100;

/** GET /cards: events with only the fields of a list view, in pages by a cursor. */
export const listCards = uncodedOperation({
  method: "GET",
  path: "/cards",
  summary: "List events in short, with the likeliest of their markets",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({
    limit: pageLimit({ default: 24, maximum: MAX_LISTED_CARDS }),
    after_cursor: KeysetParameters.after_cursor,
    markets: CardMarketsParameter,
    ...EventFilterParameters.properties,
    ...orderParameters(EVENT_ORDERS),
    creator: Creator,
  }),
  answer: Type.Object({ cards: Type.Array(Card), next_cursor: NextCursor }),
  strict: true,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(call, "cards", async (list, reading) => {
      const { query, dialect } = call;
      const page = await readKeysetPage({
        query,
        order: list.order.join(),
        keys: [({ content }: EventRecord) => Number(content.id)],
        read: (place) => listEvents(reading.sql, { ...list, ...place }),
      });
      if (page === undefined) return badParameter("after_cursor", dialect);
      return { body: { cards: await buildCards(page.rows, query.markets, reading), ...page.next } };
    }),
});
