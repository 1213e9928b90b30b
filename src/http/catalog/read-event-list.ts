/** Reads the filters and the order of events, which all lists of events share, however they are cut into pages. */
import { isRefused } from "../refusal-form.ts";
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isFault } from "../../core/input-fault.ts";
import { EVENT_ORDERS } from "../../store/catalog/catalog-events.ts";
import type { InputFault } from "../../core/input-fault.ts";
import type { EventFilter, EventPage } from "../../store/catalog/catalog-events.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer } from "../endpoint.ts";
import { EventFilterParameters, readEventFilter } from "./event-filter.ts";
import { EventAdditions } from "./event-additions.ts";
import { refuseOtherKind } from "./other-kinds.ts";
import { Creator, nothingToAdd, orderParameters, readOrder } from "./parameters.ts";
import { ABSENT_OF_EVENTS, asksForNone, UNUSED_OF_EVENTS } from "./absent-parameters.ts";
import { dayKeys, Moment } from "./bounds.ts";
import { badParameter } from "./refusal.ts";
import { readList } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";

export const EventListParameters = Type.Object({
  ...EventFilterParameters.properties,
  ...EventAdditions,
  ...ABSENT_OF_EVENTS,
  ...UNUSED_OF_EVENTS,
  ended: onlyIn(
    ["polymarket"],
    Type.Optional(
      Type.Boolean({ description: "true: events of games that are over; false: events that go on" }),
    ),
  ),
  event_date: onlyIn(["polymarket"], Moment("Day on which the event ends")),
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
  const order = readOrder(query, EVENT_ORDERS, dialect);
  if (isRefused(order)) return order;
  const refused = refuseOtherKind(query, dialect);
  if (refused !== undefined) return refused;
  const filter = readEventFilter(query, dialect);
  if (isFault(filter)) return badParameter(filter.fault, dialect);
  const narrowed = narrow(query, filter, dialect);
  if (isFault(narrowed)) return badParameter(narrowed.fault, dialect);
  return readList(call, (reading) => {
    const { scope, since } = reading;
    return read({ filter: { ...filter, ...narrowed, scope }, ...order, since }, reading);
  });
}

/** Date key before all others: a game starts at any time, but does. */
const EVER = "";

/** Narrows the events by the parameters of Polymarket's clients. */
function narrow(
  query: Type.Static<typeof EventListParameters>,
  filter: EventFilter,
  dialect: Dialect,
): Partial<EventFilter> | InputFault {
  const { ended, event_date: date } = query;
  const day = date === undefined ? undefined : dayKeys(date, dialect);
  if (date !== undefined && day === undefined) return { fault: "event_date" };
  const isNone = asksForNone(query, ABSENT_OF_EVENTS) || (ended !== undefined && filter.closed === !ended);
  return {
    ...(isNone && { ids: [] }),
    ...(ended !== undefined && { closed: ended }),
    ...(ended === true && { startTimeMin: filter.startTimeMin ?? EVER }),
    ...(day !== undefined && {
      endDateMin: latest(filter.endDateMin, day.first),
      endDateMax: earliest(filter.endDateMax, day.last),
    }),
  };
}

const latest = (one: string | undefined, other: string): string =>
  one !== undefined && one > other ? one : other;

const earliest = (one: string | undefined, other: string): string =>
  one !== undefined && one < other ? one : other;
