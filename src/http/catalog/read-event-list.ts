/** Reads the filters and the order of events, which all lists of events share, however they are cut into pages. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isFault } from "../../core/input-fault.ts";
import { EVENT_ORDERS } from "../../store/catalog/catalog-events.ts";
import type { EventPage } from "../../store/catalog/catalog-events.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer } from "../endpoint.ts";
import { EventFilterParameters, readEventFilter } from "./event-filter.ts";
import { EventAdditions } from "./event-additions.ts";
import { refuseOtherKind } from "./other-kinds.ts";
import { Creator, nothingToAdd, orderParameters, readOrder } from "./parameters.ts";
import { badParameter } from "./refusal.ts";
import { readList } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";

export const EventListParameters = Type.Object({
  ...EventFilterParameters.properties,
  ...EventAdditions,
  include_children: nothingToAdd("children of events"),
  related_tags: nothingToAdd("events of a tag that do not carry it"),
  ...orderParameters(EVENT_ORDERS),
  creator: Creator,
});

/** A page but for where it begins and ends. */
type EventList = Omit<EventPage, "offset" | "limit" | "after">;

type EventListRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly forOperators: boolean;
  readonly query: Type.Static<typeof EventListParameters>;
};

/** Reads what is asked for; refused when it cannot be read. */
export async function readEventList(
  call: EventListRequest,
  read: (list: EventList, reading: CatalogRead) => Promise<Answer>,
): Promise<Answer> {
  const { query, dialect } = call;
  const order = readOrder(query, EVENT_ORDERS);
  if (order === undefined) return badParameter("order", dialect);
  const refused = refuseOtherKind(query, dialect);
  if (refused !== undefined) return refused;
  const filter = readEventFilter(query);
  if (isFault(filter)) return badParameter(filter.fault, dialect);
  return readList(call, (reading) => {
    const { scope, since } = reading;
    return read({ filter: { ...filter, scope }, ...order, since }, reading);
  });
}
