/** Filters and order of the search, as Polymarket's clients send them. */
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import type { SinceHour } from "../../store/catalog/catalog-records.ts";
import { SEARCH_SORTS } from "../../store/catalog/catalog-search.ts";
import type { EventSearch, SearchSort } from "../../store/catalog/catalog-search.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { FlagParameters, IdList, Recurrence, TagParameters, TextList } from "./parameters.ts";

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
/** Filters of the lists of events that clients send to the search, too. */
export const SearchedListParameters = {
  active: onlyIn(["polymarket"], FlagParameters.active),
  closed: onlyIn(["polymarket"], FlagParameters.closed),
  archived: onlyIn(["polymarket"], FlagParameters.archived),
  tag_id: onlyIn(["polymarket"], TagParameters.tag_id),
  tag_slug: onlyIn(["polymarket"], TagParameters.tag_slug),
};

type Parameters = Type.Static<typeof SearchFilterParameters> &
  Type.Static<Type.TObject<typeof SearchedListParameters>>;
/** Filters of a search that may have only some of the parameters. */
type RefinedQuery = Partial<Parameters>;

/** True if the events are filtered or sorted. */
export const isRefined = (query: RefinedQuery): boolean => isFiltered(query) || query.sort !== undefined;

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

/** The tag of a text that may be JSON in JSON, as polymarket-apis sends it: `["\\"Sports\\""]`. */
const plainTag = (text: string): string => text.replace(/[[\]"\\]/g, "").toLowerCase();
