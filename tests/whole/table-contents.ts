/**
 * Contents of the read tables in a run, and what rows make of them: plain maps, by rules of their own. A row that exists
 * is not added again, and one that does not exist is not changed.
 */
import assert from "node:assert/strict";
import type { RequestName } from "../../src/core/request.ts";
import { MAX_MICROS } from "../../src/core/units.ts";
import { WRITE_NAMES } from "../../src/store/projector/table-rows.ts";
import type { TableRows, WriteName, Cells } from "../../src/store/projector/table-rows.ts";
import { sliceEnds } from "../../src/store/projector/write-rows.ts";
import { ACCOUNT_DAYS, ACCOUNT_MARKET_DAYS, ACCOUNTS } from "../../src/store/tables/accounts.ts";
import { ACCOUNT_STATISTICS, MARKET_STATISTICS } from "../../src/store/tables/day-statistics.ts";
import {
  BUILDER_VOLUMES,
  EVENT_STATISTICS,
  MARKET_VOLUMES,
  PRICE_HISTORY,
} from "../../src/store/tables/statistics.ts";
import { EVENT_FLAGS, MARKET_FLAGS } from "../../src/store/tables/flags.ts";
import { MARKET_STATES } from "../../src/store/tables/market-states.ts";
import { OPERATIONS, TRADES } from "../../src/store/tables/movements.ts";
import { ORDER_PROGRESS, ORDERS } from "../../src/store/tables/orders.ts";
import { ORDER_GROUPS } from "../../src/store/tables/order-groups.ts";
import { POSITIONS } from "../../src/store/tables/positions.ts";
import { POSITION_HISTORY, SHOWN_PRICES } from "../../src/store/tables/profit-history.ts";
import type { Column, Table } from "../../src/store/tables/table.ts";

export type StoredRow = { readonly [column: string]: unknown };

type StoredTable = {
  readonly rows: Map<string, StoredRow>;
  /** Keys of the rows that were written since the last comparison. */
  readonly written: Set<string>;
};

export type TableContents = Map<string, StoredTable>;

type Way = "insert" | "upsert" | "update";

const WAYS: { readonly [Name in WriteName]: readonly [Way, Table<never>] } = {
  accounts: ["upsert", ACCOUNTS],
  positions: ["upsert", POSITIONS],
  orders: ["insert", ORDERS],
  progress: ["update", ORDER_PROGRESS],
  trades: ["insert", TRADES],
  operations: ["insert", OPERATIONS],
  days: ["upsert", ACCOUNT_DAYS],
  marketDays: ["upsert", ACCOUNT_MARKET_DAYS],
  marketFigures: ["upsert", MARKET_STATISTICS],
  accountFigures: ["upsert", ACCOUNT_STATISTICS],
  history: ["upsert", POSITION_HISTORY],
  shown: ["upsert", SHOWN_PRICES],
  groups: ["upsert", ORDER_GROUPS],
  builders: ["upsert", BUILDER_VOLUMES],
  prices: ["upsert", PRICE_HISTORY],
  figures: ["upsert", EVENT_STATISTICS],
  volumes: ["upsert", MARKET_VOLUMES],
  marketFlags: ["update", MARKET_FLAGS],
  eventFlags: ["update", EVENT_FLAGS],
  states: ["upsert", MARKET_STATES],
};

export const createTableContents = (): TableContents => new Map();

/** Copies all rows, which are never changed in place. */
export const copyContents = (contents: TableContents): TableContents =>
  new Map([...contents].map(([name, { rows }]) => [name, { rows: new Map(rows), written: new Set() }]));

/** The rows of a table by their keys. */
export const rowsOf = (contents: TableContents, name: string): ReadonlyMap<string, StoredRow> =>
  tableOf(contents, name).rows;

/** Applies rows as one flush does: listings and decisions first, ends last. */
export function applyRows(contents: TableContents, rows: TableRows): void {
  applyListings(contents, rows);
  applyDecisions(contents, rows);
  checkWrittenOnce(rows);
  for (const name of WRITE_NAMES) applyCells(contents, name, rows.written[name].values());
  for (const ends of rows.ends)
    for (const slice of sliceEnds(ends))
      for (const name of WRITE_NAMES) applyCells(contents, name, slice[name] ?? []);
}

function applyCells(contents: TableContents, name: WriteName, rows: Iterable<Cells>): void {
  const [way, table] = WAYS[name];
  const names = Object.keys(table.columns);
  for (const cells of rows) {
    assert.equal(cells.length, names.length, `columns of a row of ${name}`);
    const row = Object.fromEntries(names.map((column, place) => [column, cells[place] ?? null]));
    write(contents, way, table, row);
  }
}

/** Checks that no order is added and changed in one statement, of which only one would count. */
function checkWrittenOnce({ written: { orders, progress } }: TableRows): void {
  for (const no of progress.keys()) assert.ok(!orders.has(no), `a flush adds order ${no} and changes it`);
}

