/** GET /series: the series of the catalog. */
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { listSeries as listSeriesContents, SERIES_ORDERS } from "../../store/catalog/catalog-tags.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { SERIES } from "./groups.ts";
import { refuseOtherKind } from "./other-kinds.ts";
import {
  Creator,
  nothingToAdd,
  orderParameters,
  PageParameters,
  readOrder,
  Recurrence,
  TextList,
} from "./parameters.ts";
import { badParameter } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { seriesRecord } from "./tag-record.ts";
import { seriesSchema } from "./tag-schema.ts";

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
  limits: [],
  query: Type.Object({
    ...PageParameters,
    slug: TextList("Slugs"),
    closed: Type.Optional(Type.Boolean({ description: "Only those that are over, or that are not" })),
    recurrence: Recurrence,
    include_chat: nothingToAdd("chats"),
    exclude_events: ExcludeEvents,
    ...orderParameters(SERIES_ORDERS),
    creator: Creator,
  }),
  answer: (dialect) => Type.Array(seriesSchema(dialect)),
  maxAgeSeconds: LABEL_SECONDS,
  handle: async (call) => {
    const refused = refuseOtherKind(call.query, call.dialect);
    if (refused !== undefined) return refused;
    const order = readOrder(call.query, SERIES_ORDERS);
    if (order === undefined) return badParameter("order", call.dialect);
    return readCatalog(call, async (reading) => {
      const { offset, limit, slug: slugs, closed, recurrence } = call.query;
      const series = await listSeriesContents(reading.sql, {
        scope: reading.scope,
        slugs,
        closed,
        recurrence,
        ...order,
        offset,
        limit,
      });
      return { body: series.map((one) => seriesRecord(one, call.dialect)) };
    });
  },
});
