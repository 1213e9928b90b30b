/** Public events of the journal as messages. */
import { isMoved } from "../store/changes/change-page.ts";
import { createChangeReader } from "../store/changes/change-reader.ts";
import type { PublicEvent } from "../store/changes/public-event.ts";
import type { Sql } from "../store/sql/database.ts";
import type { EventPlace } from "../store/webhooks/webhook-feeds.ts";
import type { Webhook } from "../store/webhooks/webhooks.ts";

// The choice of an endpoint's events, and their order.

/** The parts of a public event that decide about it. */
type Concern = {
  readonly type: string;
  readonly wallets: readonly string[];
  readonly markets: readonly string[];
};

/** Tells if a type is that of a pattern: `*`, a type, or the types that begin like `order.*`. */
export const matchesPattern = (pattern: string, type: string): boolean =>
  pattern === "*" ||
  pattern === type ||
  (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -"*".length)));

/** Tells if an endpoint gets an event: its type, and one of its wallets and of its markets where these are limited. */
export const wants = (
  { events, wallets, markets }: Pick<Webhook, "events" | "wallets" | "markets">,
  concern: Concern,
): boolean =>
  events.some((pattern) => matchesPattern(pattern, concern.type)) &&
  meets(wallets, concern.wallets) &&
  meets(markets, concern.markets);

const meets = (wanted: readonly string[], concerned: readonly string[]): boolean =>
  wanted.length === 0 || concerned.some((one) => wanted.includes(one));

/** Lane of events that concern neither an owner nor a market. */
const EXCHANGE_LANE = "exchange";

/**
 * Names the lanes of an event, in each of which it comes after those before it: its wallets or its markets, whichever the
 * endpoint is ordered by, else the others.
 */
export function lanesOf(
  { orderedBy }: Pick<Webhook, "orderedBy">,
  { wallets, markets }: Concern,
): readonly string[] {
  const [first, second] = orderedBy === "owner" ? [wallets, markets] : [markets, wallets];
  const lanes = first.length > 0 ? first : second;
  return lanes.length > 0 ? lanes : [EXCHANGE_LANE];
}

// Public events as messages of endpoints. Endpoints that stand at the same place of the journal share one reading of it.

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

/** Reads from a place on, as far as the read tables stand. */
export function openJournalEvents(sql: Sql, from: EventPlace): EventReading {
  const reader = createChangeReader(sql, from);
  return {
    async next() {
      const page = await reader.next();
      if (isMoved(page)) throw new Error(page.moved);
      const { events, next } = page;
      return { events: events.map(messageOf), next };
    },
  };
}

function messageOf(event: PublicEvent): EventMessage {
  const { id: message, seq, index, type, wallets, markets } = event;
  return { seq, index, type, wallets, markets, message, body: () => JSON.stringify(event) };
}
