/** Events: one by id or slug, lists with three kinds of pagination, tags, changes, results, related events. */
import { Type } from "typebox";
import { instantAt } from "../../../listings/dates.ts";
import { FEE_LIMITS } from "../../../core/markets/market-terms.ts";
import type { FeeSchedule } from "../../../core/markets/market-terms.ts";
import { decimalText } from "../../../core/units.ts";
import {
  EVENT_ORDERS,
  countEvents,
  listEvents as listEventRecords,
  listRelatedEvents,
} from "../../../store/catalog/catalog-events.ts";
import { listEventsMarkets } from "../../../store/catalog/catalog-markets.ts";
import type { EventRecord } from "../../../store/catalog/catalog-records.ts";
import { listListingChanges } from "../../../store/reads/markets.ts";
import type { ListingChange } from "../../../store/reads/markets.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { CATALOG_LIMITS, ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { LABEL_SECONDS, TRADED_SECONDS } from "../cache-lifetimes.ts";
import { Card, CardMarketsParameter, buildCards } from "./cards.ts";
import { EventListParameters, listedEvents, readEventList } from "./event-lists.ts";
import { EventAdditions, FULL_EVENT_RECORDS, LISTED_EVENTS } from "./event-record.ts";
import { EVENTS } from "../groups.ts";
import { KeysetParameters, NextCursor, readKeysetPage } from "../keyset.ts";
import { EventId, findEventNamed, findEventOfSlug, noEvent } from "../search/named-records.ts";
import { noSlug } from "../search/nearest-slug.ts";
import {
  Creator,
  ListPageParameters,
  PageParameters,
  Slug,
  orderParameters,
  readListPage,
  readOrder,
} from "../parameters.ts";
import { withListedVersion } from "../listed-versions.ts";
import { badParameter } from "../refusal.ts";
import { readCatalog, readEventAnswer, readList } from "../scope.ts";
import type { CatalogRead } from "../scope.ts";
import { TAG_RECORDS, readSeriesStatisticsByDialect, showsSeries } from "../search/tags.ts";

async function readFullEvent(event: EventRecord, dialect: Dialect, reading: CatalogRead) {
  const entries = await listEventsMarkets(reading.sql, [Number(event.content.id)], reading);
  const statistics = await readSeriesStatisticsByDialect(event.content.series, dialect, reading);
  const body = FULL_EVENT_RECORDS[dialect].write({ ...event, entries, statistics });
  return { answer: { body }, eventId: showsSeries(event, dialect) ? undefined : event.content.id };
}

/** GET /events/{id}: one event with its markets. */
export const getEvent = uncodedOperation({
  method: "GET",
  path: "/events/:id",
  summary: "Get an event by its id, or a market's",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: EventId,
  query: Type.Object({ ...EventAdditions, creator: Creator }),
  answer: (dialect) => FULL_EVENT_RECORDS[dialect].schema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventAnswer(call, "event", async (reading) => {
      const { id } = call.params;
      const event = await findEventNamed(call.context, id, reading);
      return event === undefined
        ? { answer: await noEvent(id, call.dialect, reading) }
        : readFullEvent(event, call.dialect, reading);
    }),
});

/** GET /events/slug/{slug}: one event with its markets. */
export const getEventBySlug = uncodedOperation({
  method: "GET",
  path: "/events/slug/:slug",
  summary: "Get an event by its slug",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ ...EventAdditions, creator: Creator }),
  answer: (dialect) => FULL_EVENT_RECORDS[dialect].schema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventAnswer(call, "event by slug", async (reading) => {
      const event = await findEventOfSlug(call.context, call.params.slug, reading);
      return event === undefined
        ? { answer: await noSlug(call, "events", reading) }
        : readFullEvent(event, call.dialect, reading);
    }),
});

/** GET /events: events that match the filters, in pages. */
export const listEvents = uncodedOperation({
  method: "GET",
  path: "/events",
  summary: "List events",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...ListPageParameters, ...EventListParameters.properties }),
  answer: (dialect) => Type.Array(LISTED_EVENTS[dialect].schema),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(call, "events", async (list, reading) => {
      const { offset, limit } = readListPage(call.query);
      const events = await listEventRecords(reading.sql, { ...list, offset, limit });
      return { body: await listedEvents(events, call.dialect, reading) };
    }),
});

/** GET /events/keyset: the list of events for clients that read all pages. */
export const listEventsKeyset = uncodedOperation({
  method: "GET",
  path: "/events/keyset",
  summary: "List events, page after page by a cursor",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...KeysetParameters, ...EventListParameters.properties }),
  answer: (dialect) =>
    Type.Object({ events: Type.Array(LISTED_EVENTS[dialect].schema), next_cursor: NextCursor }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(withListedVersion(call), "events by cursor", async (list, reading) => {
      const page = await readKeysetPage({
        query: call.query,
        order: list.order.join(),
        keys: [({ content }: EventRecord) => Number(content.id)],
        read: (place) => listEventRecords(reading.sql, { ...list, ...place }),
      });
      if (page === undefined) return badParameter("after_cursor", call.dialect);
      return { body: { events: await listedEvents(page.rows, call.dialect, reading), ...page.next } };
    }),
});

/** GET /events/pagination: the list of events with their total number. */
export const listEventsPagination = uncodedOperation({
  method: "GET",
  path: "/events/pagination",
  summary: "List events with their number",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...ListPageParameters, ...EventListParameters.properties }),
  answer: (dialect) =>
    Type.Object({
      data: Type.Array(LISTED_EVENTS[dialect].schema),
      pagination: Type.Object({
        hasMore: Type.Boolean({ description: "Whether more events follow" }),
        totalResults: Type.Integer({ description: "Events that the filters leave" }),
      }),
    }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readEventList(call, "events with total", async (list, reading) => {
      const { offset, limit } = readListPage(call.query);
      const total = await countEvents(reading.sql, list.filter);
      const events = await listEventRecords(reading.sql, { ...list, offset, limit });
      const data = await listedEvents(events, call.dialect, reading);
      return { body: { data, pagination: { hasMore: offset + limit < total, totalResults: total } } };
    }),
});

