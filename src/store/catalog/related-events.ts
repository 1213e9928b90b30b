/** Open events that have tags or series in common with another one. */
import type { EventRecord, Scope, SinceHour } from "./catalog-records.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { listEventsById } from "./catalog-events.ts";
import { totalVolume } from "./volume-spans.ts";
import { eventsInScope } from "./scope-terms.ts";

export type RelatedQuery = {
  readonly eventId: number;
  readonly scope: Scope;
  readonly since: SinceHour;
  readonly limit: number;
};

/** Events that are ranked, the latest: a tag may be on all there are. */
const MOST_RANKED = 500;

/** Lists those with the most tags and series in common first, then by the volume of the last 24 hours and by all of it. */
export async function listRelatedEvents(sql: AnySql, query: RelatedQuery): Promise<EventRecord[]> {
  const { eventId, scope, since, limit } = query;
  const rows = await sql<{ event: number }[]>`
    with own as materialized (select tag_ids, series_slugs from event_entries where event = ${eventId}),
    latest as materialized (
      select event, ${shared(sql, "tag_ids")} + ${shared(sql, "series_slugs")} as shared
      from event_entries
      where event <> ${eventId} and active and not closed and not archived ${eventsInScope(sql, scope)}
        and (tag_ids && (select tag_ids from own) or series_slugs && (select series_slugs from own))
      order by event desc limit ${MOST_RANKED}
    )
    select event from latest
    join event_figures using (event)
    cross join lateral (
      select ${totalVolume(sql)} as volume_24h from market_volumes
      where market_volumes.event = latest.event and hour >= ${since}
    ) as day
    order by shared desc, volume_24h desc, event_figures.volume desc, event limit ${limit}`;
  const ids = rows.map(({ event }) => event);
  return ids.length === 0 ? [] : listEventsById(sql, ids, query);
}

/** Counts what an entry's list has in common with the event's own. */
const shared = (sql: AnySql, list: "tag_ids" | "series_slugs"): Fragment => sql`
  cardinality(array(select unnest(event_entries.${sql(list)}) intersect select unnest(${sql(list)}) from own))`;
