/** GET /events: events that the filters leave, a page of them. */
import { Type } from "typebox";
import { listEvents as listEventRecords } from "../../store/catalog/catalog-events.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { listedEventSchema } from "./event-schema.ts";
import { EVENTS } from "./groups.ts";
import { listedEvents } from "./listed-events.ts";
import { ListPageParameters, readListPage } from "./parameters.ts";
import { EventListParameters, readEventList } from "./read-event-list.ts";

export const listEvents = uncodedOperation({
  method: "GET",
  path: "/events",
  summary: "List events",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...ListPageParameters, ...EventListParameters.properties }),
  answer: (dialect) => Type.Array(listedEventSchema(dialect)),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(call, async (list, reading) => {
      const { offset, limit } = readListPage(call.query);
      const events = await listEventRecords(reading.sql, { ...list, offset, limit });
      return { body: await listedEvents(events, call.dialect, reading) };
    }),
});
