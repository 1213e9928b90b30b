/**
 * Rows of the read tables. They are read from the state as their batch left it, and merged by key: of several consecutive
 * batches, each row is written once, as the last batch left it.
 */
import type { Event } from "../../core/events/event.ts";
import type { Exchange } from "../../core/state.ts";
import { MAX_MICROS } from "../../core/units.ts";
import type { Batch } from "../journal/journal.ts";
import { ACCOUNT_DAYS, ACCOUNT_MARKET_DAYS, ACCOUNTS } from "../tables/accounts.ts";
import { ACCOUNT_STATISTICS, MARKET_STATISTICS } from "../tables/day-statistics.ts";
import {
  BUILDER_VOLUMES,
  EVENT_STATISTICS,
  listEventStatistics,
  MARKET_VOLUMES,
  PRICE_HISTORY,
} from "../tables/statistics.ts";
import { EVENT_FLAGS, listEventFlags, listMarketFlags, MARKET_FLAGS } from "../tables/flags.ts";
import { MARKET_STATES } from "../tables/market-states.ts";
import { OPERATIONS, TRADES } from "../tables/movements.ts";
import { listChanged, listPlaced, ORDER_PROGRESS, ORDERS } from "../tables/orders.ts";
import { ORDER_GROUPS } from "../tables/order-groups.ts";
import { listPositions, POSITIONS } from "../tables/positions.ts";
import { POSITION_HISTORY, SHOWN_PRICES } from "../tables/profit-history.ts";
import { arrayText, cellSql, listColumns, insertSql, unnestSql } from "../tables/table.ts";
import type { BatchPosition, Cell, NamedColumn, Table } from "../tables/table.ts";
import { mergeDecisions, readDecisions } from "./project-decisions.ts";
import type { DecisionRows } from "./project-decisions.ts";
import { mergeListings, readListings } from "./project-listings.ts";
import type { ListingRows } from "./project-listings.ts";
import { countEndRows, collectTouched } from "./projection.ts";
import type { BatchEnds, TouchedState } from "./touched.ts";

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
  marketFigures: upsert(MARKET_STATISTICS, ({ marketFigures }) => marketFigures.values()),
  accountFigures: upsert(ACCOUNT_STATISTICS, ({ accountFigures }) => accountFigures.values()),
  history: upsert(POSITION_HISTORY, ({ moved }) => moved.values()),
  shown: upsert(SHOWN_PRICES, ({ priced }) => priced.values()),
  groups: upsert(ORDER_GROUPS, ({ groups }) => groups.values()),
  builders: upsert(BUILDER_VOLUMES, ({ builders }) => builders),
  prices: upsert(PRICE_HISTORY, ({ records }) => records),
  figures: upsert(EVENT_STATISTICS, listEventStatistics),
  volumes: upsert(MARKET_VOLUMES, ({ volumes }) => volumes.values()),
  marketFlags: update(MARKET_FLAGS, listMarketFlags),
  eventFlags: update(EVENT_FLAGS, listEventFlags),
  states: upsert(MARKET_STATES, ({ markets }) => markets.values()),
} satisfies Record<string, TableWrite>;

export type WriteName = keyof typeof WRITES;

export const WRITE_NAMES = Object.keys(WRITES) as readonly WriteName[];

/** Ends of a batch, with the approximate number of their rows. */
export type CountedEnds = BatchEnds & { readonly batch: BatchPosition; readonly rows: number };

/** Rows by their primary keys. */
type RowMap = Map<RowKey, Cells>;

export type TableRows = {
  readonly written: { readonly [Name in WriteName]: RowMap };
  /** Ends whose rows are built when they are written, after all other rows of a flush. */
  readonly ends: CountedEnds[];
  readonly listings: ListingRows;
  readonly decisions: DecisionRows;
};