/** GET /events/{id}/tags: an event's tags. */
export const listEventTags = uncodedOperation({
  method: "GET",
  path: "/events/:id/tags",
  summary: "List an event's tags",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: EventId,
  query: Type.Object({ creator: Creator }),
  answer: (dialect) => Type.Array(TAG_RECORDS[dialect].schema),
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { id } = call.params;
      const event = await findEventNamed(call.context, id, reading);
      return event === undefined
        ? noEvent(id, call.dialect, reading)
        : { body: event.content.tags.map((content) => TAG_RECORDS[call.dialect].write({ content })) };
    }),
});

const Text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const Change = Type.Object({
  time: Type.String(),
  conditionId: Text("The market that it is about; null for the whole event"),
  clarification: Text("Text that explains the rules; null where fields were changed"),
  fields: Type.Array(
    Type.Object({
      field: Type.String({ description: "As the operator API names it" }),
      from: Text("The value before; null where there was none"),
      to: Text("The value after; null where there is none"),
    }),
  ),
});

/** GET /events/{id}/changes: clarifications of the rules of an event and its markets, and edits by operators. */
export const listEventChanges = uncodedOperation({
  method: "GET",
  path: "/events/:id/changes",
  summary: "List clarifications and changes of an event and its markets, the latest first",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: EventId,
  query: Type.Object({ ...PageParameters, creator: Creator }),
  strict: true,
  answer: Type.Array(Change),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const event = await findEventNamed(call.context, call.params.id, reading);
      if (event === undefined) return noEvent(call.params.id, call.dialect, reading);
      const { limit, offset } = call.query;
      const page = { eventId: event.content.id, scope: reading.scope, limit, offset };
      const changes = await listListingChanges(reading.sql, page);
      return { body: changes.map(describe) };
    }),
});

const describe = ({ at, conditionId, details: { text, changes = [] } }: ListingChange) => ({
  time: instantAt(at),
  conditionId,
  clarification: text ?? null,
  fields: changes.map(({ field, from, to }) => ({ field, from: textOrNull(from), to: textOrNull(to) })),
});

function textOrNull(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  const { rate, exponent, takerOnly }: Partial<FeeSchedule> = value;
  const payers = takerOnly === false ? "all orders" : "incoming orders";
  return `${decimalText(rate ?? 0, FEE_LIMITS.rate.places)} x shares x (price x (1 - price)) ^ ${exponent ?? 1}, of ${payers}`;
}

/** Lower bound that includes every game with a start time. */
const EARLIEST_DATE_KEY = "";

/** GET /events/results: events of finished games, without scores, which the exchange does not know. */
export const listEventResults = uncodedOperation({
  method: "GET",
  path: "/events/results",
  dialects: ["polymarket"],
  summary: "List events of games that are over",
  group: EVENTS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.events],
  query: Type.Object({ ...ListPageParameters, ...orderParameters(EVENT_ORDERS), creator: Creator }),
  answer: (dialect) => Type.Array(LISTED_EVENTS[dialect].schema),
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const order = readOrder(call.query, EVENT_ORDERS, call.dialect);
    if (isErrorResponse(order)) return order;
    const { offset, limit } = readListPage(call.query);
    return readList(call, async (reading) => {
      const filter = { closed: true, startTimeMin: EARLIEST_DATE_KEY, scope: reading.scope };
      const events = await listEventRecords(reading.sql, {
        filter,
        ...order,
        since: reading.since,
        offset,
        limit,
      });
      return { body: await listedEvents(events, call.dialect, reading) };
    });
  },
});

const MAX_CARDS = 24;

/** GET /events/{id}/related: cards of other open events, most related first. */
export const listRelated = uncodedOperation({
  method: "GET",
  path: "/events/:id/related",
  summary: "List open events that are related to an event, in short",
  group: EVENTS,
  limits: [CATALOG_LIMITS.events],
  params: EventId,
  query: Type.Object({
    limit: pageLimit({ default: 8, maximum: MAX_CARDS }),
    markets: CardMarketsParameter,
    creator: Creator,
  }),
  answer: Type.Object({
    cards: Type.Array(Card, {
      description:
        "Those with the most tags and series in common first, of these the latest 500; then the most traded of the last 24 hours",
    }),
  }),
  strict: true,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readList(call, async (reading) => {
      const { id } = call.params;
      const event = await findEventNamed(call.context, id, reading);
      if (event === undefined) return noEvent(id, call.dialect, reading);
      const { limit, markets } = call.query;
      const related = await readRelated(Number(event.content.id), limit, reading);
      return { body: { cards: await buildCards(related, markets, reading) } };
    }),
});

/** Reads the related events, and fills up the list with the most traded events. */
async function readRelated(
  eventId: number,
  limit: number,
  { sql, scope, since }: CatalogRead,
): Promise<readonly EventRecord[]> {
  const related = await listRelatedEvents(sql, { eventId, scope, since, limit });
  if (related.length === limit) return related;
  const filter = { active: true, closed: false, archived: false, scope };
  const page = {
    order: ["volume24hr"],
    ascending: false,
    offset: 0,
    limit: limit + related.length + 1,
  } as const;
  const traded = await listEventRecords(sql, { ...page, filter, since });
  const listed = new Set([String(eventId), ...related.map(({ content }) => content.id)]);
  return [...related, ...traded.filter(({ content }) => !listed.has(content.id))].slice(0, limit);
}
