/**
 * Rows of the read tables. They are read from the state while it is as their batch left it, and merged by key: of
 * several consecutive batches, each row is written once, as the last of them left it.
 */
import { ACCOUNT_DAYS, ACCOUNT_MARKET_DAYS, ACCOUNTS } from "../tables/accounts.ts";
import { ACCOUNT_FIGURES, MARKET_FIGURES } from "../tables/day-figures.ts";
import {
  BUILDER_VOLUMES,
  EVENT_FIGURES,
  listFigures,
  MARKET_VOLUMES,
  PRICE_HISTORY,
} from "../tables/figures.ts";
import { EVENT_FLAGS, listEventFlags, listMarketFlags, MARKET_FLAGS } from "../tables/flags.ts";
import { MARKET_STATES } from "../tables/market-states.ts";
import { OPERATIONS, TRADES } from "../tables/movements.ts";
import { listChanged, listPlaced, ORDER_PROGRESS, ORDERS } from "../tables/orders.ts";
import { listPositions, POSITIONS } from "../tables/positions.ts";
import { POSITION_HISTORY, SHOWN_PRICES } from "../tables/profit-history.ts";
import type { BatchPlace } from "../tables/table.ts";
import { countEndRows } from "./projection.ts";
import { mergeDecisions, readDecisions } from "./project-decisions.ts";
import type { DecisionRows } from "./project-decisions.ts";
import { mergeListings, readListings } from "./project-listings.ts";
import type { ListingRows } from "./project-listings.ts";
import { insert, update, upsert } from "./table-writes.ts";
import type { Cells, RowKey, TableWrite } from "./table-writes.ts";
import type { Ends, TouchedState } from "./touched.ts";

/** The writes of a flush, in their order. */
export const WRITES = {
  accounts: upsert(ACCOUNTS, ({ accounts }) => accounts.values()),
  positions: upsert(POSITIONS, listPositions),
  orders: insert(ORDERS, listPlaced),
  progress: update(ORDER_PROGRESS, listChanged),
  trades: insert(TRADES, ({ trades }) => trades),
  operations: insert(OPERATIONS, ({ operations }) => operations),
  days: upsert(ACCOUNT_DAYS, ({ traders }) => traders.values()),
  marketDays: upsert(ACCOUNT_MARKET_DAYS, ({ marketSums }) => marketSums.values()),
  marketFigures: upsert(MARKET_FIGURES, ({ marketFigures }) => marketFigures.values()),
  accountFigures: upsert(ACCOUNT_FIGURES, ({ accountFigures }) => accountFigures.values()),
  history: upsert(POSITION_HISTORY, ({ moved }) => moved.values()),
  shown: upsert(SHOWN_PRICES, ({ priced }) => priced.values()),
  builders: upsert(BUILDER_VOLUMES, ({ builders }) => builders),
  prices: upsert(PRICE_HISTORY, ({ records }) => records),
  figures: upsert(EVENT_FIGURES, listFigures),
  volumes: upsert(MARKET_VOLUMES, ({ volumes }) => volumes.values()),
  marketFlags: update(MARKET_FLAGS, listMarketFlags),
  eventFlags: update(EVENT_FLAGS, listEventFlags),
  states: upsert(MARKET_STATES, ({ markets }) => markets.values()),
} satisfies Record<string, TableWrite>;

export type WriteName = keyof typeof WRITES;

export const WRITE_NAMES = Object.keys(WRITES) as readonly WriteName[];

/** Ends of a batch, with the approximate number of their rows. */
export type PlacedEnds = Ends & { readonly batch: BatchPlace; readonly rows: number };

/** Rows by their primary keys. */
type RowMap = Map<RowKey, Cells>;

export type TableRows = {
  readonly written: { readonly [Name in WriteName]: RowMap };
  /** Ends whose rows are built when they are written, after all other rows of a flush. */
  readonly ends: PlacedEnds[];
  readonly listings: ListingRows;
  readonly decisions: DecisionRows;
};

/** Reads the rows of a batch from the state, which must be as the batch left it. */
export function readRows(touched: TouchedState, batch: BatchPlace): TableRows {
  const written = Object.fromEntries(
    WRITE_NAMES.map((name) => {
      const { read, keyOf } = WRITES[name];
      return [name, new Map(read(touched, batch).map((row) => [keyOf(row), row]))];
    }),
  ) as TableRows["written"];
  return {
    written,
    ends: endsOf(touched, batch),
    listings: readListings(touched),
    decisions: readDecisions(touched, batch),
  };
}

function endsOf({ sweeps, redemptions }: TouchedState, batch: BatchPlace): PlacedEnds[] {
  const rows = countEndRows({ sweeps, redemptions });
  return rows === 0 ? [] : [{ sweeps, redemptions, batch, rows }];
}

/** Merges the rows of the next batch into earlier ones. */
export function mergeRows(rows: TableRows, next: TableRows): void {
  // A listing writes flags, too: earlier flags would be written after it.
  for (const no of next.listings.markets.keys()) rows.written.marketFlags.delete(no);
  for (const id of next.listings.events.keys()) rows.written.eventFlags.delete(id);
  rows.ends.push(...next.ends);
  mergeListings(rows.listings, next.listings);
  mergeDecisions(rows.decisions, next.decisions);
  const { progress, ...others } = next.written;
  for (const name of WRITE_NAMES) if (name !== "progress") mergeTable(name, rows, others[name]);
  mergeProgress(rows.written, progress);
}

function mergeTable(name: Exclude<WriteName, "progress">, { written }: TableRows, next: RowMap): void {
  const rows = written[name];
  const { merge } = WRITES[name];
  for (const [key, row] of next) {
    const earlier = rows.get(key);
    rows.set(key, earlier === undefined ? row : merge(earlier, row));
  }
}

/** Positions of the columns of `progress` in the rows of `orders`. */
const PROGRESS_PLACES = Object.keys(ORDER_PROGRESS.columns).map((name) =>
  Object.keys(ORDERS.columns).indexOf(name),
);

/** Merges the progress of an order that the tables lack into the row that inserts it. */
function mergeProgress({ orders, progress }: TableRows["written"], next: RowMap): void {
  for (const [no, row] of next) {
    const placed = orders.get(no);
    if (placed === undefined) progress.set(no, row);
    else for (const [index, place] of PROGRESS_PLACES.entries()) placed[place] = row[index];
  }
}

/** Counts the rows in memory, without the few rows of listings and decisions. */
export const countRows = ({ written }: TableRows): number =>
  WRITE_NAMES.reduce((count, name) => count + written[name].size, 0);
