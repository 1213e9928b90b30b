/** Tags and series as they were listed last; with a scope only those that an event in scope carries. */
import type { CatalogSeries, CatalogTag } from "../../core/catalog.ts";
import type { AnySql } from "../sql/database.ts";
import type { Scope } from "./catalog-records.ts";

type Page = { readonly scope: Scope; readonly offset: number; readonly limit: number };

/** A page of the tags, in the order of their ids. */
export async function listTags(sql: AnySql, { scope, offset, limit }: Page): Promise<CatalogTag[]> {
  const rows = await sql<{ content: CatalogTag }[]>`
    select content from tags where true ${tagsInScope(sql, scope)} order by id limit ${limit} offset ${offset}`;
  return rows.map(({ content }) => content);
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

/** A page of the series, in the order of their ids. */
export async function listSeries(
  sql: AnySql,
  { scope, slug, offset, limit }: Page & { readonly slug?: string | undefined },
): Promise<CatalogSeries[]> {
  const rows = await sql<{ content: CatalogSeries }[]>`
    select content from series
    where true ${slug === undefined ? sql`` : sql`and slug = ${slug}`} ${seriesInScope(sql, scope)}
    order by id limit ${limit} offset ${offset}`;
  return rows.map(({ content }) => content);
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

const tagsInScope = (sql: AnySql, scope: Scope) =>
  scope === undefined
    ? sql``
    : sql`and id in (select unnest(tag_ids) from event_entries where creators && ${scope as string[]}::text[])`;

const seriesInScope = (sql: AnySql, scope: Scope) =>
  scope === undefined
    ? sql``
    : sql`and slug in (select unnest(series_slugs) from event_entries where creators && ${scope as string[]}::text[])`;
