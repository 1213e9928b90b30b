/**
 * Events as the catalog shows them, one or a page. The ids of a page are found first in the narrow tables of entries
 * and statistics. Then only the contents of these are read by id.
 */
import type { Flags } from "../../core/markets/catalog.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { gatherInChunks } from "../sql/read-in-chunks.ts";
import {
  boundPredicates,
  flagPredicates,
  groupStatistics,
  pageInOrder,
  tagPredicates,
  versionPredicate,
} from "./catalog-pages.ts";
import type { Bounds, Entries, FlagFilter, Page, TagFilter, VersionFilter } from "./catalog-pages.ts";
import {
  eventKeys,
  eventRankings,
  gameStart,
  openInterest,
  totalVolume,
  volumesBySpan,
} from "./catalog-rankings.ts";
import type { EventRecord, Scope, SinceHour, SpanStatistics } from "./catalog-records.ts";
import { eventsInScope, marketsInScope } from "./search/scope-terms.ts";

/** Filters of events; an event must match all that are set. A market of it must have one of the versions. */
export type EventFilter = FlagFilter &
  TagFilter &
  VersionFilter &
  Bounds & {
    /** Ids; the event must have one of them. */
    readonly ids?: readonly number[] | undefined;
    /** Tags that the event must not have. */
    readonly withoutTagIds?: readonly number[] | undefined;
    readonly seriesSlug?: string | undefined;
    /** Ids of series; the event must be in one. */
    readonly seriesIds?: readonly number[] | undefined;
    /** Recurrence; the event must be in a series that has it. */
    readonly recurrence?: string | undefined;
    /** Slugs; the event must have one of them. */
    readonly slugs?: readonly string[] | undefined;
    /** Part of the title, compared as a phrase of normalized words. */
    readonly titlePart?: string | undefined;
    /** Date keys; a game of the event's markets must start between them. */
    readonly startTimeMin?: string | undefined;
    readonly startTimeMax?: string | undefined;
  };

type ScopedEvents = EventFilter & { readonly scope: Scope };

/** Sort orders of events, each with its column. */
export const EVENT_ORDERS = {
  id: "event",
  slug: "slug",
  ticker: "ticker",
  title: "title",
  startDate: "start_date",
  creationDate: "creation_date",
  endDate: "end_date",
  createdAt: "created_at",
  updatedAt: "updated_at",
  volume: "volume",
  volumeNum: "volume",
  volume24hr: "volume_24h",
  volume1wk: "volume_1wk",
  volume1mo: "volume_1mo",
  volume1yr: "volume_1yr",
  liquidity: "liquidity",
  liquidityNum: "liquidity",
  liquidityClob: "liquidity",
  closedTime: "closed_time",
  competitive: "competitive",
  oneDayPriceChange: "price_move",
  openInterest: "open_interest",
  startTime: "start_time",
  eventStartTime: "start_time",
  gameStartTime: "start_time",
  eventDate: "end_date",
  active: "active",
  closed: "closed",
  archived: "archived",
  // Sort orders by values that are equal for all events.
  featuredOrder: "event",
  featured: "event",
  commentCount: "event",
} as const;

type EventOrder = keyof typeof EVENT_ORDERS;

export type EventPage = Page & {
  readonly filter: ScopedEvents;
  readonly order: readonly EventOrder[];
  readonly since: SinceHour;
};

/** Lists a page of the matching events. Ties are in order of id, in the same direction. */
export function listEvents(sql: AnySql, page: EventPage): Promise<EventRecord[]> {
  return readEvents(sql, pageIds(sql, page), page);
}

