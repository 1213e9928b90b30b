/** GET /public-search: events, tags and users that match words. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { listEventsById } from "../../../store/catalog/catalog-events.ts";
import type { MarketEntry, SinceHour } from "../../../store/catalog/catalog-records.ts";
import { SEARCH_SORTS, searchEvents, searchTags } from "../../../store/catalog/search/catalog-search.ts";
import type { EventSearch, SearchSort } from "../../../store/catalog/search/catalog-search.ts";
import {
  MAX_QUERY_CHARACTERS,
  MAX_QUERY_WORDS,
  splitWords,
} from "../../../store/catalog/search/search-words.ts";
import { onlyIn, variedIn } from "../../dialects/dialect-parameters.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { CATALOG_LIMITS } from "../../guard/rate-limits.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { TRADED_SECONDS } from "../cache-lifetimes.ts";
import { UNUSED_SEARCH_PARAMETERS, listedEvents } from "../events/event-lists.ts";
import { FOUND_EVENT, LISTED_EVENTS } from "../events/event-record.ts";
import { SEARCH } from "../groups.ts";
import { Creator, FlagParameters, IdList, Recurrence, TagParameters, TextList } from "../parameters.ts";
import { FoundProfile, foundProfile } from "./profiles.ts";
import { badParameter } from "../refusal.ts";
import { readCatalog, readList } from "../scope.ts";

// Filters and order of the search, in the form of Polymarket's clients.

const SORTS = Object.keys(SEARCH_SORTS).filter((name): name is SearchSort =>
  Object.hasOwn(SEARCH_SORTS, name),
);

const sameAnswer = (description: string) => onlyIn(SERVICES, Type.Optional(Type.Boolean({ description })));

export const SearchFilterParameters = Type.Object({
  events_status: Type.Optional(
    Type.Enum(["active", "resolved", "closed"], {
      description: "active: published and not over; the others: over",
    }),
  ),
  events_tag: TextList("Slugs of tags, of which the event has one"),
  exclude_tag_id: IdList("Ids of tags that the event has none of"),
  recurrence: Recurrence,
  sort: Type.Optional(Type.Enum(SORTS, { description: "Order of the events in place of how well they fit" })),
  ascending: Type.Boolean({ default: false, description: "true sorts by `sort` ascending" }),
  keep_closed_markets: onlyIn(
    ["polymarket"],
    Type.Optional(Type.Boolean({ description: "false leaves markets that are over out of their events" })),
  ),
  cache: sameAnswer("The answer is the same: nothing is cached in the exchange"),
  optimized: sameAnswer("The answer is the same: there is one form of it"),
});
/** Filters of event lists that clients also send to the search. */
const SearchedListParameters = {
  active: onlyIn(["polymarket"], FlagParameters.active),
  closed: onlyIn(["polymarket"], FlagParameters.closed),
  archived: onlyIn(["polymarket"], FlagParameters.archived),
  tag_id: onlyIn(["polymarket"], TagParameters.tag_id),
  tag_slug: onlyIn(["polymarket"], TagParameters.tag_slug),
};

type Parameters = Type.Static<typeof SearchFilterParameters> &
  Type.Static<Type.TObject<typeof SearchedListParameters>>;
/** Filters of a search; each may be absent. */
type RefinedQuery = Partial<Parameters>;

/** Returns true if the events are filtered or sorted. */
const isRefined = (query: RefinedQuery): boolean => isFiltered(query) || query.sort !== undefined;

const isFiltered = (query: RefinedQuery): boolean =>
  [
    query.events_status,
    query.events_tag,
    query.exclude_tag_id,
    query.recurrence,
    query.active,
    query.closed,
    query.archived,
    query.tag_id,
    query.tag_slug,
  ].some((value) => value !== undefined);

export function readSearchFilter(
  query: RefinedQuery,
  since: SinceHour,
): Pick<EventSearch, "filter" | "sort"> {
  const { events_status: status, exclude_tag_id: withoutTagIds, recurrence, sort, ascending = false } = query;
  const { active, closed, archived, tag_id: tagIds, tag_slug: tagSlug } = query;
  const tagSlugs = query.events_tag?.map(plainTag) ?? (tagSlug === undefined ? undefined : [tagSlug]);
  const ofStatus =
    status === undefined ? {} : status === "active" ? { active: true, closed: false } : { closed: true };
  const isNone =
    (ofStatus.closed !== undefined && closed === !ofStatus.closed) ||
    (ofStatus.active === true && active === false);
  return {
    ...(isFiltered(query) && {
      filter: {
        active,
        closed,
        archived,
        ...ofStatus,
        tagIds,
        tagSlugs,
        withoutTagIds,
        recurrence,
        ...(isNone && { ids: [] }),
      },
    }),
    ...(sort !== undefined && { sort: { by: sort, ascending, since } }),
  };
}

