/** GET /series: the series of the catalog. */
import { isRefused } from "../refusal-form.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { listSeries as listSeriesContents, SERIES_ORDERS } from "../../store/catalog/catalog-tags.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { refuseOtherKind } from "./other-kinds.ts";
import { ABSENT_OF_SERIES, asksForNone, UNUSED_OF_SERIES } from "./absent-parameters.ts";
import {
  Creator,
  FlagParameters,
  nothingToAdd,
  orderParameters,
  ListPageParameters,
  readListPage,
  readOrder,
  Recurrence,
  TextList,
} from "./parameters.ts";
import { readCatalog } from "./scope.ts";
import { figuresOfSeries, seriesRecord } from "./tag-record.ts";
import { seriesSchema } from "./tag-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const ExcludeEvents = onlyIn(
  SERVICES,
  Type.Optional(
    Type.Boolean({ description: "Series are listed without their events, so that nothing changes" }),
  ),
);

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
    ...ABSENT_OF_SERIES,
    ...UNUSED_OF_SERIES,
    recurrence: Recurrence,
    include_chat: nothingToAdd("chats"),
    exclude_events: ExcludeEvents,
    ...orderParameters(SERIES_ORDERS),
    creator: Creator,
  }),
  answer: (dialect) => Type.Array(seriesSchema(dialect)),
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const refused = refuseOtherKind(call.query, call.dialect);
    if (refused !== undefined) return refused;
    const order = readOrder(call.query, SERIES_ORDERS, call.dialect);
    if (isRefused(order)) return order;
    return readCatalog(call, async (reading) => {
      const { slug: slugs, active, closed, archived, recurrence } = call.query;
      const series = await listSeriesContents(reading.sql, {
        scope: reading.scope,
        slugs: asksForNone(call.query, ABSENT_OF_SERIES) ? [] : slugs,
        active,
        closed,
        archived,
        recurrence,
        since: reading.since,
        ...order,
        ...readListPage(call.query),
      });
      const figures = await figuresOfSeries(series, call.dialect, reading);
      return { body: series.map((one) => seriesRecord(one, call.dialect, figures)) };
    });
  },
});
