/** Public events of the journal as messages. */
import { isMoved, createChangeReader } from "../changes/change-reader.ts";
import type { PublicEvent } from "../changes/public-event.ts";
import type { Sql } from "../../store/sql/database.ts";
import type { EventPosition } from "../../store/webhooks/webhook-feeds.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";

// Selection of an endpoint's events, and their order.

/** Parts of a public event by which endpoints select it. */
type Concern = {
  readonly type: string;
  readonly wallets: readonly string[];
  readonly markets: readonly string[];
};

/** Returns whether a type matches a pattern: `*`, a type, or a group such as `order.*`. */
export const matchesPattern = (pattern: string, type: string): boolean =>
  pattern === "*" ||
  pattern === type ||
  (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -"*".length)));

/** Returns whether an endpoint gets an event: by its type, and by its wallets and markets if these are limited. */
export const wantsEvent = (
  { events, wallets, markets }: Pick<Webhook, "events" | "wallets" | "markets">,
  concern: Concern,
): boolean =>
  events.some((pattern) => matchesPattern(pattern, concern.type)) &&
  meets(wallets, concern.wallets) &&
  meets(markets, concern.markets);

const meets = (wanted: readonly string[], concerned: readonly string[]): boolean =>
  wanted.length === 0 || concerned.some((one) => wanted.includes(one));

/** Queue of events that concern neither an owner nor a market. */
const EXCHANGE_QUEUE = "exchange";

/**
 * Lists the queues of an event, in each of which it follows the events before it. They are its wallets or its markets,
 * by the endpoint's order, or the other kind if it has none.
 */
export function listQueueNames(
  { orderedBy }: Pick<Webhook, "orderedBy">,
  { wallets, markets }: Concern,
): readonly string[] {
  const [first, second] = orderedBy === "owner" ? [wallets, markets] : [markets, wallets];
  const lanes = first.length > 0 ? first : second;
  return lanes.length > 0 ? lanes : [EXCHANGE_QUEUE];
}

// Public events as messages of endpoints. Endpoints at the same position of the journal share a reader.

export type EventMessage = Concern &
  EventPosition & {
    /** Id of the message, equal to that of the event. */
    readonly message: string;
    readonly body: () => string;
  };

export type EventPage = {
  readonly events: readonly EventMessage[];
  /** Cursor after these events; the requested one if there is nothing new. */
  readonly next: EventPosition;
};

/** Reads events from a cursor on. */
export type ReadEvents = (from: EventPosition) => Promise<EventPage>;

/** Reader of the journal, page by page. */
export type EventReading = { next(): Promise<EventPage> };

/** Maximum number of cached pages, and of cached readers. */
const MAX_CACHED_PAGES = 8;

/** Creates a function that reads from any cursor, with readers that continue where an earlier page ended. */
export function createEventPages(open: (from: EventPosition) => EventReading): ReadEvents {
  const pages = new Map<string, Promise<EventPage>>();
  const readings = new Map<string, EventReading>();

  async function read(key: string, from: EventPosition): Promise<EventPage> {
    const reading = readings.get(key) ?? open(from);
    readings.delete(key);
    const page = await reading.next();
    cacheValue(readings, cursorKey(page.next), reading);
    // An empty page is not cached: the next request reads again.
    if (cursorKey(page.next) === key) pages.delete(key);
    return page;
  }

  return (from) => {
    const key = cursorKey(from);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const page = read(key, from);
    cacheValue(pages, key, page);
    page.catch(() => pages.delete(key));
    return page;
  };
}

const cursorKey = ({ seq, index }: EventPosition): string => `${seq}-${index}`;

/** Caches a value, and evicts the oldest one if there are too many. */
function cacheValue<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.set(key, value);
  if (kept.size <= MAX_CACHED_PAGES) return;
  for (const first of kept.keys()) {
    kept.delete(first);
    return;
  }
}

/** Reads from a cursor on, as far as the read tables reach. */
export function openJournalEvents(sql: Sql, from: EventPosition): EventReading {
  const reader = createChangeReader(sql, from);
  return {
    async next() {
      const page = await reader.next();
      if (isMoved(page)) throw new Error(page.moved);
      const { events, next } = page;
      return { events: events.map(toEventMessage), next };
    },
  };
}

function toEventMessage(event: PublicEvent): EventMessage {
  const { id: message, seq, index, type, wallets, markets } = event;
  return { seq, index, type, wallets, markets, message, body: () => JSON.stringify(event) };
}
