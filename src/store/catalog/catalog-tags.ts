/** Tags and series by their latest listing: those of events in scope, and all of them for operators. */
import type { CatalogSeries, CatalogTag } from "../../core/markets/catalog.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { Scope, SinceHour } from "./catalog-records.ts";
import { eventsInScope, isWhole } from "./search/scope-terms.ts";
import { isStatistic, sumSeriesStatistic } from "./series.ts";
import { totalVolume } from "./catalog-rankings.ts";

type Page = { readonly scope: Scope; readonly offset: number; readonly limit: number };

/** Sort orders of tags, each with the field of the listing; 24-hour volume of their events has none. */
export const TAG_ORDERS = {
  id: "id",
  label: "label",
  slug: "slug",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
  volume24hr: "",
} as const;

type TagPage = Page & {
  readonly order: readonly (keyof typeof TAG_ORDERS)[];
  readonly ascending: boolean;
  readonly since: SinceHour;
};

/** Lists a page of tags. Ties are in order of id, in the same direction. */
export async function listTags(sql: AnySql, page: TagPage): Promise<CatalogTag[]> {
  const { scope, offset, limit, order } = page;
  const isByVolume = order.includes("volume24hr");
  const rows = await sql<{ content: CatalogTag }[]>`
    select content from tags ${isByVolume ? sql`left join (${tradedTags(sql, page)}) as traded using (id)` : sql``}
    where true ${tagsInScope(sql, scope)}
    order by ${inOrder(
      sql,
      order.map((name) =>
        name === "volume24hr" ? sql`coalesce(volume_24h, 0)` : sortKeyExpression(sql, TAG_ORDERS[name]),
      ),
      page,
    )}
    limit ${limit} offset ${offset}`;
  return rows.map(({ content }) => content);
}

/** Sums the volume of the events of each tag. */
const tradedTags = (sql: AnySql, { since }: TagPage): Fragment => sql`
  select unnest(tag_ids) as id, ${totalVolume(sql)} as volume_24h
  from market_volumes join event_entries using (event) where hour >= ${since} group by 1`;

/** An id, or a slug, which several records may have; `undefined` names none. */
type RecordKey = { readonly id: number } | { readonly slug: string } | undefined;

const namedBy = (sql: AnySql, key: NonNullable<RecordKey>): Fragment =>
  "id" in key ? sql`id = ${key.id}` : sql`slug = ${key.slug}`;

/** Finds the tag with this id, or the first with this slug. */
export async function findTag(sql: AnySql, key: RecordKey, scope: Scope): Promise<CatalogTag | undefined> {
  if (key === undefined) return undefined;
  const [row] = await sql<{ content: CatalogTag }[]>`
    select content from tags where ${namedBy(sql, key)} ${tagsInScope(sql, scope)} order by id limit 1`;
  return row?.content;
}

/** Sort orders of series, each with the field of the listing. */
export const SERIES_ORDERS = {
  id: "id",
  slug: "slug",
  ticker: "ticker",
  title: "title",
  seriesType: "seriesType",
  recurrence: "recurrence",
  active: "active",
  closed: "closed",
  archived: "archived",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
  startDate: "createdAt",
  volume: "volume",
  volume24hr: "volume24h",
  liquidity: "liquidity",
  // Sort orders by values that are equal for all series.
  commentCount: "id",
} as const;

type SeriesPage = Page & {
  readonly slugs?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
  readonly closed?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly recurrence?: string | undefined;
  readonly order: readonly (keyof typeof SERIES_ORDERS)[];
  readonly ascending: boolean;
  readonly since: SinceHour;
};