/** Extracts a tag from text that may be JSON inside JSON, as polymarket-apis sends it: `["\\"Sports\\""]`. */
const plainTag = (text: string): string => text.replace(/[[\]"\\]/g, "").toLowerCase();

/** Words to search for. */
export const SearchText = Type.String({
  pattern: "\\S",
  maxLength: MAX_QUERY_CHARACTERS,
  description: "Words to find",
});

export const FoundTag = Type.Object({
  id: Type.String(),
  label: Type.String(),
  slug: Type.String(),
  event_count: Type.Integer({ description: "Events that carry it" }),
});

const searchSchema = (dialect: Dialect) =>
  Type.Object({
    events: Type.Array(
      DIFFERENCES.foundEvents.does[dialect] === "rows" ? LISTED_EVENTS[dialect].schema : FOUND_EVENT.schema,
    ),
    ...(DIFFERENCES.foundPeople.does[dialect] === "asked" && {
      profiles: Type.Optional(Type.Array(FoundProfile, { description: "With search_profiles=true" })),
    }),
    tags: Type.Array(FoundTag, { description: "Empty with search_tags=false" }),
    pagination: Type.Object({
      hasMore: Type.Boolean({ description: "Whether more events or tags follow" }),
      totalResults: Type.Integer({ description: "Events found" }),
    }),
  });

/** GET /public-search: events and tags that match words. */
export const publicSearch = uncodedOperation({
  method: "GET",
  path: "/public-search",
  summary: "Search events and tags",
  group: SEARCH,
  limits: [CATALOG_LIMITS.search],
  query: Type.Object({
    q: SearchText,
    limit: onlyIn(["polymarket"], Type.Optional(pageLimit({ maximum: 500 }))),
    limit_per_type: pageLimit({ default: 25, maximum: 500 }),
    page: Type.Integer({ default: 1, minimum: 1, description: "The first is 1" }),
    ...SearchFilterParameters.properties,
    ...SearchedListParameters,
    ...UNUSED_SEARCH_PARAMETERS,
    search_tags: Type.Boolean({ default: true, description: "Whether tags are searched too" }),
    search_profiles: variedIn(
      {
        polymarket: Type.Boolean({
          default: false,
          description: "Whether people are searched, too, by the beginnings of their names and addresses",
        }),
      },
      Type.Boolean({
        default: false,
        description: "There are no people in the answer: GET /profiles finds them",
      }),
    ),
    creator: Creator,
  }),
  answer: searchSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const { dialect } = call;
    const { q, page, limit_per_type: perType, limit = perType, search_tags: withTags } = call.query;
    const words = splitWords(q);
    if (words.length > MAX_QUERY_WORDS) return badParameter("q", dialect);
    const keeps = (market: MarketEntry): boolean =>
      call.query.keep_closed_markets !== false || !market.flags.closed;
    const read = isRefined(call.query) ? readList : readCatalog;
    return read(call, async (reading) => {
      const { sql, scope } = reading;
      const search = { words, scope, offset: (page - 1) * limit, limit };
      const refinedSearch = { ...search, ...readSearchFilter(call.query, reading.since) };
      const { ids, total } = await searchEvents(sql, refinedSearch);
      const tags = withTags ? await searchTags(sql, { ...search, limit: limit + 1 }) : [];
      const found = await listEventsById(sql, ids, reading);
      const events =
        DIFFERENCES.foundEvents.does[dialect] === "rows"
          ? await listedEvents(found, dialect, { ...reading, keeps })
          : found.map(FOUND_EVENT.write);
      const profiles = await searchProfiles(call, { limit, offset: search.offset });
      const hasMore = page * limit < total || tags.length > limit;
      const pagination = { hasMore, totalResults: total };
      return { body: { events, tags: tags.slice(0, limit), ...profiles, pagination } };
    });
  },
});

type PeopleSearch = {
  readonly context: Pick<Context, "adHocSql" | "names" | "people">;
  readonly dialect: Dialect;
  readonly query: { readonly q: string; readonly search_profiles: boolean };
};

/** Finds users that match the words, in the dialect whose answer includes them. */
async function searchProfiles(
  { context, dialect, query }: PeopleSearch,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly profiles?: readonly Type.Static<typeof FoundProfile>[] }> {
  if (DIFFERENCES.foundPeople.does[dialect] !== "asked" || !query.search_profiles) return {};
  const wallets = await context.people.find(await context.adHocSql(), { text: query.q, ...page });
  return { profiles: wallets.map((wallet) => foundProfile(wallet, context.names)) };
}
