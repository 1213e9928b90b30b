/**
 * Reads public events from any cursor of the journal, page by page, also while the exchange runs. Stored and live
 * events are read alike, so none is lost or repeated between them. It replays nothing; names behind the journal's
 * numbers are looked up in the read tables.
 */
import { setTimeout } from "node:timers/promises";
import { parseEvents } from "../../core/events/event-codec.ts";
import type { StoredEvent } from "../../core/events/event-codec.ts";
import type { OutcomeShares } from "../../core/events/event.ts";
import type { Sql } from "../../store/sql/database.ts";
import { passesFilter } from "./change-request.ts";
import type { ChangeFilter } from "./change-request.ts";
import { draftAct, draftListing, draftPrice, draftRequest, draftStep, draftTick } from "./draft-markets.ts";
import {
  draftCancel,
  draftConversion,
  draftFailure,
  draftOpening,
  draftPayment,
  draftPlacement,
  draftRedemption,
  draftSets,
} from "./draft-orders.ts";
import {
  collectNumbers,
  countMarketsBefore,
  findNames,
  readBatches,
  readJournalState,
  readRedeemed,
} from "./journal-batches.ts";
import type { JournalBatch, JournalState, KnownNames } from "./journal-batches.ts";
import { EVENTS_VERSION, formatEventId, batchStart, timeText } from "./public-event.ts";
import type { ChangePosition, Drafts, PublicEvent } from "./public-event.ts";

// Public events of a stored event: the only mapping from the journal to what other systems read.

/** Facts from the history before the event, besides names. */
type EarlierFacts = {
  /** Number of markets listed before: new ones have numbers from this one on. */
  readonly known: number;
  /** Shares taken by a redemption, if its event does not contain them. */
  readonly redeemed: OutcomeShares | undefined;
};

function draftEvents(names: KnownNames, stored: StoredEvent, facts: EarlierFacts): Drafts {
  switch (stored.type) {
    case "order-placed":
      return draftPlacement(names, stored);
    case "order-canceled":
      return [draftCancel(names, Number(stored.order), stored.reason)];
    case "orders-canceled":
      return (stored.orders ?? []).map((no) => draftCancel(names, no, stored.reason));
    case "settlement-failed":
      return [draftFailure(names, stored)];
    // Groups are their owners' affair; what they did to orders is told of the orders.
    case "order-group-set":
    case "order-group-changed":
      return [];
    case "account-opened":
      return draftOpening(stored);
    case "credited":
      return [draftPayment("balance.deposited", names.wallet(stored.account), stored.amount)];
    case "debited": {
      const type = stored.by === "owner" ? "balance.withdrawn" : "balance.debited";
      return [draftPayment(type, names.wallet(stored.account), stored.amount)];
    }
    case "sets-split":
    case "sets-merged":
      return [draftSets(names, stored)];
    case "redeemed":
      return [draftRedemption(names, stored, redeemedShares(stored, facts))];
    case "converted":
      return [draftConversion(names, stored)];
    case "listed":
      return draftListing(stored, facts.known);
    case "tick-changed":
      return [draftTick(names, stored)];
    case "market-status-changed":
    case "resolution-proposed":
    case "resolution-disputed":
    case "market-resolved":
    case "resolution-undone":
      return [draftStep(names, stored)];
    case "prices-recorded":
      return (stored.midpoints ?? []).map((midpoint) => draftPrice(names, midpoint, stored.minute));
    case "banned":
    case "unbanned": {
      const { address } = stored;
      const type = stored.type === "banned" ? "account.banned" : "account.unbanned";
      return [{ type, wallets: [address], markets: [], data: { wallet: address } }];
    }
    case "mode-changed":
      return [{ type: "exchange.mode", wallets: [], markets: [], data: { mode: stored.mode } }];
    case "operated":
      return [draftAct(names, stored)];
    case "request-done":
      return [draftRequest(stored)];
  }
}

/** Returns the shares of a redemption. Early journals do not contain them. */
function redeemedShares(
  stored: { readonly lots?: OutcomeShares },
  { redeemed }: EarlierFacts,
): OutcomeShares {
  const lots = stored.lots ?? redeemed;
  if (lots === undefined) throw new Error("a redemption without its shares");
  return lots;
}

/** Counts the positions that the public events of a stored one take. */
function countEventPositions(stored: StoredEvent): number {
  switch (stored.type) {
    case "order-placed":
      return 2 * (stored.fills ?? []).length + 2;
    case "orders-canceled":
      return (stored.orders ?? []).length;
    case "prices-recorded":
      return (stored.midpoints ?? []).length;
    case "listed":
      return stored.markets.length + 1;
    case "account-opened":
      return 2;
    default:
      return 1;
  }
}

/** Positions of events after which a page ends. */
const PAGE_POSITIONS = 1_000;

type Reading = {
  position: ChangePosition;
  /** The last readable batch so far; 0 before the first poll. */
  head: number;
  /** The rest of the batches that were read together. */
  parts: Generator<CutPart> | undefined;
  /** Number of markets listed before the next part; `undefined` until a listing needs it. */
  known: number | undefined;
};

