/** GET /events/{id}/changes: clarifications of the rules of an event and its markets, and what operators changed in them. */
import { Type } from "typebox";
import { instantAt } from "../../catalog/instants.ts";
import { TERM_LIMITS } from "../../core/market-terms.ts";
import type { FeeSchedule } from "../../core/market-terms.ts";
import { decimalText } from "../../core/units.ts";
import { listListingChanges } from "../../store/reads/listing-changes.ts";
import type { ListingChange } from "../../store/reads/listing-changes.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { EVENTS } from "./groups.ts";
import { EventId, findEventNamed, noEvent } from "./named-event.ts";
import { Creator, PageParameters } from "./parameters.ts";
import { readCatalog } from "./scope.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

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
  fields: changes.map(({ field, from, to }) => ({ field, from: textOf(from), to: textOf(to) })),
});

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  const { rate, exponent, takerOnly }: Partial<FeeSchedule> = value;
  const payers = takerOnly === false ? "all orders" : "incoming orders";
  return `${decimalText(rate ?? 0, TERM_LIMITS.fees.rate.places)} x shares x (price x (1 - price)) ^ ${exponent ?? 1}, of ${payers}`;
}
