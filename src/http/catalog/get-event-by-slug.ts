/** GET /events/slug/{slug}: one event with its markets. */
import { Type } from "typebox";
import { listMarketsOfEvents } from "../../store/catalog/catalog-markets.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { fullEvent } from "./event-record.ts";
import { EventAdditions } from "./event-additions.ts";
import { fullEventSchema } from "./event-schema.ts";
import { EVENTS } from "./groups.ts";
import { findEventOfSlug } from "./named-event.ts";
import { Creator, Slug } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { figuresOfSeries } from "./tag-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getEventBySlug = uncodedOperation({
  method: "GET",
  path: "/events/slug/:slug",
  summary: "Get an event by its slug",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ ...EventAdditions, creator: Creator }),
  answer: fullEventSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const event = await findEventOfSlug(call.context, call.params.slug, reading);
      if (event === undefined) return notFoundBy("slug");
      const markets = await listMarketsOfEvents(reading.sql, [Number(event.content.id)], reading);
      const series = await figuresOfSeries(event.content.series, call.dialect, reading);
      return { body: fullEvent(event, { markets, series }, call.dialect) };
    }),
});
