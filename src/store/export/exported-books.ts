/**
 * Order books as they stood at the ends of periods, made by replaying the journal through the core. There is no stored
 * state between its first batch and its last, so that a replay begins with the first. In memory are the exchange's state
 * and a page of rows.
 */
import { listLevels } from "../../core/book.ts";
import { canceledOrders } from "../../core/canceled-orders.ts";
import { createReplay, replayBatch } from "../../core/event-codec.ts";
import type { Replay } from "../../core/event-codec.ts";
import type { Event } from "../../core/event.ts";
import type { Market } from "../../core/state.ts";
import { GENESIS_HASH } from "../journal/journal.ts";
import type { JournalHead } from "../journal/journal.ts";
import { refuseNewerEvent } from "../journal/newer-event.ts";
import { findDamage, journalRows } from "../journal/verify-journal.ts";
import type { JournalRow } from "../journal/verify-journal.ts";
import { SHORT_ROWS, streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import type { ExportedPage, ExportedRow, ExportSpan } from "./exported-tables.ts";

export type BooksRequest = ExportSpan & {
  /** The last batch. */
  readonly last: number;
  /** The only market; all unless given. */
  readonly conditionId: string | undefined;
  /** Levels of a side; all unless given. */
  readonly levels?: number | undefined;
};

/** Batches after which a page comes, with rows or without. */
const PAGE_BATCHES = 500;

/** The market and the last batch that touched its book since its last rows. */
type TouchedBooks = Map<Market, number>;

/**
 * Streams the books that orders touched in each period, as of its end. Those of the span's first time are all books that
 * were ever touched. `done` counts batches.
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
    if (end > time) yield* pagesOf(touched, { ...request, time, done: head.seq });
    if (end >= until) return;
    time = end;
    refuseDamaged(head, batch);
    for (const market of touchedMarkets(replayKnown(replay, batch)))
      if (conditionId === undefined || market.conditionId === conditionId) touched.set(market, batch.seq);
    head = batch;
    if (batch.seq % PAGE_BATCHES === 0) yield { rows: [], done: batch.seq };
  }
  if (periodEnd(head.at, every) >= first) yield* pagesOf(touched, { ...request, time, done: head.seq });
}

const periodEnd = (at: number, every: number): number => (Math.floor(at / every) + 1) * every;

function replayKnown(replay: Replay, { seq, events, at }: JournalRow): Event[] {
  try {
    return replayBatch(replay, events, at);
  } catch (error) {
    refuseNewerEvent(error, seq);
    throw error;
  }
}

function refuseDamaged(head: JournalHead, batch: JournalRow): void {
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

/** Takes the books that were touched, and gives their rows. */
function* pagesOf(touched: TouchedBooks, at: BooksAt): Generator<ExportedPage> {
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

/** The levels of a book, bids and asks from the best on; of an empty one a row that has none. */
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
