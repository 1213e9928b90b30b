/** The filters of the lists of events: those of the specification, and those that Polymarket's clients send. */
import { Type } from "typebox";
import { isFault } from "../../core/input-fault.ts";
import type { InputFault } from "../../core/input-fault.ts";
import type { EventFilter } from "../../store/catalog/catalog-events.ts";
import { Amount, DateParameters, readAmount, readDates } from "./bounds.ts";
import { FlagParameters, IdList, readTag, TagParameters } from "./parameters.ts";

export const EventFilterParameters = Type.Object({
  ...FlagParameters,
  ...TagParameters,
  exclude_tag_id: IdList("Ids of tags that the event has none of"),
  series_slug: Type.Optional(Type.String({ description: "Slug of a series of the event" })),
  id: IdList("Ids"),
  slug: Type.Optional(Type.String({ description: "Slug of the event" })),
  volume_min: Amount("Least volume"),
  volume_max: Amount("Largest volume"),
  liquidity_min: Amount("Least liquidity"),
  liquidity_max: Amount("Largest liquidity"),
  ...DateParameters,
});

/** Reads the filter without its scope; a fault is the name of the parameter that is wrong. */
export function readEventFilter(query: Type.Static<typeof EventFilterParameters>): EventFilter | InputFault {
  const tagSlug = readTag(query);
  if (isFault(tagSlug)) return tagSlug;
  const dates = readDates(query);
  if (isFault(dates)) return dates;
  const { active, closed, archived, id: ids, slug } = query;
  const { tag_id: tagId, exclude_tag_id: withoutTagIds, series_slug: seriesSlug } = query;
  return {
    active,
    closed,
    archived,
    tagId,
    tagSlug,
    withoutTagIds,
    seriesSlug,
    ids,
    slug,
    volumeMin: readAmount(query.volume_min),
    volumeMax: readAmount(query.volume_max),
    liquidityMin: readAmount(query.liquidity_min),
    liquidityMax: readAmount(query.liquidity_max),
    ...dates,
  };
}
