/** Names for what operators create: unused numbers and slugs, read while no other listing runs. */
import type { CatalogEvent, CatalogTag } from "../../core/markets/catalog.ts";
import type { AnySql } from "../sql/database.ts";

/** First id of created entries: a block of their own, far above the ids of imported catalogs. */
const FIRST_ID = 1_000_000_001;
const LAST_ID = 1_999_999_999;

type NumberedTable = "events" | "markets" | "tags";

/** Returns the number after the highest one in use in the block. */
export async function nextId(sql: AnySql, table: NumberedTable): Promise<number> {
  const [row] = await sql<{ next: number }[]>`
    select coalesce(max(id) + 1, ${FIRST_ID}) as next from ${sql(table)}
    where id between ${FIRST_ID} and ${LAST_ID}`;
  return row?.next ?? FIRST_ID;
}

/** Finds the first free slug; `undefined` if all are taken. */
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

/** Finds the event with this number or slug; the number takes precedence. */
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

/** Lists names and questions of an event's markets, except archived ones. */
export async function listOptionNames(sql: AnySql, eventId: string): Promise<readonly OptionNames[]> {
  const rows = await sql<{ question: string; label: string | null }[]>`
    select content ->> 'question' as question, content ->> 'groupItemTitle' as label
    from markets join market_entries on market = no
    where event_id = ${eventId}::bigint and not archived`;
  return rows.map(({ question, label }) => ({ question, label: label ?? undefined }));
}

/** Finds the condition id of one of the event's negative-risk markets, which all have one version. */
export async function findExclusiveCondition(sql: AnySql, eventId: string): Promise<string | undefined> {
  const [row] = await sql<{ conditionId: string }[]>`
    select condition_id as "conditionId" from markets join market_states on market = no
    where event_id = ${eventId}::bigint and negative_risk limit 1`;
  return row?.conditionId;
}

/** Finds the slug of the event's market that resolved to its first outcome. */
export async function findWinner(sql: AnySql, eventId: string): Promise<string | undefined> {
  const [row] = await sql<{ slug: string }[]>`
    select slug from markets join market_states on market = no
    where event_id = ${eventId}::bigint and negative_risk and payout = '{1,0}' limit 1`;
  return row?.slug;
}

/** Lists tags by slug; of tags with the same slug, the one with the lowest number. */
export async function listTagsBySlug(sql: AnySql, slugs: readonly string[]): Promise<readonly CatalogTag[]> {
  const rows = await sql<{ content: CatalogTag }[]>`
    select distinct on (slug) content from tags where slug = any(${slugs as string[]}::text[]) order by slug, id`;
  return rows.map(({ content }) => content);
}
