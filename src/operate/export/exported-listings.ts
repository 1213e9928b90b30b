/**
 * Reads events and their markets for an export, with their state and volume, row by row from one snapshot. It leaves out
 * markets that were never opened, and events without any other market.
 */
import { listLevels } from "../../core/orders/book.ts";
import { canceledOrders } from "../../core/orders/canceled-orders.ts";
import type { CatalogEvent, CatalogMarket, Flags, MarketStatus, Payout } from "../../core/markets/catalog.ts";
import { createReplay, replayBatch } from "../../core/events/event-codec.ts";
import type { Replay } from "../../core/events/event-codec.ts";
import type { Event } from "../../core/events/event.ts";
import type { Market } from "../../core/state.ts";
import type { Micros } from "../../core/units.ts";
import type { SinceHour } from "../../store/catalog/catalog-records.ts";
import { GENESIS_HASH } from "../../store/journal/journal.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { rethrowNewerEvent } from "../../store/journal/differences.ts";
import { findDamage, journalRows } from "../../store/journal/verify-journal.ts";
import type { JournalRow } from "../../store/journal/verify-journal.ts";
import type { ResolutionStep } from "../../store/reads/resolution-steps.ts";
import type { Sql } from "../../store/sql/database.ts";
import { LONG_ROWS, SHORT_ROWS, streamRows } from "../../store/sql/table-stream.ts";
import type { Snapshot } from "../../store/sql/table-stream.ts";
import type { ExportSpan, ExportedPage, ExportedRow } from "./exported-tables.ts";

// Finds the market of an export by any of its ids.

/** Finds the condition id of the market with this condition id, token id, number or slug. Throws if there is none. */
export async function findMarketNamed(sql: Sql, name: string): Promise<string> {
  const rows = await sql<{ conditionId: string }[]>`
    select condition_id as "conditionId" from markets
    where condition_id = lower(${name}) or ${name} = any(token_ids) or id::text = ${name} or slug = ${name}
    order by no`;
  const [found, ...others] = rows.map(({ conditionId }) => conditionId);
  if (found === undefined)
    throw new Error(`market: expected a slug, number, condition id or token id of a market, got "${name}"`);
  if (others.length === 0) return found;
  const all = [found, ...others].join(", ");
  throw new Error(`market: expected a condition id, since several markets have the slug: ${all}`);
}

export type ExportedEvent = {
  readonly content: CatalogEvent;
  readonly archived: boolean;
  /** Wallet that created one of its markets, lower case; `null` if no listing names one. */
  readonly creator: string | null;
  /** True if at least one of its markets is published and not over. */
  readonly open: boolean;
  /** True if all of its markets are over. */
  readonly resolved: boolean;
  /** Time of the last resolution, in milliseconds. */
  readonly resolvedAt: number | null;
};

export type ExportedMarket = Flags & {
  readonly content: CatalogMarket;
  readonly event: Pick<CatalogEvent, "id" | "createdAt" | "resolutionSource">;
  readonly status: MarketStatus;
  readonly payout: Payout | null;
  /** Steps of its resolution, in order. */
  readonly steps: readonly Pick<ResolutionStep, "step" | "at">[];
  readonly volume: Micros;
  readonly volume24h: Micros;
};

const OPENED = `
  markets join market_entries on market_entries.market = no
  join market_states on market_states.market = no and status <> 'draft'`;

const EVENTS = `
  select content, archived, nullif(creators[1], '') as creator, open, resolved, resolved_at as "resolvedAt"
  from events
  join event_entries on event_entries.event = events.id
  join (
    select event_id, bool_or(active and not closed and not archived) as open,
      bool_and(closed or payout is not null) as resolved, max(resolved_at) as resolved_at
    from ${OPENED} group by event_id
  ) as listed on listed.event_id = events.id
  order by events.id`;

const marketsText = (since: SinceHour): string => `
  select markets.content, active, closed, archived, status, payout, market_states.volume,
    json_strip_nulls(json_build_object('id', events.content -> 'id', 'createdAt', events.content -> 'createdAt',
      'resolutionSource', events.content -> 'resolutionSource')) as event,
    coalesce((
      select json_agg(json_build_object('step', step, 'at', at) order by batch, place)
      from resolution_steps where resolution_steps.market = no
    ), '[]') as steps,
    coalesce((
      select sum(market_volumes.volume) from market_volumes where market_volumes.market = no and hour >= ${since}
    ), 0)::bigint as "volume24h"
  from ${OPENED}
  join events on events.id = event_id
  order by no`;

