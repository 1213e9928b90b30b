/**
 * Events as the catalog shows them, one or a page. A page's ids are found first, in the narrow tables of entries and
 * figures, and the contents are read by id for just these.
 */
import type { CatalogEvent, Flags } from "../core/catalog.ts";
import {
  flagTerms,
  gatherFigures,
  pageByColumn,
  pageByFigure,
  pageByVolume24h,
  totalVolume,
} from "./catalog-pages.ts";
import type { Entries, FlagFilter, Fragment, Page } from "./catalog-pages.ts";
import type { EventRecord, Figures, Scope, SinceHour } from "./catalog-records.ts";
import type { AnySql } from "./database.ts";

/** All that is given must hold. */
export type EventFilter = FlagFilter & {
  readonly tagId?: number | undefined;
  readonly tagSlug?: string | undefined;
  readonly seriesSlug?: string | undefined;
  readonly slug?: string | undefined;
  readonly scope?: Scope;
};

/** By what events can be sorted, and the column of it. */
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
  liquidity: "liquidity",
  liquidityNum: "liquidity",
} as const;

export type EventOrder = keyof typeof EVENT_ORDERS;

export type EventPage = Page & {
  readonly filter: EventFilter;
  readonly order: EventOrder;
  readonly since: SinceHour;
};

/** A page of the events that match. Equal ones are in order of their ids, up or down as all the others. */
export function listEvents(sql: AnySql, page: EventPage): Promise<EventRecord[]> {
  return readEvents(sql, pageIds(sql, page), page.since);
}

/** The event with this id, or the first with this slug; `undefined` when there is none in scope. */
export async function findEvent(
  sql: AnySql,
  key: { readonly id: number } | { readonly slug: string },
  { scope, since }: { readonly scope: Scope; readonly since: SinceHour },
): Promise<EventRecord | undefined> {
  const named = "id" in key ? sql`event = ${key.id}` : sql`slug = ${key.slug}`;
  const ids = sql`array(
    select event from event_entries where ${named} ${eventTerms(sql, { scope })} order by event limit 1
  )`;
  const [record] = await readEvents(sql, ids, since);
  return record;
}

/** The events with these ids, in the order of the ids. */
export function listEventsById(
  sql: AnySql,
  ids: readonly number[],
  { since }: { readonly since: SinceHour },
): Promise<EventRecord[]> {
  return readEvents(sql, sql`${ids as number[]}::bigint[]`, since);
}

const eventTerms = (
  sql: AnySql,
  { tagId, tagSlug, seriesSlug, slug, scope, ...flags }: EventFilter,
): Fragment => sql`
  ${flagTerms(sql, flags)}
  ${tagId === undefined ? sql`` : sql`and tag_ids @> ${[tagId]}::bigint[]`}
  ${tagSlug === undefined ? sql`` : sql`and tag_slugs @> ${[tagSlug]}::text[]`}
  ${seriesSlug === undefined ? sql`` : sql`and series_slugs @> ${[seriesSlug]}::text[]`}
  ${slug === undefined ? sql`` : sql`and slug = ${slug}`}
  ${scope === undefined ? sql`` : sql`and creators && ${scope as string[]}::text[]`}`;

function pageIds(sql: AnySql, page: EventPage): Fragment {
  const column = EVENT_ORDERS[page.order];
  const entries: Entries = {
    key: "event",
    ties: ["event"],
    tables: sql`event_entries left join event_figures using (event)`,
    terms: eventTerms(sql, page.filter),
  };
  switch (column) {
    case "volume_24h":
      return pageByVolume24h(sql, entries, tradedEvents(sql, page.since), page);
    case "volume":
    case "liquidity":
      return pageByFigure(sql, entries, column, page);
    default:
      return pageByColumn(sql, entries, column, page);
  }
}

const tradedEvents = (sql: AnySql, since: SinceHour): Fragment => sql`
  select event, ${totalVolume(sql)} as volume_24h from market_volumes
  where hour >= ${since} group by event`;

type EventRow = Flags & Figures & { readonly content: CatalogEvent };

async function readEvents(sql: AnySql, ids: Fragment, since: SinceHour): Promise<EventRecord[]> {
  const rows = await sql<EventRow[]>`
    select events.content, active, closed, archived, volume, liquidity, (
      select ${totalVolume(sql)} from market_volumes
      where market_volumes.event = events.id and hour >= ${since}
    ) as "volume24h"
    from unnest(${ids}) with ordinality as page (id, position)
    join events using (id)
    join event_entries on event_entries.event = id
    join event_figures on event_figures.event = id
    order by position`;
  return rows.map(gatherFigures);
}
