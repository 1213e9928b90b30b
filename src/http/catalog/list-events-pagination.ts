/** GET /events/pagination: the list of events with how many there are. */
import { Type } from "typebox";
import { countEvents, listEvents } from "../../store/catalog/catalog-events.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { listedEventSchema } from "./event-schema.ts";
import { EVENTS } from "./groups.ts";
import { listedEvents } from "./listed-events.ts";
import { ListPageParameters, readListPage } from "./parameters.ts";
import { EventListParameters, readEventList } from "./read-event-list.ts";

export const listEventsPagination = uncodedOperation({
  method: "GET",
  path: "/events/pagination",
  summary: "List events with their number",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...ListPageParameters, ...EventListParameters.properties }),
  answer: (dialect) =>
    Type.Object({
      data: Type.Array(listedEventSchema(dialect)),
      pagination: Type.Object({
        hasMore: Type.Boolean({ description: "Whether more events follow" }),
        totalResults: Type.Integer({ description: "Events that the filters leave" }),
      }),
    }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(call, async (list, reading) => {
      const { offset, limit } = readListPage(call.query);
      const total = await countEvents(reading.sql, list.filter);
      const events = await listEvents(reading.sql, { ...list, offset, limit });
      const data = await listedEvents(events, call.dialect, reading);
      return { body: { data, pagination: { hasMore: offset + limit < total, totalResults: total } } };
    }),
});
