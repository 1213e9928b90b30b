/** Tags that stand on the same events as another, by the number of these events. */
import type { CatalogTag } from "../../core/catalog.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { Scope } from "./catalog-records.ts";
import { eventsInScope } from "./scope-terms.ts";

/** Events that count: those that go on, those that are over, or all. */
export type RelatedStatus = "active" | "closed" | "all";

export type RelatedTagQuery = {
  readonly tagId: number;
  readonly status: RelatedStatus;
  /** Leaves out tags that share no event of the status. */
  readonly omitsEmpty: boolean;
  readonly scope: Scope;
  readonly limit: number;
};

/** Events that are counted, the latest: a tag may be on all there are. */
const MOST_EVENTS = 10_000;

/** Lists tags with a shared event of any status, those with the most of the asked status first, then by id. */
export async function listRelatedTags(sql: AnySql, query: RelatedTagQuery): Promise<CatalogTag[]> {
  const { tagId, status, omitsEmpty, scope, limit } = query;
  const counted = sql`count(*) filter (where ${statusTerm(sql, status)})`;
  const rows = await sql<{ content: CatalogTag }[]>`
    select content
    from (
      select related, ${counted} as shared
      from (
        select active, closed, tag_ids from event_entries
        where tag_ids @> ${[tagId]}::bigint[]
          ${eventsInScope(sql, scope)}
        order by event desc limit ${MOST_EVENTS}
      ) as latest cross join unnest(tag_ids) as related
      where related <> ${tagId}
      group by related ${omitsEmpty ? sql`having ${counted} > 0` : sql``}
      order by shared desc, related limit ${limit}
    ) as ranked
    join tags on tags.id = related
    order by shared desc, related`;
  return rows.map(({ content }) => content);
}

function statusTerm(sql: AnySql, status: RelatedStatus): Fragment {
  switch (status) {
    case "active":
      return sql`active and not closed`;
    case "closed":
      return sql`closed`;
    case "all":
      return sql`true`;
  }
}
