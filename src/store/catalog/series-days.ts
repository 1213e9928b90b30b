/** Days on which the events of a series end. */
import type { AnySql } from "../sql/database.ts";
import type { Scope } from "./catalog-records.ts";
import { eventsInScope } from "./scope-terms.ts";

export type SeriesDay = {
  /** A date such as 2026-12-31. */
  readonly day: string;
  /** True if an event that ends then is not over. */
  readonly isOpen: boolean;
};

/** Lists each day once, the earliest first; events without an end have none. */
export const listSeriesDays = (sql: AnySql, slug: string, scope: Scope): Promise<SeriesDay[]> =>
  sql<SeriesDay[]>`
    select left(end_date, 10) as day, bool_or(not closed) as "isOpen"
    from event_entries
    where series_slugs @> ${[slug]}::text[] and end_date > ''
      ${eventsInScope(sql, scope)}
    group by day order by day`;