/** Reads the rows of a batch from the state, which must be as the batch left it. */
export function readRows(touched: TouchedState, batch: BatchPosition): TableRows {
  const written = Object.fromEntries(
    WRITE_NAMES.map((name) => {
      const { read, keyOf } = WRITES[name];
      return [name, new Map(read(touched, batch).map((row) => [keyOf(row), row]))];
    }),
  ) as TableRows["written"];
  return {
    written,
    ends: listEnds(touched, batch),
    listings: readListings(touched),
    decisions: readDecisions(touched, batch),
  };
}

function listEnds({ sweeps, redemptions }: TouchedState, batch: BatchPosition): CountedEnds[] {
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
const PROGRESS_COLUMN_INDEXES = Object.keys(ORDER_PROGRESS.columns).map((name) =>
  Object.keys(ORDERS.columns).indexOf(name),
);

/** Merges the progress of an order that the tables lack into the row that inserts it. */
function mergeProgress({ orders, progress }: TableRows["written"], next: RowMap): void {
  for (const [no, row] of next) {
    const placed = orders.get(no);
    if (placed === undefined) progress.set(no, row);
    else for (const [index, place] of PROGRESS_COLUMN_INDEXES.entries()) placed[place] = row[index];
  }
}

/** Counts the rows in memory, without the few rows of listings and decisions. */
export const countRows = ({ written }: TableRows): number =>
  WRITE_NAMES.reduce((count, name) => count + written[name].size, 0);

// Writes of read tables: the SQL of each, the rows of a batch, and how a later row merges with an earlier one.
// Generated from the tables' descriptions when the module is loaded.

/** A row as the values of its columns, in the order of its table's description. */
export type Cells = Cell[];

/** The primary key of a row: the value of its one column, or those of several joined. */
type RowKey = Cell;

type TableWrite = {
  /** Number of parameters, one array for each column. */
  readonly parameters: number;
  /** SQL whose first array is parameter number `first`. */
  readonly sql: (first: number) => string;
  /** Reads the rows of a batch from the state, which must be as the batch left it. */
  readonly read: (touched: TouchedState, batch: BatchPosition) => Cells[];
  readonly keyOf: (row: Cells) => RowKey;
  /** Merges two rows of one key into the row that both writes would result in, the earlier one first. */
  readonly merge: (earlier: Cells, later: Cells) => Cells;
  /** Returns the parameters of these rows. */
  readonly values: (rows: readonly Cells[]) => string[];
};

/** Lists the rows of a batch in a table. */
type ListBatchRows<Row> = (touched: TouchedState) => Iterable<Row>;

/** Inserts rows with keys that the table cannot have yet. */
function insert<Row>(table: Table<Row>, rowsOf: ListBatchRows<Row>): TableWrite {
  return write(table, rowsOf, (rows) => insertSql(table, rows, cellSql));
}

/** Inserts rows, and updates those whose keys the table has. */
export function upsert<Row>(table: Table<Row>, rowsOf: ListBatchRows<Row>): TableWrite {
  const changes = listColumns(table).flatMap((column) => conflictSql(table, column) ?? []);
  const conflict = `on conflict (${table.key.join(", ")}) do update set ${changes.join(", ")}`;
  return write(table, rowsOf, (rows) => `${insertSql(table, rows, cellSql)} ${conflict}`);
}

function conflictSql(
  { name: table, key }: Table<never>,
  [name, column]: NamedColumn<never>,
): string | undefined {
  if (key.includes(name)) return undefined;
  switch (column.onConflict) {
    case "keep":
      return undefined;
    case "first":
      return `${name} = coalesce(${table}.${name}, excluded.${name})`;
    case "sum":
      return `${name} = least(${table}.${name}::numeric + excluded.${name}, ${MAX_MICROS})`;
    case undefined:
      return `${name} = excluded.${name}`;
  }
}

/** Updates rows that the table has. */
export function update<Row>(table: Table<Row>, rowsOf: ListBatchRows<Row>): TableWrite {
  const { name: updated, key } = table;
  const changes = listColumns(table)
    .filter(([name]) => !key.includes(name))
    .map((column) => `${column[0]} = ${cellSql(column)}`);
  const found = key.map((name) => `${updated}.${name} = row.${name}`).join(" and ");
  return write(
    table,
    rowsOf,
    (rows) => `update ${updated} set ${changes.join(", ")} from ${rows} where ${found}`,
  );
}

function write<Row>(
  table: Table<Row>,
  rowsOf: ListBatchRows<Row>,
  sql: (rows: string) => string,
): TableWrite {
  const columns = listColumns(table);
  const none = columns.map(() => "{}");
  const merges = columns.map(([, { onConflict }]) => onConflict);
  const replaces = merges.every((merge) => merge === undefined || merge === "keep");
  return {
    parameters: columns.length,
    sql: (first) => sql(unnestSql(columns, first)),
    read: (touched, batch) =>
      Array.from(rowsOf(touched), (row) => columns.map(([, { value }]) => value(row, batch))),
    keyOf: keyReader(table),
    merge: (earlier, later) =>
      replaces ? later : later.map((cell, place) => merged(merges[place], earlier[place], cell)),
    values: (rows) =>
      rows.length === 0 ? none : columns.map((_, place) => arrayText(rows.map((row) => row[place]))),
  };
}

function keyReader({ key, columns }: Table<never>): TableWrite["keyOf"] {
  const names = Object.keys(columns);
  const places = key.map((name) => names.indexOf(name));
  const [only, ...others] = places;
  return only !== undefined && others.length === 0
    ? (row) => row[only]
    : (row) => places.map((place) => row[place]).join();
}

/** Merges two writes of one column in memory, by the rule that `conflictSql` applies in the database. */
function merged(onConflict: "keep" | "first" | "sum" | undefined, earlier: Cell, later: Cell): Cell {
  switch (onConflict) {
    case "keep":
      return earlier;
    case "first":
      return earlier ?? later;
    case "sum":
      return Math.min(Number(earlier) + Number(later), MAX_MICROS);
    case undefined:
      return later;
  }
}

// The rows of one or more committed batches that the read tables do not have yet, with an estimate of their memory.

export type BatchRows = {
  /** The last of the batches, and its hash. */
  readonly seq: number;
  readonly hash: Buffer;
  readonly rows: TableRows;
  /** Number of characters of the listings and decisions, which are stored as received. */
  readonly characters: number;
};

/** Approximate bytes of one row: an array of twelve values, and its entry in a map. */
const ROW_BYTES = 300;

/** Reads the rows of a batch from the exchange, which must be as the batch left it. */
export function readBatchRows(
  exchange: Exchange,
  events: readonly Event[],
  batch: Batch,
  manyEnds?: number,
): BatchRows {
  const rows = readRows(collectTouched(exchange, events, manyEnds), batch);
  const { listings, decisions } = rows;
  const { steps, audited, requests } = decisions;
  const isKept = listings.events.size + steps.length + audited.length + requests.length > 0;
  return { seq: batch.seq, hash: batch.hash, rows, characters: isKept ? batch.events.length : 0 };
}

/** Merges the rows of the next batch into `earlier`, which must not be used any more. */
export function mergeBatchRows(earlier: BatchRows | undefined, next: BatchRows): BatchRows {
  if (earlier === undefined) return next;
  mergeRows(earlier.rows, next.rows);
  return {
    seq: next.seq,
    hash: next.hash,
    rows: earlier.rows,
    characters: earlier.characters + next.characters,
  };
}

/**
 * Rows in memory, their approximate bytes, and rows of terminal orders and redemptions, which are built when they are
 * written.
 */
type BatchSize = { readonly rows: number; readonly bytes: number; readonly ends: number };

/** Returns the size of batches; zero for `undefined`. */
export function measureBatches(batches: BatchRows | undefined): BatchSize {
  if (batches === undefined) return { rows: 0, bytes: 0, ends: 0 };
  const rows = countRows(batches.rows);
  const bytes = rows * ROW_BYTES + 2 * batches.characters;
  return { rows, bytes, ends: batches.rows.ends.reduce((count, ends) => count + ends.rows, 0) };
}
