/** GET /events/{id}: one event with its markets. */
import { Type } from "typebox";
import { findEvent } from "../../store/catalog/catalog-events.ts";
import { listMarketsOfEvents } from "../../store/catalog/catalog-markets.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { fullEvent } from "./event-record.ts";
import { EventAdditions } from "./event-additions.ts";
import { fullEventSchema } from "./event-schema.ts";
import { EVENTS } from "./groups.ts";
import { Creator, NumericId, rowId } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";

export const getEvent = uncodedOperation({
  method: "GET",
  path: "/events/:id",
  summary: "Get an event by its id",
  group: EVENTS,
  limits: [],
  params: NumericId,
  query: Type.Object({ ...EventAdditions, creator: Creator }),
  answer: fullEventSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { sql } = reading;
      const id = rowId(call.params.id);
      const event = id === undefined ? undefined : await findEvent(sql, { id }, reading);
      if (event === undefined || id === undefined) return notFoundBy("id");
      const markets = await listMarketsOfEvents(sql, [id], reading);
      return { body: fullEvent(event, markets, call.dialect) };
    }),
});
