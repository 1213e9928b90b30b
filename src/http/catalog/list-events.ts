/** GET /events: events that the filters leave, a page of them. */
import { Type } from "typebox";
import { EVENT_ORDERS, listEvents as listEventRecords } from "../../store/catalog-events.ts";
import type { EventOrder } from "../../store/catalog-events.ts";
import { endpoint } from "../endpoint.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { listedEventSchema } from "./event-schema.ts";
import { listedEvents } from "./listed-events.ts";
import {
  Creator,
  FlagParameters,
  orderParameters,
  PageParameters,
  readTag,
  TagParameters,
} from "./parameters.ts";
import { badParameter } from "./refusal.ts";
import { readCatalog } from "./scope.ts";

export const listEvents = endpoint({
  method: "GET",
  path: "/events",
  summary: "List events",
  query: Type.Object({
    ...PageParameters,
    ...FlagParameters,
    ...TagParameters,
    series_slug: Type.Optional(Type.String({ description: "Slug of a series of the event" })),
    slug: Type.Optional(Type.String({ description: "Slug of the event" })),
    ...orderParameters(EVENT_ORDERS),
    creator: Creator,
  }),
  answer: (dialect) => Type.Array(listedEventSchema(dialect)),
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const { query, dialect } = call;
    const { order = "id" } = query;
    const ascending = query.order === undefined || query.ascending;
    if (!isEventOrder(order)) return badParameter("order", dialect);
    const tagSlug = readTag(query);
    if (tagSlug === false) return badParameter("tag", dialect);
    const { active, closed, archived, tag_id: tagId, series_slug: seriesSlug, slug, offset, limit } = query;
    return readCatalog(call, async (reading) => {
      const { sql, scope, since } = reading;
      const filter = { active, closed, archived, tagId, tagSlug, seriesSlug, slug, scope };
      const events = await listEventRecords(sql, { filter, order, ascending, offset, limit, since });
      return { body: await listedEvents(events, dialect, reading) };
    });
  },
});

const isEventOrder = (name: string): name is EventOrder => Object.hasOwn(EVENT_ORDERS, name);
