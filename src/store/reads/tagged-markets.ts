/** Markets by the tags of their events. */
import type { AnySql, Fragment } from "../sql/database.ts";

/** The numbers of the markets whose events have one of these tags, as an array. */
export const taggedMarkets = (sql: AnySql, tagSlugs: readonly string[]): Fragment => sql`
  array(
    select no from markets
    where event_id in (select event from event_entries where tag_slugs && ${tagSlugs as string[]}::text[])
  )`;
