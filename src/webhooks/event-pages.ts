/** Public events as messages of endpoints. Endpoints that stand at the same place of the journal share one reading of it. */
import type { EventPlace } from "../store/webhooks/webhook-feeds.ts";
import type { Concern } from "./wanted-events.ts";

export type EventMessage = Concern &
  EventPlace & {
    /** The id of the message, which is that of the event. */
    readonly message: string;
    readonly body: () => string;
  };

export type EventPage = {
  readonly events: readonly EventMessage[];
  /** The place after them; the place that was asked for when there is nothing new. */
  readonly next: EventPlace;
};

/** Reads events from a place on. */
export type ReadEvents = (from: EventPlace) => Promise<EventPage>;

/** A reading of the journal, page after page. */
export type EventReading = { next(): Promise<EventPage> };

/** Pages, and readings, that are kept. */
const KEPT = 8;

/** Makes a function that reads from any place, by readings that go on where an earlier page ended. */
export function createEventPages(open: (from: EventPlace) => EventReading): ReadEvents {
  const pages = new Map<string, Promise<EventPage>>();
  const readings = new Map<string, EventReading>();

  async function read(key: string, from: EventPlace): Promise<EventPage> {
    const reading = readings.get(key) ?? open(from);
    readings.delete(key);
    const page = await reading.next();
    keep(readings, keyOf(page.next), reading);
    // Nothing new is no page: the next reader asks again.
    if (keyOf(page.next) === key) pages.delete(key);
    return page;
  }

  return (from) => {
    const key = keyOf(from);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const page = read(key, from);
    keep(pages, key, page);
    page.catch(() => pages.delete(key));
    return page;
  };
}

const keyOf = ({ seq, index }: EventPlace): string => `${seq}-${index}`;

/** Keeps a value, and forgets the one that was kept first where there are too many. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.set(key, value);
  if (kept.size <= KEPT) return;
  for (const first of kept.keys()) {
    kept.delete(first);
    return;
  }
}