export const streamEvents = (snapshot: Snapshot): AsyncGenerator<ExportedEvent> =>
  streamRows(snapshot, { cursor: "exported_events", page: LONG_ROWS, text: EVENTS });

/** Reads markets with their volume since the given hour. */
export const streamMarkets = (snapshot: Snapshot, since: SinceHour): AsyncGenerator<ExportedMarket> =>
  streamRows(snapshot, { cursor: "exported_markets", page: LONG_ROWS, text: marketsText(since) });

// Order books at the ends of periods, made by replaying the journal through the core. There is no stored state between the
// first batch and the last, so a replay begins with the first. Memory holds the exchange's state and a page of rows.

type BooksRequest = ExportSpan & {
  /** The last batch. */
  readonly last: number;
  /** The only market; all unless given. */
  readonly conditionId: string | undefined;
  /** Levels of a side; all unless given. */
  readonly levels?: number | undefined;
};

/** Number of batches after which a page is given, even without rows. */
const PAGE_BATCHES = 500;

/** The market, and the last batch that changed its book since its last rows. */
type TouchedBooks = Map<Market, number>;

/**
 * Streams the books that changed in each period, as of its end. For the span's first time, it streams all books that ever
 * changed. `done` counts batches.
 */
export async function* streamBooks(snapshot: Snapshot, request: BooksRequest): AsyncGenerator<ExportedPage> {
  const { every, from = 0, until = Number.POSITIVE_INFINITY, last, conditionId } = request;
  const first = Math.ceil(from / every) * every;
  const replay = createReplay();
  const touched: TouchedBooks = new Map();
  let head: JournalHead = { seq: 0, at: 0, hash: GENESIS_HASH };
  let time = first;
  for await (const batch of streamRows<JournalRow>(snapshot, journalRows(0, last))) {
    const end = Math.max(periodEnd(batch.at, every), first);
    if (end > time) yield* streamBookPages(touched, { ...request, time, done: head.seq });
    if (end >= until) return;
    time = end;
    assertUndamaged(head, batch);
    for (const market of touchedMarkets(replayKnown(replay, batch)))
      if (conditionId === undefined || market.conditionId === conditionId) touched.set(market, batch.seq);
    head = batch;
    if (batch.seq % PAGE_BATCHES === 0) yield { rows: [], done: batch.seq };
  }
  if (periodEnd(head.at, every) >= first)
    yield* streamBookPages(touched, { ...request, time, done: head.seq });
}

const periodEnd = (at: number, every: number): number => (Math.floor(at / every) + 1) * every;

function replayKnown(replay: Replay, { seq, events, at }: JournalRow): Event[] {
  try {
    return replayBatch(replay, events, at);
  } catch (error) {
    rethrowNewerEvent(error, seq);
    throw error;
  }
}

function assertUndamaged(head: JournalHead, batch: JournalRow): void {
  const [damage] = findDamage(head, batch);
  if (damage !== undefined) throw new Error(`${damage}; see presage verify.`);
}

function* touchedMarkets(events: readonly Event[]): Generator<Market> {
  for (const event of events) {
    for (const { market } of canceledOrders(event)) yield market;
    if (event.type === "order-placed") yield event.order.market;
  }
}

type BooksAt = BooksRequest & { readonly time: number; readonly done: number };

/** Takes the changed books, and returns their rows. */
function* streamBookPages(touched: TouchedBooks, at: BooksAt): Generator<ExportedPage> {
  let rows: ExportedRow[] = [];
  for (const [market, batch] of touched) {
    rows.push(...bookRows(market, batch, at));
    if (rows.length < SHORT_ROWS) continue;
    yield { rows, done: at.done };
    rows = [];
  }
  touched.clear();
  yield { rows, done: at.done };
}

/** Makes rows of a book's levels, bids and asks from the best on; an empty book gives a row without levels. */
function bookRows(market: Market, batch: number, { time, levels }: BooksAt): ExportedRow[] {
  const book = { time, condition_id: market.conditionId, token_id: market.tokenIds[0], batch };
  const rows = [true, false].flatMap((bids) =>
    listLevels(market.book, bids)
      .slice(0, levels)
      .map(({ price, lots }, index) => ({
        ...book,
        side: bids ? "BUY" : "SELL",
        level: index + 1,
        price,
        shares: lots,
      })),
  );
  return rows.length > 0 ? rows : [{ ...book, side: null, level: null, price: null, shares: null }];
}
