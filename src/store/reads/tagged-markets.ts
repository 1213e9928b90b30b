/** Markets by the tags of their events. */
import type { AnySql, Fragment } from "../sql/database.ts";

/** The numbers of the markets whose events have one of these tags, as an array. */
export const taggedMarkets = (sql: AnySql, tagSlugs: readonly string[]): Fragment => sql`
  array(
    select no from markets
    where event_id in (select event from event_entries where tag_slugs && ${tagSlugs as string[]}::text[])
  )`;

/** The numbers of the markets whose events have this tag; `undefined` where no tag has the slug. */
export async function findTaggedMarkets(sql: AnySql, slug: string): Promise<number[] | undefined> {
  const [{ known, markets }] = await sql<[{ known: boolean; markets: number[] }]>`
    select exists (select from tags where slug = ${slug}) as known, ${taggedMarkets(sql, [slug])} as markets`;
  return known ? markets : undefined;
}
