/** Names for what operators create: numbers and slugs that nothing in the catalog has, read while nobody else lists. */
import type { CatalogEvent, CatalogTag } from "../../core/catalog.ts";
import type { AnySql } from "../sql/database.ts";

/** Created things count up in a block of their own, far above what imported catalogs count to. */
const FIRST_ID = 1_000_000_001;
const LAST_ID = 1_999_999_999;

type NumberedTable = "events" | "markets" | "tags";

/** The number above the highest that has one in the block. */
export async function nextId(sql: AnySql, table: NumberedTable): Promise<number> {
  const [row] = await sql<{ next: number }[]>`
    select coalesce(max(id) + 1, ${FIRST_ID}) as next from ${sql(table)}
    where id between ${FIRST_ID} and ${LAST_ID}`;
  return row?.next ?? FIRST_ID;
}

/** The first of the slugs that is free; `undefined` when all are taken. */
export async function firstFreeSlug(
  sql: AnySql,
  table: "events" | "markets",
  slugs: readonly string[],
): Promise<string | undefined> {
  const rows = await sql<{ slug: string }[]>`
    select slug from ${sql(table)} where slug = any(${slugs as string[]}::text[])`;
  const taken = new Set(rows.map(({ slug }) => slug));
  return slugs.find((slug) => !taken.has(slug));
}

/** The events with this number or this slug, those with the number first. */
export async function findEventContent(sql: AnySql, term: string): Promise<CatalogEvent | undefined> {
  const id = /^[1-9]\d{0,15}$/.test(term) ? term : null;
  const [row] = await sql<{ content: CatalogEvent }[]>`
    select content from events where id = ${id}::bigint or slug = ${term} order by id <> ${id}::bigint limit 1`;
  return row?.content;
}

export async function listQuestionIds(sql: AnySql, eventId: string): Promise<readonly string[]> {
  const rows = await sql<{ questionId: string }[]>`
    select content ->> 'questionId' as "questionId" from markets where event_id = ${eventId}::bigint`;
  return rows.map(({ questionId }) => questionId);
}

type OptionNames = { readonly question: string; readonly label: string | undefined };

/** Names and questions of an event's markets, archived ones left out. */
export async function listOptionNames(sql: AnySql, eventId: string): Promise<readonly OptionNames[]> {
  const rows = await sql<{ question: string; label: string | null }[]>`
    select content ->> 'question' as question, content ->> 'groupItemTitle' as label
    from markets join market_entries on market = no
    where event_id = ${eventId}::bigint and not archived`;
  return rows.map(({ question, label }) => ({ question, label: label ?? undefined }));
}

/** Slug of the event's market that resolved to its first outcome. */
export async function findWinner(sql: AnySql, eventId: string): Promise<string | undefined> {
  const [row] = await sql<{ slug: string }[]>`
    select slug from markets join market_states on market = no
    where event_id = ${eventId}::bigint and negative_risk and payout = '{1,0}' limit 1`;
  return row?.slug;
}

/** Lists tags by slug; of several tags with one slug, the one with the lowest number. */
export async function listTagsBySlug(sql: AnySql, slugs: readonly string[]): Promise<readonly CatalogTag[]> {
  const rows = await sql<{ content: CatalogTag }[]>`
    select distinct on (slug) content from tags where slug = any(${slugs as string[]}::text[]) order by slug, id`;
  return rows.map(({ content }) => content);
}
