/** GET /cards: events with no more than a list of them shows, page after page by a cursor. */
import { Type } from "typebox";
import { EVENT_ORDERS, listEvents } from "../../store/catalog/catalog-events.ts";
import type { EventRecord } from "../../store/catalog/catalog-records.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { pageLimit } from "../page-limit.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { cardsOf } from "./card-records.ts";
import { Card, MarketsOfCard } from "./card-schema.ts";
import { EventFilterParameters } from "./event-filter.ts";
import { EVENTS } from "./groups.ts";
import { KeysetParameters, NextCursor, readKeysetPage } from "./keyset.ts";
import { Creator, orderParameters } from "./parameters.ts";
import { readEventList } from "./read-event-list.ts";
import { badParameter } from "./refusal.ts";

const MOST_CARDS = 100;

export const listCards = uncodedOperation({
  method: "GET",
  path: "/cards",
  summary: "List events in short, with the likeliest of their markets",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({
    limit: pageLimit({ default: 24, maximum: MOST_CARDS }),
    after_cursor: KeysetParameters.after_cursor,
    markets: MarketsOfCard,
    ...EventFilterParameters.properties,
    ...orderParameters(EVENT_ORDERS),
    creator: Creator,
  }),
  answer: Type.Object({ cards: Type.Array(Card), next_cursor: NextCursor }),
  strict: true,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(call, async (list, reading) => {
      const { query, dialect } = call;
      const page = await readKeysetPage({
        query,
        order: list.order.join(),
        keys: [({ content }: EventRecord) => Number(content.id)],
        read: (place) => listEvents(reading.sql, { ...list, ...place }),
      });
      if (page === undefined) return badParameter("after_cursor", dialect);
      return { body: { cards: await cardsOf(page.rows, query.markets, reading), ...page.next } };
    }),
});
