/** Days and statistics of series. */
import type { AnySql, Fragment } from "../sql/database.ts";
import type { Statistics, Scope, SinceHour } from "./catalog-records.ts";
import { eventsInScope } from "./search/scope-terms.ts";
import { cappedSum, totalVolume } from "./catalog-rankings.ts";

// End dates of the events of a series.

export type SeriesDay = {
  /** A date such as 2026-12-31. */
  readonly day: string;
  /** True if an event that ends on this day is not closed. */
  readonly isOpen: boolean;
};

/** Lists each day once, earliest first; events without an end date have none. */
export const listSeriesDays = (sql: AnySql, slug: string, scope: Scope): Promise<SeriesDay[]> =>
  sql<SeriesDay[]>`
    select left(end_date, 10) as day, bool_or(not closed) as "isOpen"
    from event_entries
    where series_slugs @> ${[slug]}::text[] and end_date > ''
      ${eventsInScope(sql, scope)}
    group by day order by day`;

// Statistics of series: sums over their events.

const STATISTICS = ["volume", "volume24h", "liquidity"] as const satisfies readonly (keyof Statistics)[];

export const isStatistic = (name: string): name is keyof Statistics =>
  STATISTICS.some((figure) => figure === name);

/** Sums a statistic of the series with this slug. */
export function sumSeriesStatistic(
  sql: AnySql,
  figure: keyof Statistics,
  { slug, since }: { readonly slug: Fragment; readonly since: SinceHour },
): Fragment {
  const isOwn = sql`series_slugs @> array[${slug}]`;
  return figure === "volume24h"
    ? sql`(
        select ${totalVolume(sql)} from event_entries join market_volumes using (event)
        where ${isOwn} and hour >= ${since}
      )`
    : sql`(
        select ${cappedSum(sql, sql`event_figures.${sql(figure)}`)}
        from event_entries join event_figures using (event) where ${isOwn}
      )`;
}

/** Reads the statistics of series by slug. */
export async function readSeriesStatistics(
  sql: AnySql,
  slugs: readonly string[],
  since: SinceHour,
): Promise<ReadonlyMap<string, Statistics>> {
  if (slugs.length === 0) return new Map();
  const within = { slug: sql`named.slug`, since };
  const sumOf = (figure: keyof Statistics): Fragment => sumSeriesStatistic(sql, figure, within);
  const rows = await sql<(Statistics & { readonly slug: string })[]>`
    select slug, ${sumOf("volume")} as volume, ${sumOf("volume24h")} as "volume24h", ${sumOf("liquidity")} as liquidity
    from unnest(${[...new Set(slugs)]}::text[]) as named (slug)`;
  return new Map(rows.map(({ slug, ...figures }) => [slug, figures]));
}
