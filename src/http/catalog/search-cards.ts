/** GET /search: events in short and tags that words find, with how many there are. */
import { Type } from "typebox";
import { listEventsById } from "../../store/catalog/catalog-events.ts";
import { searchEvents, searchTags } from "../../store/catalog/catalog-search.ts";
import { MAX_QUERY_WORDS, wordsOf } from "../../store/catalog/search-words.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { pageLimit } from "../page-limit.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { cardsOf } from "./card-records.ts";
import { Card, MarketsOfCard } from "./card-schema.ts";
import { SEARCH } from "./groups.ts";
import { Creator } from "./parameters.ts";
import { FoundTag, SearchText } from "./public-search.ts";
import { badParameter } from "./refusal.ts";
import { readSearchFilter, SearchFilterParameters } from "./search-filter.ts";
import { readList } from "./scope.ts";

const MOST_CARDS = 100;
const MOST_TAGS = 100;

const { events_status, events_tag, sort, ascending } = SearchFilterParameters.properties;

export const searchCards = uncodedOperation({
  method: "GET",
  path: "/search",
  summary: "Search events in short, and tags",
  group: SEARCH,
  limits: [CATALOG_LIMITS.search],
  query: Type.Object({
    q: SearchText,
    limit: pageLimit({ default: 24, maximum: MOST_CARDS }),
    page: Type.Integer({ default: 1, minimum: 1, description: "The first is 1; of the cards only" }),
    markets: MarketsOfCard,
    events_status,
    events_tag,
    sort,
    ascending,
    creator: Creator,
  }),
  answer: Type.Object({
    cards: Type.Array(Card),
    totalCards: Type.Integer({ description: "Events found, on all pages" }),
    tags: Type.Array(FoundTag, { description: `At most ${MOST_TAGS}, whatever the filters of events` }),
    hasMoreTags: Type.Boolean({ description: "Whether there are more tags than these" }),
  }),
  strict: true,
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const { q, page, limit, markets } = call.query;
    const words = wordsOf(q);
    if (words.length > MAX_QUERY_WORDS) return badParameter("q", call.dialect);
    return readList(call, async (reading) => {
      const { sql, scope, since } = reading;
      const refined = readSearchFilter(call.query, since);
      const search = { words, scope, offset: (page - 1) * limit, limit };
      const { ids, total } = await searchEvents(sql, { ...search, ...refined });
      const tags = await searchTags(sql, { words, scope, offset: 0, limit: MOST_TAGS + 1 });
      const cards = await cardsOf(await listEventsById(sql, ids, reading), markets, reading);
      const shown = tags.slice(0, MOST_TAGS);
      return { body: { cards, totalCards: total, tags: shown, hasMoreTags: tags.length > MOST_TAGS } };
    });
  },
});
