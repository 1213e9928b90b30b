/** GET /events/{id}/tags: an event's tags. */
import { Type } from "typebox";
import { findEvent } from "../../store/catalog/catalog-events.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { EVENTS } from "./groups.ts";
import { Creator, NumericId, rowId } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { Tag } from "./tag-schema.ts";

export const listEventTags = uncodedOperation({
  method: "GET",
  path: "/events/:id/tags",
  summary: "List an event's tags",
  group: EVENTS,
  limits: [],
  params: NumericId,
  query: Type.Object({ creator: Creator }),
  answer: Type.Array(Tag),
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const id = rowId(call.params.id);
      const event = id === undefined ? undefined : await findEvent(reading.sql, { id }, reading);
      return event === undefined ? notFoundBy("id") : { body: event.content.tags.map(tagRecord) };
    }),
});
