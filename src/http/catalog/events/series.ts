/** Series of events: one by id or slug, all series, and their rounds. */
import { Type } from "typebox";
import type { CatalogSeries } from "../../../core/markets/catalog.ts";
import {
  SERIES_ORDERS,
  findSeries,
  listSeries as listSeriesContents,
} from "../../../store/catalog/catalog-tags.ts";
import { listSeriesDays } from "../../../store/catalog/series.ts";
import type { SeriesDay } from "../../../store/catalog/series.ts";
import { onlyIn } from "../../dialects/dialect-parameters.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { TRADED_SECONDS } from "../cache-lifetimes.ts";
import { ABSENT_SERIES_FILTERS, UNUSED_SERIES_PARAMETERS, asksForNone } from "./event-lists.ts";
import { SERIES } from "../groups.ts";
import { byEachName, rejectOtherKind } from "../search/named-records.ts";
import {
  Creator,
  FlagParameters,
  ListPageParameters,
  Recurrence,
  TextList,
  nothingToAdd,
  orderParameters,
  readListPage,
  readOrder,
} from "../parameters.ts";
import { notFoundBy } from "../refusal.ts";
import { readCatalog } from "../scope.ts";
import { SERIES_RECORDS, readSeriesStatisticsByDialect } from "../search/tags.ts";
import { OptionalText, present } from "../texts.ts";

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

export const getSeriesSummary = byEachName((by) =>
  uncodedOperation({
    method: "GET",
    path: `/series-summary/${by.path}`,
    dialects: ["polymarket"],
    summary: `Get the days of a series by its ${by.name}`,
    group: SERIES,
    limits: ONLY_INTERFACE_LIMIT,
    params: by.params,
    query: Type.Object({ creator: Creator }),
    answer: SeriesSummary,
    maxAgeSeconds: TRADED_SECONDS,
    handle: (call) =>
      readCatalog(call, async ({ sql, scope }) => {
        const series = await findSeries(sql, by.keyOf(call.params), scope);
        if (series === undefined) return notFoundBy(by.name);
        return { body: describeSummary(series, await listSeriesDays(sql, series.slug, scope)) };
      }),
  }),
);

/** GET /series/{id} and /series/slug/{slug}: one series. */
export const getSeries = byEachName((by) =>
  uncodedOperation({
    method: "GET",
    path: `/series/${by.path}`,
    summary: `Get a series by its ${by.name}`,
    group: SERIES,
    limits: ONLY_INTERFACE_LIMIT,
    params: by.params,
    query: Type.Object({ creator: Creator }),
    answer: (dialect) => SERIES_RECORDS[dialect].schema,
    maxAgeSeconds: TRADED_SECONDS,
    handle: (call) =>
      readCatalog(call, async (reading) => {
        const content = await findSeries(reading.sql, by.keyOf(call.params), reading.scope);
        if (content === undefined) return notFoundBy(by.name);
        const statistics = await readSeriesStatisticsByDialect([content], call.dialect, reading);
        return { body: SERIES_RECORDS[call.dialect].write({ content, statistics }) };
      }),
  }),
);

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
  answer: (dialect) => Type.Array(SERIES_RECORDS[dialect].schema),
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
      const statistics = await readSeriesStatisticsByDialect(series, call.dialect, reading);
      return {
        body: series.map((content) => SERIES_RECORDS[call.dialect].write({ content, statistics })),
      };
    });
  },
});