/** Counts the matching events. */
export async function countEvents(sql: AnySql, filter: ScopedEvents): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from ${eventTables(sql)} where true ${eventPredicates(sql, filter)}`;
  return row?.total ?? 0;
}

/** Finds the event with this id, or the first with this slug; `undefined` if none is in scope. */
export async function findEvent(
  sql: AnySql,
  key: { readonly id: number } | { readonly slug: string },
  within: Reading & { readonly scope: Scope },
): Promise<EventRecord | undefined> {
  const named = "id" in key ? sql`event = ${key.id}` : sql`slug = ${key.slug}`;
  const ids = sql`array(
    select event from event_entries where ${named} ${eventPredicates(sql, within)} order by event limit 1
  )`;
  const [record] = await readEvents(sql, ids, within);
  return record;
}

/** Lists the events with these ids, in order of the ids. */
export function listEventsById(sql: AnySql, ids: readonly number[], within: Reading): Promise<EventRecord[]> {
  return readEvents(sql, sql`${ids as number[]}::bigint[]`, within);
}

export const eventPredicates = (sql: AnySql, filter: ScopedEvents): Fragment => {
  const { ids, slugs, titlePart, withoutTagIds, scope } = filter;
  return sql`
    ${flagPredicates(sql, filter)} ${tagPredicates(sql, filter)} ${boundPredicates(sql, filter)} ${seriesPredicates(sql, filter)}
    ${startPredicates(sql, filter)} ${eventVersionPredicates(sql, filter)}
    ${withoutTagIds === undefined ? sql`` : sql`and not tag_ids && ${withoutTagIds as number[]}::bigint[]`}
    ${ids === undefined ? sql`` : sql`and event = any(${ids as number[]}::bigint[])`}
    ${slugs === undefined ? sql`` : sql`and slug = any(${slugs as string[]}::text[])`}
    ${titlePart === undefined ? sql`` : sql`and first_phrase like ${`%${titlePart}%`}`}
    ${eventsInScope(sql, scope)}`;
};

const seriesPredicates = (sql: AnySql, { seriesSlug, seriesIds, recurrence }: EventFilter): Fragment => {
  const ofSeries = (series: readonly object[]): Fragment => {
    const wanted = series.map((one) => JSON.stringify([one]));
    return sql`and event = any(array(
      select id from events where content -> 'series' @> any(${wanted}::text[]::jsonb[])
    ))`;
  };
  return sql`
    ${seriesSlug === undefined ? sql`` : sql`and series_slugs @> ${[seriesSlug]}::text[]`}
    ${seriesIds === undefined ? sql`` : ofSeries(seriesIds.map((id) => ({ id: String(id) })))}
    ${recurrence === undefined ? sql`` : ofSeries([{ recurrence }])}`;
};

function eventVersionPredicates(sql: AnySql, filter: ScopedEvents): Fragment {
  if (filter.versions === undefined) return sql``;
  const events = sql`
    select event from market_entries where true ${versionPredicate(sql, filter)} ${marketsInScope(sql, filter.scope)}`;
  return filter.versions.includes("v1")
    ? sql`and event in (${events})`
    : sql`and event = any(array(${events}))`;
}

function startPredicates(sql: AnySql, { startTimeMin, startTimeMax, scope }: ScopedEvents): Fragment {
  if (startTimeMin === undefined && startTimeMax === undefined) return sql``;
  const start = gameStart(sql);
  return sql`and event = any(array(
    select event_id from markets where content ? 'gameStartTime'
      ${scope.drafts ? sql`` : sql`and not exists (select from market_entries where market = no and not published)`}
      ${startTimeMin === undefined ? sql`` : sql`and ${start} >= ${startTimeMin}`}
      ${startTimeMax === undefined ? sql`` : sql`and ${start} <= ${startTimeMax}`}
  ))`;
}

function pageIds(sql: AnySql, page: EventPage): Fragment {
  const entries: Entries = {
    key: "event",
    ties: ["event"],
    tables: eventTables(sql),
    terms: eventPredicates(sql, page.filter),
    traded: (since) => tradedEvents(sql, since),
    since: page.since,
    keys: eventKeys(sql, page.since),
    rankings: eventRankings(sql, eventTables(sql), page.since),
  };
  const columns = page.order.map((order) => EVENT_ORDERS[order]);
  return pageInOrder(sql, entries, columns, page);
}

const eventTables = (sql: AnySql): Fragment => sql`event_entries left join event_figures using (event)`;

const tradedEvents = (sql: AnySql, since: SinceHour): Fragment => sql`
  select event, ${totalVolume(sql)} as volume_24h from market_volumes
  where hour >= ${since} group by event`;

type Reading = { readonly since: SinceHour };

type EventRow = Flags & SpanStatistics & Omit<EventRecord, "flags" | "figures">;

async function readEvents(sql: AnySql, ids: Fragment, { since }: Reading): Promise<EventRecord[]> {
  const [isOwn, total] = [sql`market_volumes.event = events.id`, sql`event_figures.volume`];
  const spans = volumesBySpan(sql, { isOwn, total, since });
  const query = sql<EventRow[]>`
    select events.content, active, closed, archived, volume, liquidity, "volume24h", "volume1wk", "volume1mo",
      "volume1yr", ${openInterest(sql)}::bigint as "openInterest", array(
        select market from market_entries where event = events.id order by market_entries.id, market
      ) as markets
    from unnest(${ids}) with ordinality as page (id, position)
    join events using (id)
    join event_entries on event_entries.event = id
    join event_figures on event_figures.event = id
    cross join lateral (${spans}) as spans
    order by position`;
  return gatherInChunks(query, groupStatistics);
}

// Open events that share tags or series with another event.

type RelatedQuery = {
  readonly eventId: number;
  readonly scope: Scope;
  readonly since: SinceHour;
  readonly limit: number;
};

/** Maximum number of events to rank, the latest: a tag may be on every event. */
const MAX_RANKED = 500;

/** Lists events by number of shared tags and series, then by 24-hour volume, then by total volume. */
export async function listRelatedEvents(sql: AnySql, query: RelatedQuery): Promise<EventRecord[]> {
  const { eventId, scope, since, limit } = query;
  const rows = await sql<{ event: number }[]>`
    with own as materialized (select tag_ids, series_slugs from event_entries where event = ${eventId}),
    latest as materialized (
      select event, ${countShared(sql, "tag_ids")} + ${countShared(sql, "series_slugs")} as shared
      from event_entries
      where event <> ${eventId} and active and not closed and not archived ${eventsInScope(sql, scope)}
        and (tag_ids && (select tag_ids from own) or series_slugs && (select series_slugs from own))
      order by event desc limit ${MAX_RANKED}
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

/** Counts the values that an entry's list shares with the event's own list. */
const countShared = (sql: AnySql, list: "tag_ids" | "series_slugs"): Fragment => sql`
  cardinality(array(select unnest(event_entries.${sql(list)}) intersect select unnest(${sql(list)}) from own))`;