/**
 * Creates a reader. `sql` is a pool that does not wait for the read tables, best with its own sessions and without
 * statement timeout. Pages reach as far as the read tables, which follow commits within about 50 ms.
 */
export function createChangeReader(sql: Sql, from: ChangePosition): ChangeReader {
  const known = from.seq === 1 ? 0 : undefined;
  const reading: Reading = { position: from, head: 0, parts: undefined, known };
  return { next: () => readPage(sql, reading) };
}

async function readPage(sql: Sql, reading: Reading): Promise<ChangePage | JournalMoved> {
  // Taken out until the page is complete: after an error the batches are read again.
  const parts = reading.parts ?? (await readNextBatches(sql, reading));
  reading.parts = undefined;
  if (parts === undefined || "moved" in parts)
    return parts ?? { events: [], next: reading.position, head: reading.head };
  const taken = takeParts(parts, reading.position);
  try {
    const { events, known } = await nameParts(sql, taken.parts, reading.known);
    const { position } = reading;
    Object.assign(reading, {
      known,
      position: taken.next ?? position,
      parts: taken.isEnd ? undefined : parts,
    });
    return {
      events: events.filter(({ seq, index }) => seq > position.seq || index >= position.index),
      next: reading.position,
      head: reading.head,
    };
  } catch (error) {
    // If a sandbox was put back to a snapshot since the batches were read, the names for their events are missing.
    const moved = await findMove(sql, { ...reading.position, ...taken.next });
    if (moved === undefined) throw error;
    return moved;
  }
}

/** Reads the next batches; `undefined` if there are none. */
async function readNextBatches(
  sql: Sql,
  reading: Reading,
): Promise<Generator<CutPart> | JournalMoved | undefined> {
  const { position } = reading;
  const state = await readJournalState(sql, lastReadBatch(position));
  const beyond = reading.head === 0 ? describeBeyond(position, state) : undefined;
  const moved = beyond ?? describeMove(position, state);
  if (moved !== undefined) return moved;
  reading.head = state.head;
  if (position.seq > state.head) {
    if (position.seq === state.head + 1) reading.known ??= state.markets;
    return undefined;
  }
  return cutBatches(await readBatches(sql, position.seq));
}

/** Returns the last batch that was read. */
const lastReadBatch = ({ seq, index }: ChangePosition): number => (index > 0 ? seq : seq - 1);

const findMove = async (sql: Sql, position: ChangePosition): Promise<JournalMoved | undefined> =>
  describeMove(position, await readJournalState(sql, lastReadBatch(position)));

/**
 * Describes a start beyond the journal: neither its last batch nor the next one. Nothing shows that such a batch ever
 * existed.
 */
function describeBeyond(
  { seq, index, hash }: ChangePosition,
  { head, end }: JournalState,
): JournalMoved | undefined {
  if (index > 0 || hash !== undefined || seq <= end + 1) return undefined;
  return { head, moved: `expected a batch from 1 to ${end + 1}, got ${seq}` };
}

function describeMove(position: ChangePosition, { head, end, hash }: JournalState): JournalMoved | undefined {
  const last = lastReadBatch(position);
  if (last > end)
    return { head, moved: `there is no batch ${last}, the journal ends with batch ${end}: ${REVERTED_HINT}` };
  if (position.hash === undefined || last === 0 || hash?.startsWith(position.hash) === true) return undefined;
  return { head, moved: `batch ${last} is another one than was read: ${REVERTED_HINT}` };
}

const REVERTED_HINT = "the exchange was put back to a snapshot, or is another one";

type TakenParts = {
  readonly parts: readonly EventPart[];
  readonly next: ChangePosition | undefined;
  readonly isEnd: boolean;
};

/** Takes the parts of a page. Parts before the cursor in their batch are skipped, except listings. */
function takeParts(cuts: Generator<CutPart>, { seq, index }: ChangePosition): TakenParts {
  const parts: EventPart[] = [];
  let places = 0;
  let next: ChangePosition | undefined;
  for (;;) {
    const cut = cuts.next();
    if (cut.done === true) return { parts, next, isEnd: true };
    const { part } = cut.value;
    ({ next } = cut.value);
    const isRead = next.seq === seq && next.index <= index;
    if (part !== undefined && (!isRead || part.stored.type === "listed")) {
      parts.push(part);
      places += next.index - part.index;
    }
    if (places >= PAGE_POSITIONS && !isRead) return { parts, next, isEnd: false };
  }
}

type NamedParts = { readonly events: PublicEvent[]; readonly known: number | undefined };

async function nameParts(
  sql: Sql,
  parts: readonly EventPart[],
  before: number | undefined,
): Promise<NamedParts> {
  const names = await findNames(sql, collectNumbers(parts.map(({ stored }) => stored)));
  const events: PublicEvent[] = [];
  let known = before;
  for (const part of parts) {
    const { batch, place, stored } = part;
    if (stored.type === "listed") known ??= await countMarketsBefore(sql, batch.seq);
    const isSilent = stored.type === "redeemed" && !("lots" in stored);
    const redeemed = isSilent ? await readRedeemed(sql, batch.seq, place) : undefined;
    events.push(...publish(names, part, { known: known ?? 0, redeemed }));
    if (stored.type === "listed") for (const { no } of stored.markets) known = Math.max(known ?? 0, no + 1);
  }
  return { events, known };
}

