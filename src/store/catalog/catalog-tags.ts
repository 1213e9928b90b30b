/** Tags and series as they were listed last: those that an event in scope carries, and for operators all. */
import type { CatalogSeries, CatalogTag } from "../../core/catalog.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { totalVolume } from "./catalog-pages.ts";
import type { Scope, SinceHour } from "./catalog-records.ts";
import { eventsInScope, isWhole } from "./scope-terms.ts";

type Page = { readonly scope: Scope; readonly offset: number; readonly limit: number };

/** Orders of tags, each with the field of the listing; by what their events traded in the last 24 hours, with none. */
export const TAG_ORDERS = {
  id: "id",
  label: "label",
  slug: "slug",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
  volume24hr: "",
} as const;

export type TagPage = Page & {
  readonly order: keyof typeof TAG_ORDERS;
  readonly ascending: boolean;
  readonly since: SinceHour;
};

/** A page of the tags. Equal ones are in order of their ids, up or down as all the others. */
export async function listTags(sql: AnySql, page: TagPage): Promise<CatalogTag[]> {
  const { scope, offset, limit, order } = page;
  const isByVolume = order === "volume24hr";
  const rows = await sql<{ content: CatalogTag }[]>`
    select content from tags ${isByVolume ? sql`left join (${tradedTags(sql, page)}) as traded using (id)` : sql``}
    where true ${tagsInScope(sql, scope)}
    order by ${isByVolume ? byVolume(sql, page) : byField(sql, TAG_ORDERS[order], page)}
    limit ${limit} offset ${offset}`;
  return rows.map(({ content }) => content);
}

/** Sums what the events of each tag traded. */
const tradedTags = (sql: AnySql, { since }: TagPage): Fragment => sql`
  select unnest(tag_ids) as id, ${totalVolume(sql)} as volume_24h
  from market_volumes join event_entries using (event) where hour >= ${since} group by 1`;

function byVolume(sql: AnySql, { ascending }: FieldOrder): Fragment {
  const direction = ascending ? sql`asc` : sql`desc`;
  return sql`coalesce(volume_24h, 0) ${direction}, id ${direction}`;
}

/** The tag with this id, or the first with this slug. */
export async function findTag(
  sql: AnySql,
  key: { readonly id: number } | { readonly slug: string },
  scope: Scope,
): Promise<CatalogTag | undefined> {
  const named = "id" in key ? sql`id = ${key.id}` : sql`slug = ${key.slug}`;
  const [row] = await sql<{ content: CatalogTag }[]>`
    select content from tags where ${named} ${tagsInScope(sql, scope)} order by id limit 1`;
  return row?.content;
}

/** Orders of series, each with the field of the listing. */
export const SERIES_ORDERS = {
  id: "id",
  slug: "slug",
  ticker: "ticker",
  title: "title",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
} as const;

export type SeriesPage = Page & {
  readonly slugs?: readonly string[] | undefined;
  readonly closed?: boolean | undefined;
  readonly recurrence?: string | undefined;
  readonly order: keyof typeof SERIES_ORDERS;
  readonly ascending: boolean;
};

/** The same of the series. */
export async function listSeries(sql: AnySql, page: SeriesPage): Promise<CatalogSeries[]> {
  const { scope, slugs, closed, recurrence, offset, limit } = page;
  const rows = await sql<{ content: CatalogSeries }[]>`
    select content from series where true ${seriesInScope(sql, scope)}
      ${slugs === undefined ? sql`` : sql`and slug = any(${slugs as string[]}::text[])`}
      ${closed === undefined ? sql`` : sql`and (content ->> 'closed')::boolean = ${closed}`}
      ${recurrence === undefined ? sql`` : sql`and content ->> 'recurrence' = ${recurrence}`}
    order by ${byField(sql, SERIES_ORDERS[page.order], page)} limit ${limit} offset ${offset}`;
  return rows.map(({ content }) => content);
}

type FieldOrder = { readonly ascending: boolean };

/** Sorts by a field as its text does, dates as their instants do, and what has none first. */
function byField(sql: AnySql, field: string, { ascending }: FieldOrder): Fragment {
  const direction = ascending ? sql`asc` : sql`desc`;
  if (field === "id") return sql`id ${direction}`;
  const text = sql`coalesce(content ->> ${field}::text, '')`;
  const key = field.endsWith("At") ? sql`rtrim(${text}, 'Z0.')` : text;
  return sql`${key} collate "C" ${direction}, id ${direction}`;
}

export async function findSeries(
  sql: AnySql,
  { id }: { readonly id: number },
  scope: Scope,
): Promise<CatalogSeries | undefined> {
  const [row] = await sql<{ content: CatalogSeries }[]>`
    select content from series where id = ${id} ${seriesInScope(sql, scope)}`;
  return row?.content;
}

const tagsInScope = (sql: AnySql, scope: Scope): Fragment => {
  if (isWhole(scope)) return sql``;
  if (scope.creators === undefined) return sql`and event_count > 0`;
  return sql`and id in (select unnest(tag_ids) from event_entries where true ${eventsInScope(sql, scope)})`;
};

const seriesInScope = (sql: AnySql, scope: Scope): Fragment =>
  isWhole(scope)
    ? sql``
    : sql`and exists (
        select from event_entries where series_slugs @> array[series.slug] ${eventsInScope(sql, scope)}
      )`;
