/** The filters of the lists of events: those of the specification, and those that Polymarket's clients send. */
import { Type } from "typebox";
import { isFault } from "../../core/input-fault.ts";
import type { InputFault } from "../../core/input-fault.ts";
import type { EventFilter } from "../../store/catalog/catalog-events.ts";
import { MAX_QUERY_CHARACTERS, phraseOf } from "../../store/catalog/search-words.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { Amount, DateParameters, Moment, readAmount, readDates } from "./bounds.ts";
import { FlagParameters, IdList, readTags, Recurrence, TagParameters, TextList } from "./parameters.ts";

export const EventFilterParameters = Type.Object({
  ...FlagParameters,
  ...TagParameters,
  exclude_tag_id: IdList("Ids of tags that the event has none of"),
  series_slug: Type.Optional(Type.String({ description: "Slug of a series of the event" })),
  id: IdList("Ids"),
  series_id: IdList("Ids of series, of which the event is in one"),
  recurrence: Recurrence,
  slug: TextList("Slugs"),
  title_search: Type.Optional(
    Type.String({
      maxLength: MAX_QUERY_CHARACTERS,
      description: "Words in a row in the title, the first and the last also in part",
    }),
  ),
  featured: Type.Optional(
    Type.Boolean({ description: "No event is featured: true leaves none, false leaves all" }),
  ),
  start_time_min: Moment("Earliest start of a game of its markets"),
  start_time_max: Moment("Latest start of a game of its markets"),
  volume_min: Amount("Least volume"),
  volume_max: Amount("Largest volume"),
  liquidity_min: Amount("Least liquidity"),
  liquidity_max: Amount("Largest liquidity"),
  ...DateParameters,
});

/** Reads the filter without its scope; a fault is the name of the parameter that is wrong. */
export function readEventFilter(
  query: Type.Static<typeof EventFilterParameters>,
  dialect: Dialect,
): EventFilter | InputFault {
  const tags = readTags(query);
  if (isFault(tags)) return tags;
  const dates = readDates(query, dialect);
  if (isFault(dates)) return dates;
  const titlePart = query.title_search === undefined ? undefined : phraseOf(query.title_search);
  if (titlePart === "") return { fault: "title_search" };
  const { active, closed, archived, id, featured, slug: slugs, recurrence } = query;
  const { exclude_tag_id: withoutTagIds, series_slug: seriesSlug, series_id: seriesIds } = query;
  return {
    active,
    closed,
    archived,
    ...tags,
    withoutTagIds,
    seriesSlug,
    seriesIds,
    recurrence,
    titlePart,
    ids: featured === true ? [] : id,
    slugs,
    volumeMin: readAmount(query.volume_min),
    volumeMax: readAmount(query.volume_max),
    liquidityMin: readAmount(query.liquidity_min),
    liquidityMax: readAmount(query.liquidity_max),
    ...dates,
  };
}
