/** Series of events: one by id or slug, all series, and their rounds. */
import { Type } from "typebox";
import type { CatalogSeries } from "../../core/markets/catalog.ts";
import {
  SERIES_ORDERS,
  findSeries,
  listSeries as listSeriesContents,
} from "../../store/catalog/catalog-tags.ts";
import { listSeriesDays } from "../../store/catalog/series.ts";
import type { SeriesDay } from "../../store/catalog/series.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { isErrorResponse } from "../operation/error-format.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { ABSENT_SERIES_FILTERS, UNUSED_SERIES_PARAMETERS, asksForNone } from "./event-lists.ts";
import { SERIES } from "./groups.ts";
import { rejectOtherKind } from "./named-records.ts";
import {
  Creator,
  FlagParameters,
  ListPageParameters,
  NumericId,
  Recurrence,
  Slug,
  TextList,
  nothingToAdd,
  orderParameters,
  readListPage,
  readOrder,
  rowId,
} from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";
import { readSeriesStatisticsByDialect, seriesRecord, seriesSchema } from "./tags.ts";
import { OptionalText, present } from "./texts.ts";

// GET /series-summary/{id} and /series-summary/slug/{slug}: a series with the dates of its events.

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
      const [series] = await listSeriesContents(reading.sql, named);
      return series === undefined ? notFoundBy("slug") : { body: await readSummary(series, reading) };
    }),
});

async function readSummary(series: CatalogSeries, { sql, scope }: CatalogRead) {
  return describeSummary(series, await listSeriesDays(sql, series.slug, scope));
}

const describeSummary = (
  series: CatalogSeries,
  days: readonly SeriesDay[],
): Type.Static<typeof SeriesSummary> => ({
  id: series.id,
  ...present({ title: series.title, slug: series.slug }),
  eventDates: days.map(({ day }) => day),
  eventWeeks: [],
  ...present({ earliest_open_date: days.find(({ isOpen }) => isOpen)?.day }),
});

/** GET /series/{id}: one series. */
export const getSeries = uncodedOperation({
  method: "GET",
  path: "/series/:id",
  summary: "Get a series by its id",
  group: SERIES,
  limits: ONLY_INTERFACE_LIMIT,
  params: NumericId,
  query: Type.Object({ creator: Creator }),
  answer: seriesSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const id = rowId(call.params.id);
      const series = id === undefined ? undefined : await findSeries(reading.sql, { id }, reading.scope);
      if (series === undefined) return notFoundBy("id");
      return {
        body: seriesRecord(
          series,
          call.dialect,
          await readSeriesStatisticsByDialect([series], call.dialect, reading),
        ),
      };
    }),
});

/** GET /series/slug/{slug}: one series. */
export const getSeriesBySlug = uncodedOperation({
  method: "GET",
  path: "/series/slug/:slug",
  summary: "Get a series by its slug",
  group: SERIES,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ creator: Creator }),
  answer: seriesSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { sql, scope, since } = reading;
      const [series] = await listSeriesContents(sql, {
        scope,
        since,
        slugs: [call.params.slug],
        order: ["id"],
        ascending: true,
        offset: 0,
        limit: 1,
      });
      if (series === undefined) return notFoundBy("slug");
      return {
        body: seriesRecord(
          series,
          call.dialect,
          await readSeriesStatisticsByDialect([series], call.dialect, reading),
        ),
      };
    }),
});

const ExcludeEvents = onlyIn(
  SERVICES,
  Type.Optional(
    Type.Boolean({ description: "Series are listed without their events, so that nothing changes" }),
  ),
);

/** GET /series: the series of the catalog. */
export const listSeries = uncodedOperation({
  method: "GET",
  path: "/series",
  summary: "List series",
  group: SERIES,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    ...ListPageParameters,
    slug: TextList("Slugs"),
    active: onlyIn(["polymarket"], FlagParameters.active),
    closed: FlagParameters.closed,
    archived: onlyIn(["polymarket"], FlagParameters.archived),
    ...ABSENT_SERIES_FILTERS,
    ...UNUSED_SERIES_PARAMETERS,
    recurrence: Recurrence,
    include_chat: nothingToAdd("chats"),
    exclude_events: ExcludeEvents,
    ...orderParameters(SERIES_ORDERS),
    creator: Creator,
  }),
  answer: (dialect) => Type.Array(seriesSchema(dialect)),
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const refused = rejectOtherKind(call.query, call.dialect);
    if (refused !== undefined) return refused;
    const order = readOrder(call.query, SERIES_ORDERS, call.dialect);
    if (isErrorResponse(order)) return order;
    return readCatalog(call, async (reading) => {
      const { slug: slugs, active, closed, archived, recurrence } = call.query;
      const series = await listSeriesContents(reading.sql, {
        scope: reading.scope,
        slugs: asksForNone(call.query, ABSENT_SERIES_FILTERS) ? [] : slugs,
        active,
        closed,
        archived,
        recurrence,
        since: reading.since,
        ...order,
        ...readListPage(call.query),
      });
      const figures = await readSeriesStatisticsByDialect(series, call.dialect, reading);
      return { body: series.map((one) => seriesRecord(one, call.dialect, figures)) };
    });
  },
});
