/** GET /events/{id}/related: cards of other open events, those with the most in common first. */
import { Type } from "typebox";
import { listEvents } from "../../store/catalog/catalog-events.ts";
import type { EventRecord } from "../../store/catalog/catalog-records.ts";
import { listRelatedEvents } from "../../store/catalog/related-events.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { pageLimit } from "../page-limit.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { cardsOf } from "./card-records.ts";
import { Card, MarketsOfCard } from "./card-schema.ts";
import { EVENTS } from "./groups.ts";
import { EventId, findEventNamed, noEvent } from "./named-event.ts";
import { Creator } from "./parameters.ts";
import { readList } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";

const MOST_CARDS = 24;

export const listRelated = uncodedOperation({
  method: "GET",
  path: "/events/:id/related",
  summary: "List open events that are related to an event, in short",
  group: EVENTS,
  limits: [CATALOG_LIMITS.events],
  params: EventId,
  query: Type.Object({
    limit: pageLimit({ default: 8, maximum: MOST_CARDS }),
    markets: MarketsOfCard,
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
      return { body: { cards: await cardsOf(related, markets, reading) } };
    }),
});

/** Reads the related events, and fills the list with the most traded ones. */
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
  const traded = await listEvents(sql, { ...page, filter, since });
  const listed = new Set([String(eventId), ...related.map(({ content }) => content.id)]);
  return [...related, ...traded.filter(({ content }) => !listed.has(content.id))].slice(0, limit);
}
