/** GET /events/{id}: one event with its markets. */
import { Type } from "typebox";
import { listMarketsOfEvents } from "../../store/catalog/catalog-markets.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { fullEvent } from "./event-record.ts";
import { EventAdditions } from "./event-additions.ts";
import { fullEventSchema } from "./event-schema.ts";
import { EVENTS } from "./groups.ts";
import { EventId, findEventNamed, noEvent } from "./named-event.ts";
import { Creator } from "./parameters.ts";
import { readCatalog } from "./scope.ts";
import { figuresOfSeries } from "./tag-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getEvent = uncodedOperation({
  method: "GET",
  path: "/events/:id",
  summary: "Get an event by its id, or a market's",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: EventId,
  query: Type.Object({ ...EventAdditions, creator: Creator }),
  answer: fullEventSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const event = await findEventNamed(call.context, call.params.id, reading);
      if (event === undefined) return noEvent(call.params.id, call.dialect, reading);
      const markets = await listMarketsOfEvents(reading.sql, [Number(event.content.id)], reading);
      const series = await figuresOfSeries(event.content.series, call.dialect, reading);
      return { body: fullEvent(event, { markets, series }, call.dialect) };
    }),
});
