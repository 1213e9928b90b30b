/** GET /events/keyset: the list of events for who walks through all of it. */
import { Type } from "typebox";
import { listEvents } from "../../store/catalog/catalog-events.ts";
import type { EventRecord } from "../../store/catalog/catalog-records.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { listedEventSchema } from "./event-schema.ts";
import { EVENTS } from "./groups.ts";
import { KeysetParameters, NextCursor, readKeysetPage } from "./keyset.ts";
import { listedEvents } from "./listed-events.ts";
import { EventListParameters, readEventList } from "./read-event-list.ts";
import { badParameter } from "./refusal.ts";

export const listEventsKeyset = uncodedOperation({
  method: "GET",
  path: "/events/keyset",
  summary: "List events, page after page by a cursor",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...KeysetParameters, ...EventListParameters.properties }),
  answer: (dialect) =>
    Type.Object({ events: Type.Array(listedEventSchema(dialect)), next_cursor: NextCursor }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(call, async (list, reading) => {
      const page = await readKeysetPage({
        query: call.query,
        order: list.order.join(),
        keys: [({ content }: EventRecord) => Number(content.id)],
        read: (place) => listEvents(reading.sql, { ...list, ...place }),
      });
      if (page === undefined) return badParameter("after_cursor", call.dialect);
      return { body: { events: await listedEvents(page.rows, call.dialect, reading), ...page.next } };
    }),
});
