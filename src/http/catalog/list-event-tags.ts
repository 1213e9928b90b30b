/** GET /events/{id}/tags: an event's tags. */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { EVENTS } from "./groups.ts";
import { EventId, findEventNamed, noEvent } from "./named-event.ts";
import { Creator } from "./parameters.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { tagSchema } from "./tag-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const listEventTags = uncodedOperation({
  method: "GET",
  path: "/events/:id/tags",
  summary: "List an event's tags",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: EventId,
  query: Type.Object({ creator: Creator }),
  answer: (dialect) => Type.Array(tagSchema(dialect)),
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { id } = call.params;
      const event = await findEventNamed(call.context, id, reading);
      return event === undefined
        ? noEvent(id, call.dialect, reading)
        : { body: event.content.tags.map((tag) => tagRecord(tag, call.dialect)) };
    }),
});