function write(
  contents: TableContents,
  way: Way,
  { name, key, columns }: Table<never>,
  row: StoredRow,
): void {
  const rowKey = key.map((column) => `${row[column]}`).join(" ");
  const earlier = rowsOf(contents, name).get(rowKey);
  if (way === "insert") assert.equal(earlier, undefined, `${name} has ${rowKey} already`);
  if (way === "update") assert.notEqual(earlier, undefined, `${name} has no ${rowKey} to change`);
  const next =
    earlier === undefined
      ? row
      : Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            column,
            conflicting(columns[column], earlier[column], value),
          ]),
        );
  put(contents, name, rowKey, { ...earlier, ...next });
}

/** The value of a column of which the table has a row already. */
function conflicting(column: Column<never> | undefined, stored: unknown, value: unknown): unknown {
  switch (column?.onConflict) {
    case "keep":
      return stored;
    case "first":
      return stored ?? value;
    case "sum":
      return Math.min(Number(stored) + Number(value), MAX_MICROS);
    case undefined:
      return value;
  }
}

function applyListings(contents: TableContents, { listings }: TableRows): void {
  const { events, markets, tags, series } = listings;
  for (const [id, { content, flags }] of events) {
    put(contents, "events", id, { content: JSON.stringify(content) });
    put(contents, "event_entries", id, { ...rowsOf(contents, "event_entries").get(id), event: id, ...flags });
  }
  for (const [no, { content, event, flags }] of markets) {
    const entries = rowsOf(contents, "market_entries");
    put(contents, "markets", `${no}`, { event, content: JSON.stringify(content) });
    put(contents, "market_entries", `${no}`, { ...entries.get(`${no}`), market: no, ...flags });
  }
  for (const [id, tag] of tags) put(contents, "tags", id, { ...tag });
  for (const [id, one] of series) put(contents, "series", id, { content: JSON.stringify(one) });
}

function applyDecisions(contents: TableContents, { decisions }: TableRows): void {
  const { converted, bans, modes, steps, audited, requests } = decisions;
  for (const [event, lots] of converted) put(contents, "event_states", event, { converted: lots });
  for (const [address, at] of bans) {
    if (at === undefined) remove(contents, "bans", address);
    else put(contents, "bans", address, { at });
  }
  assert.ok(modes.length <= 1, "a flush writes several modes");
  for (const mode of modes) put(contents, "exchange_mode", "", mode);
  for (const { seq, place, ...step } of steps) add(contents, "resolution_steps", `${seq} ${place}`, step);
  for (const { seq, place, at, event } of audited) {
    const { operator, action, subject, reason } = event;
    const details = JSON.stringify(event.details);
    add(contents, "audit", `${seq} ${place}`, { at, operator, action, subject, reason, details });
  }
  for (const { seq, place, at, event } of requests)
    add(contents, "requests", `${seq} ${place}`, { seq, at, name: nameOf(event), result: event.result });
}

const nameOf = ({ caller, key, signed, content }: RequestName): RequestName => ({
  caller,
  key,
  signed,
  content,
});

function tableOf(contents: TableContents, name: string): StoredTable {
  const known = contents.get(name);
  if (known !== undefined) return known;
  const table: StoredTable = { rows: new Map(), written: new Set() };
  contents.set(name, table);
  return table;
}

function put(contents: TableContents, name: string, key: string, row: StoredRow): void {
  const { rows, written } = tableOf(contents, name);
  rows.set(key, row);
  written.add(key);
}

function add(contents: TableContents, name: string, key: string, row: StoredRow): void {
  assert.ok(!rowsOf(contents, name).has(key), `${name} has ${key} already`);
  put(contents, name, key, row);
}

function remove(contents: TableContents, name: string, key: string): void {
  const { rows, written } = tableOf(contents, name);
  rows.delete(key);
  written.add(key);
}

/** Compares the rows that either wrote since the last comparison. */
export function compareWritten(actual: TableContents, wanted: TableContents, what: string): void {
  for (const name of new Set([...actual.keys(), ...wanted.keys()])) {
    const [one, other] = [tableOf(actual, name), tableOf(wanted, name)];
    for (const key of new Set([...one.written, ...other.written]))
      compareRow(`${name} ${key} ${what}`, one.rows.get(key), other.rows.get(key));
    one.written.clear();
    other.written.clear();
  }
}

/** Compares all rows. */
export function compareAll(actual: TableContents, wanted: TableContents, what: string): void {
  for (const name of new Set([...actual.keys(), ...wanted.keys()])) {
    const [one, other] = [rowsOf(actual, name), rowsOf(wanted, name)];
    assert.equal(one.size, other.size, `rows of ${name} ${what}`);
    for (const [key, row] of other) compareRow(`${name} ${key} ${what}`, one.get(key), row);
  }
}

function compareRow(what: string, actual: StoredRow | undefined, wanted: StoredRow | undefined): void {
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) assert.deepEqual(actual, wanted, what);
}
