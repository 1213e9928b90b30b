/** GET /events/results: events of games that are over. Scores are not known. */
import { isRefused } from "../refusal-form.ts";
import { Type } from "typebox";
import { EVENT_ORDERS, listEvents } from "../../store/catalog/catalog-events.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { listedEventSchema } from "./event-schema.ts";
import { EVENTS } from "./groups.ts";
import { listedEvents } from "./listed-events.ts";
import { Creator, orderParameters, ListPageParameters, readListPage, readOrder } from "./parameters.ts";

import { readList } from "./scope.ts";

/** Date key before all others: a game starts at any time, but does. */
const EVER = "";

export const listEventResults = uncodedOperation({
  method: "GET",
  path: "/events/results",
  dialects: ["polymarket"],
  summary: "List events of games that are over",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...ListPageParameters, ...orderParameters(EVENT_ORDERS), creator: Creator }),
  answer: (dialect) => Type.Array(listedEventSchema(dialect)),
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const order = readOrder(call.query, EVENT_ORDERS, call.dialect);
    if (isRefused(order)) return order;
    const { offset, limit } = readListPage(call.query);
    return readList(call, async (reading) => {
      const filter = { closed: true, startTimeMin: EVER, scope: reading.scope };
      const events = await listEvents(reading.sql, { filter, ...order, since: reading.since, offset, limit });
      return { body: await listedEvents(events, call.dialect, reading) };
    });
  },
});