function publish(
  names: KnownNames,
  { batch: { seq, at, hash }, index: first, stored }: EventPart,
  facts: Parameters<typeof draftEvents>[2],
): PublicEvent[] {
  const time = timeText(at);
  return draftEvents(names, stored, facts).flatMap((draft, place) => {
    if (draft === undefined) return [];
    const index = first + place;
    return [{ version: EVENTS_VERSION, id: formatEventId(seq, index, hash), seq, index, time, ...draft }];
  });
}

// Pages of public events, as a reader returns them.

type ChangePage = {
  /** Events in journal order; empty if there is nothing new. */
  readonly events: readonly PublicEvent[];
  /** Cursor after these events; a reader that continues there misses and repeats nothing. */
  readonly next: ChangePosition;
  /** The last batch that can be read now. The stream is at its end if `next.seq` is above it. */
  readonly head: number;
};

/** Report that the journal differs from the one that was read: a sandbox went back to a snapshot. */
export type JournalMoved = {
  /** Message with the batch that differs or is missing. */
  readonly moved: string;
  readonly head: number;
};

/** Reader of the stream, page by page. Only one page may be requested at a time. */
type ChangeReader = {
  next(): Promise<ChangePage | JournalMoved>;
};

export const isMoved = <Page extends object>(page: Page | JournalMoved): page is JournalMoved =>
  "moved" in page;

// Follows the stream of public events: pages of the events that pass a filter, from any cursor and then live. At the
// end it polls every 100 ms, reading rows that are in the database's memory. A notification would be faster, but would
// be part of every commit, and connection poolers lose them.

const POLL_MS = 100;

export type Following = ChangeFilter & {
  readonly from: ChangePosition;
  /** The last batch; the stream is endless if undefined. */
  readonly until?: number | undefined;
};

export type FollowedPage = {
  /** Events that passed the filter. */
  readonly events: readonly PublicEvent[];
  /** Id of the last event read so far, whether it passed or not. */
  readonly lastId: string | undefined;
};

/** Returns the cursor after the last batch that can be read now. */
export async function readStreamEnd(sql: Sql): Promise<ChangePosition> {
  const [row] = await sql<{ seq: number }[]>`select coalesce((select seq from read_tables), 0)::int8 as seq`;
  return batchStart((row?.seq ?? 0) + 1);
}

/**
 * Yields each page that was read, also if nothing passed, and an empty page for each poll that found nothing. The last
 * value reports that the journal moved, if that stopped it.
 */
export async function* followChanges(
  sql: Sql,
  { from, until = Number.POSITIVE_INFINITY, ...filter }: Following,
): AsyncGenerator<FollowedPage | JournalMoved> {
  const reader = createChangeReader(sql, from);
  let lastId: string | undefined;
  for (;;) {
    const page = await reader.next();
    if (isMoved(page)) return yield page;
    const events = page.events.filter(({ seq }) => seq <= until);
    lastId = events.at(-1)?.id ?? lastId;
    yield { events: events.filter((event) => passesFilter(filter, event)), lastId };
    if (page.next.seq > until) return;
    if (page.next.seq > page.head) await setTimeout(POLL_MS);
  }
}

// Batches cut into stored events with few public ones each: an event that completes a million orders is cut by orders.

type EventPart = {
  readonly batch: Pick<JournalBatch, "seq" | "at" | "hash">;
  /** Index of the stored event in its batch. */
  readonly place: number;
  /** Index of the first of its public events. */
  readonly index: number;
  readonly stored: StoredEvent;
};

/** A part, or the end of a batch without one, and the cursor after it. */
type CutPart = { readonly part?: EventPart; readonly next: ChangePosition };

const MAX_PART_LENGTH = 500;

function* cutBatches(batches: readonly JournalBatch[]): Generator<CutPart> {
  for (const batch of batches) yield* cutBatch(batch);
}

function* cutBatch({ seq, at, hash, events }: JournalBatch): Generator<CutPart> {
  const stored = parseEvents(events);
  let index = 0;
  for (const [place, event] of stored.entries())
    for (const piece of cutEvent(event)) {
      const part = { batch: { seq, at, hash }, place, index, stored: piece };
      index += countEventPositions(piece);
      yield { part, next: { seq, index, hash } };
    }
  yield { next: { seq: seq + 1, index: 0, hash } };
}

function* cutEvent(event: StoredEvent): Generator<StoredEvent> {
  if (event.type === "orders-canceled")
    for (const orders of cutItems(event.orders)) yield { ...event, orders };
  else if (event.type === "prices-recorded")
    for (const midpoints of cutItems(event.midpoints)) yield { ...event, midpoints };
  else yield event;
}

function* cutItems<Item>(items: readonly Item[] = []): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += MAX_PART_LENGTH) yield items.slice(at, at + MAX_PART_LENGTH);
}
