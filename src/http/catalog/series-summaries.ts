/** GET /series-summary/{id} and /series-summary/slug/{slug}: a series with the days of its events. */
import { Type } from "typebox";
import type { CatalogSeries } from "../../core/catalog.ts";
import { findSeries, listSeries } from "../../store/catalog/catalog-tags.ts";
import { listSeriesDays } from "../../store/catalog/series-days.ts";
import type { SeriesDay } from "../../store/catalog/series-days.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { OptionalText } from "./optional-fields.ts";
import { Creator, NumericId, rowId, Slug } from "./parameters.ts";
import { present } from "./present.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Day = Type.String({ description: "The date only" });

const SeriesSummary = Type.Object({
  id: Type.String(),
  title: OptionalText,
  slug: OptionalText,
  eventDates: Type.Array(Day, { description: "Days on which its events end, the earliest first" }),
  eventWeeks: Type.Array(Type.Never(), { maxItems: 0, description: "Events have no weeks" }),
  earliest_open_date: Type.Optional(
    Type.String({ description: "The earliest of these days with an event that is not over" }),
  ),
});

const SHARED = {
  method: "GET",
  dialects: ["polymarket"],
  group: SERIES,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ creator: Creator }),
  answer: SeriesSummary,
  maxAgeSeconds: TRADED_SECONDS,
} as const;

export const getSeriesSummary = uncodedOperation({
  ...SHARED,
  path: "/series-summary/:id",
  summary: "Get the days of a series by its id",
  params: NumericId,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const id = rowId(call.params.id);
      const series = id === undefined ? undefined : await findSeries(reading.sql, { id }, reading.scope);
      return series === undefined ? notFoundBy("id") : { body: await readSummary(series, reading) };
    }),
});

export const getSeriesSummaryBySlug = uncodedOperation({
  ...SHARED,
  path: "/series-summary/slug/:slug",
  summary: "Get the days of a series by its slug",
  params: Slug,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const first = { order: ["id"], ascending: true, offset: 0, limit: 1 } as const;
      const named = { slugs: [call.params.slug], scope: reading.scope, since: reading.since, ...first };
      const [series] = await listSeries(reading.sql, named);
      return series === undefined ? notFoundBy("slug") : { body: await readSummary(series, reading) };
    }),
});

async function readSummary(series: CatalogSeries, { sql, scope }: CatalogRead) {
  return summaryOf(series, await listSeriesDays(sql, series.slug, scope));
}

const summaryOf = (series: CatalogSeries, days: readonly SeriesDay[]): Type.Static<typeof SeriesSummary> => ({
  id: series.id,
  ...present({ title: series.title, slug: series.slug }),
  eventDates: days.map(({ day }) => day),
  eventWeeks: [],
  ...present({ earliest_open_date: days.find(({ isOpen }) => isOpen)?.day }),
});