/** Lists a page of series. Ties are in order of id, in the same direction. */
export async function listSeries(sql: AnySql, page: SeriesPage): Promise<CatalogSeries[]> {
  const { scope, slugs, active, closed, archived, recurrence, offset, limit } = page;
  const flagged = (name: string, flag: boolean | undefined): Fragment =>
    flag === undefined ? sql`` : sql`and (content ->> ${name}::text)::boolean = ${flag}`;
  const rows = await sql<{ content: CatalogSeries }[]>`
    select content from series where true ${seriesInScope(sql, scope)}
      ${slugs === undefined ? sql`` : sql`and slug = any(${slugs as string[]}::text[])`}
      ${flagged("active", active)} ${flagged("closed", closed)} ${flagged("archived", archived)}
      ${recurrence === undefined ? sql`` : sql`and content ->> 'recurrence' = ${recurrence}`}
    order by ${inOrder(
      sql,
      page.order.map((name) => seriesKey(sql, SERIES_ORDERS[name], page)),
      page,
    )}
    limit ${limit} offset ${offset}`;
  return rows.map(({ content }) => content);
}

const seriesKey = (sql: AnySql, field: string, { since }: SeriesPage): Fragment =>
  isStatistic(field)
    ? sumSeriesStatistic(sql, field, { slug: sql`series.slug`, since })
    : sortKeyExpression(sql, field);

/** Sorts by keys; ties are in order of id in the same direction. */
const inOrder = (
  sql: AnySql,
  keys: readonly Fragment[],
  { ascending }: { readonly ascending: boolean },
): Fragment => {
  const direction = ascending ? sql`asc` : sql`desc`;
  return [...keys, sql`id`]
    .map((key) => sql`${key} ${direction}`)
    .reduce((before, one) => sql`${before}, ${one}`);
};

/** Builds the sort key of a field: text, or an instant for dates; rows without the field come first. */
function sortKeyExpression(sql: AnySql, field: string): Fragment {
  if (field === "id") return sql`id`;
  const text = sql`coalesce(content ->> ${field}::text, '')`;
  const key = field.endsWith("At") ? sql`rtrim(${text}, 'Z0.')` : text;
  return sql`${key} collate "C"`;
}

/** Finds the series with this id, or the first with this slug. */
export async function findSeries(
  sql: AnySql,
  key: RecordKey,
  scope: Scope,
): Promise<CatalogSeries | undefined> {
  if (key === undefined) return undefined;
  const [row] = await sql<{ content: CatalogSeries }[]>`
    select content from series where ${namedBy(sql, key)} ${seriesInScope(sql, scope)} order by id limit 1`;
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

// Tags that share events with another tag, by number of shared events.

/** Events that count: current, closed, or all. */
type RelatedStatus = "active" | "closed" | "all";

type RelatedTagQuery = {
  readonly tagId: number;
  readonly status: RelatedStatus;
  /** True to leave out tags that share no event of the status. */
  readonly omitsEmpty: boolean;
  readonly scope: Scope;
  readonly limit: number;
};

/** Maximum number of events counted, the latest: a tag may be on every event. */
const MAX_EVENTS = 10_000;

/** Lists tags that share an event of any status, by number of shared events of the requested status, then by id. */
export async function listRelatedTags(sql: AnySql, query: RelatedTagQuery): Promise<CatalogTag[]> {
  const { tagId, status, omitsEmpty, scope, limit } = query;
  const counted = sql`count(*) filter (where ${statusPredicate(sql, status)})`;
  const rows = await sql<{ content: CatalogTag }[]>`
    select content
    from (
      select related, ${counted} as shared
      from (
        select active, closed, tag_ids from event_entries
        where tag_ids @> ${[tagId]}::bigint[]
          ${eventsInScope(sql, scope)}
        order by event desc limit ${MAX_EVENTS}
      ) as latest cross join unnest(tag_ids) as related
      where related <> ${tagId}
      group by related ${omitsEmpty ? sql`having ${counted} > 0` : sql``}
      order by shared desc, related limit ${limit}
    ) as ranked
    join tags on tags.id = related
    order by shared desc, related`;
  return rows.map(({ content }) => content);
}

function statusPredicate(sql: AnySql, status: RelatedStatus): Fragment {
  switch (status) {
    case "active":
      return sql`active and not closed`;
    case "closed":
      return sql`closed`;
    case "all":
      return sql`true`;
  }
}
