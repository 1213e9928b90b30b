/** Slugs near a mistyped one, which refusals suggest. */
import type { Sql } from "../sql/database.ts";

/** Slugs of each probe: the work is the same however many events and markets there are. */
const PROBED = 100;

/**
 * Lists a bounded number of slugs: the first ones, which are all of a small exchange, and those on both sides of the text in
 * their order, which share its beginning.
 */
export async function listSlugsNear(
  sql: Sql,
  table: "events" | "markets",
  text: string,
): Promise<readonly string[]> {
  const rows = await sql<{ slug: string }[]>`
    (select slug from ${sql(table)} order by slug limit ${PROBED})
    union all (select slug from ${sql(table)} where slug > ${text} order by slug limit ${PROBED})
    union all (select slug from ${sql(table)} where slug < ${text} order by slug desc limit ${PROBED})`;
  return rows.map(({ slug }) => slug);
}
