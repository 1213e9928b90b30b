/**
 * Writes the read tables of a whole journal into empty tables, within one transaction. A flush writes the rows that its
 * batches changed; here every row is written once, when nothing can change it any more. An order is written when it is
 * terminal, a day's sums when the day is over; balances, positions and markets at the end. Rewriting a row in one
 * transaction would leave dead versions, which later writes would have to walk over.
 */
import type { Client } from "pg";
import type { Market } from "../../core/state.ts";
import { addCapped, NO_MICROS } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { DAY_MS, HOUR_MS } from "../catalog/catalog-records.ts";
import type { Batch } from "../journal/journal.ts";
import { ACCOUNT_DAYS, ACCOUNT_MARKET_DAYS } from "../tables/accounts.ts";
import type { AccountSums, MarketSums } from "../tables/accounts.ts";
import { ACCOUNT_STATISTICS, MARKET_STATISTICS, NO_TRADES } from "../tables/day-statistics.ts";
import type { AccountStatistics, MarketStatistics } from "../tables/day-statistics.ts";
import { BUILDER_VOLUMES, MARKET_VOLUMES, PRICE_HISTORY } from "../tables/statistics.ts";
import { OPERATIONS, TRADES } from "../tables/movements.ts";
import { ORDERS, writtenOrder } from "../tables/orders.ts";
import { PERIOD_MS, POSITION_HISTORY, SHOWN_PRICES } from "../tables/profit-history.ts";
import type { MovedPosition, PricedMarket } from "../tables/profit-history.ts";
import { arrayText, cellSql, listCells, listColumns, insertSql, unnestSql } from "../tables/table.ts";
import type { BatchPosition, Cell, Table } from "../tables/table.ts";
import { collectEnds } from "./projection.ts";
import { createRequestRowBuffer, writeRequests } from "./project-decisions.ts";
import type { RequestRowBuffer } from "./project-decisions.ts";
import { mergeRows, readRows } from "./table-rows.ts";
import type { TableRows } from "./table-rows.ts";
import { addAccountStatistics, addSums, createTouched } from "./touched.ts";
import type { TouchedState } from "./touched.ts";
import { writeRows } from "./write-rows.ts";

export type BulkProjection = {
  /** Adds the state that the next batch touched, after it was applied. */
  add(batch: Batch, touched: TouchedState): Promise<void>;
  /** Writes the remaining rows; nothing may be added afterwards. */
  finish(): Promise<void>;
};

type OpenOrder = { readonly placed: TouchedState["placed"][number]; updatedAt: number };
type PriceRecord = TouchedState["records"][number];

type State = {
  readonly client: Client;
  /** The empty result of a batch without events. */
  readonly nothing: TouchedState;
  readonly tables: ReturnType<typeof createTables>;
  readonly open: Map<number, OpenOrder>;
  /** Rows that are written at the end. */
  readonly last: Pick<TouchedState, "accounts" | "positions" | "markets" | "events" | "groups">;
  /** Sums and volumes of the day and the hour of the latest batch. */
  readonly days: Map<number, AccountSums>;
  readonly marketDays: Map<number, MarketSums>;
  readonly builders: Map<string, Micros>;
  readonly marketFigures: Map<number, MarketStatistics>;
  readonly accountFigures: Map<number, AccountStatistics>;
  /** Positions and shown prices, as the period of the latest batch left them. */
  readonly moved: Map<number, MovedPosition>;
  readonly priced: Map<number, PricedMarket>;
  readonly volumes: Map<number, { readonly market: Market; readonly volume: Micros }>;
  readonly requests: RequestRowBuffer;
  /** Prices recorded in the minute of the latest batch, by market. */
  readonly prices: Map<number, PriceRecord>;
  /** Listings, decisions and other rare rows that are not written yet, and the characters of their batches. */
  rest: { readonly rows: TableRows; readonly characters: number } | undefined;
  /** The latest batch. */
  batch: Batch;
};

const MINUTE_MS = 60_000;
/** Items per write at the end. */
const CHUNK = 2_000;
/** Characters of batches whose rare rows are written together: listings take many statements, however few they are. */
const REST_CHARACTERS = 1_000_000;

export function createBulkProjection(client: Client): BulkProjection {
  const state: State = {
    client,
    nothing: createTouched(),
    tables: createTables(client),
    open: new Map(),
    last: {
      accounts: new Map(),
      positions: new Map(),
      markets: new Map(),
      events: new Map(),
      groups: new Map(),
    },
    days: new Map(),
    marketDays: new Map(),
    builders: new Map(),
    marketFigures: new Map(),
    accountFigures: new Map(),
    moved: new Map(),
    priced: new Map(),
    volumes: new Map(),
    requests: createRequestRowBuffer(),
    prices: new Map(),
    rest: undefined,
    batch: { seq: 0, at: 0, events: "", hash: Buffer.alloc(0) },
  };
  return {
    async add(batch, touched) {
      endPeriods(state, batch.at);
      state.batch = batch;
      collectEnds(touched, touched);
      addOrders(state, touched);
      addMovements(state, touched);
      gatherSums(state, touched);
      collectStatistics(state, touched);
      for (const [key, position] of touched.moved) state.moved.set(key, position);
      for (const [no, price] of touched.priced) state.priced.set(no, price);
      for (const record of touched.records) state.prices.set(record.market.no, record);
      collectLastRows(state, touched);
      state.requests.add(batch, touched.requests);
      gatherRest(state, touched);
      if ((state.rest?.characters ?? 0) >= REST_CHARACTERS) await writeRest(state);
      await writeTables(state, "full");
    },
    async finish() {
      endPeriods(state, Number.POSITIVE_INFINITY);
      writeOrders(state, [...state.open.values()], state.nothing);
      await writeTables(state, "all");
      await writeRest(state);
      await writeLast(state);
      const requests = state.requests.list();
      for (let start = 0; start < requests.length; start += CHUNK)
        await writeRequests(client, requests.slice(start, start + CHUNK));
    },
  };
}

const createTables = (client: Client) => ({
  orders: createRowBuffer(client, ORDERS),
  trades: createRowBuffer(client, TRADES),
  operations: createRowBuffer(client, OPERATIONS),
  prices: createRowBuffer(client, PRICE_HISTORY),
  days: createRowBuffer(client, ACCOUNT_DAYS),
  marketDays: createRowBuffer(client, ACCOUNT_MARKET_DAYS),
  builders: createRowBuffer(client, BUILDER_VOLUMES),
  marketFigures: createRowBuffer(client, MARKET_STATISTICS),
  accountFigures: createRowBuffer(client, ACCOUNT_STATISTICS),
  history: createRowBuffer(client, POSITION_HISTORY),
  shown: createRowBuffer(client, SHOWN_PRICES),
  volumes: createRowBuffer(client, MARKET_VOLUMES),
});

function addOrders(state: State, touched: TouchedState): void {
  const { open, batch } = state;
  for (const placed of touched.placed) open.set(placed.order.no, { placed, updatedAt: batch.at });
  const ended: OpenOrder[] = [];
  for (const no of new Set([...touched.placed.map(({ order }) => order.no), ...touched.changed.keys()])) {
    const one = open.get(no);
    if (one === undefined) throw new Error(`order ${no} changed after its end`);
    one.updatedAt = batch.at;
    const { order, ended: given } = one.placed;
    if (order.remaining > 0 && given === undefined && !touched.canceled.has(no)) continue;
    open.delete(no);
    ended.push(one);
  }
  writeOrders(state, ended, touched);
}

/** Writes orders that nothing changes any more; `touched` tells which of them are cancelled and why. */
function writeOrders({ tables, batch }: State, orders: readonly OpenOrder[], touched: TouchedState): void {
  const rows = orders.map(({ placed, updatedAt }) => writtenOrder(touched, placed, updatedAt));
  tables.orders.add(rows, batch);
}

function addMovements({ tables, batch }: State, { trades, operations }: TouchedState): void {
  tables.trades.add(trades, batch);
  tables.operations.add(operations, batch);
}

function gatherSums({ days, marketDays, builders, volumes }: State, touched: TouchedState): void {
  for (const { no, volume, realized } of touched.traders.values()) days.set(no, { no, volume, realized });
  for (const [key, sums] of touched.marketSums) {
    const { volume, taken } = marketDays.get(key) ?? { volume: NO_MICROS, taken: NO_TRADES };
    marketDays.set(key, {
      ...sums,
      volume: addCapped(volume, sums.volume),
      taken: addSums(taken, sums.taken),
    });
  }
  for (const [builder, volume] of touched.builders)
    builders.set(builder, addCapped(builders.get(builder) ?? NO_MICROS, volume));
  for (const { market, volume } of touched.volumes.values()) {
    const before = volumes.get(market.no)?.volume ?? NO_MICROS;
    volumes.set(market.no, { market, volume: addCapped(before, volume) });
  }
}

function collectStatistics({ marketFigures, accountFigures }: State, touched: TouchedState): void {
  for (const [no, { market, ...sums }] of touched.marketFigures)
    marketFigures.set(no, { market, ...addSums(marketFigures.get(no) ?? NO_TRADES, sums) });
  for (const [no, figures] of touched.accountFigures) {
    const before = accountFigures.get(no);
    accountFigures.set(no, before === undefined ? figures : addAccountStatistics(before, figures));
  }
}

/** Writes the rows of the latest batch's minute, hour and day, if `at` is in another one. */
function endPeriods(state: State, at: number): void {
  const { tables, volumes, prices, moved, priced, batch } = state;
  if (Math.floor(batch.at / MINUTE_MS) !== Math.floor(at / MINUTE_MS)) {
    tables.prices.add([...prices.values()], batch);
    prices.clear();
  }
  if (Math.floor(batch.at / PERIOD_MS) !== Math.floor(at / PERIOD_MS)) {
    tables.history.add([...moved.values()], batch);
    tables.shown.add([...priced.values()], batch);
    moved.clear();
    priced.clear();
  }
  if (Math.floor(batch.at / DAY_MS) !== Math.floor(at / DAY_MS)) endDay(state);
  if (Math.floor(batch.at / HOUR_MS) === Math.floor(at / HOUR_MS)) return;
  tables.volumes.add([...volumes.values()], batch);
  volumes.clear();
}

function endDay({ tables, batch, ...state }: State): void {
  const { days, marketDays, builders, marketFigures, accountFigures } = state;
  tables.days.add([...days.values()], batch);
  tables.marketDays.add([...marketDays.values()], batch);
  tables.builders.add([...builders], batch);
  tables.marketFigures.add([...marketFigures.values()], batch);
  tables.accountFigures.add([...accountFigures.values()], batch);
  for (const sums of [days, marketDays, builders, marketFigures, accountFigures]) sums.clear();
}

function collectLastRows({ last }: State, touched: TouchedState): void {
  for (const [no, account] of touched.accounts) last.accounts.set(no, account);
  for (const [key, position] of touched.positions) last.positions.set(key, position);
  for (const [no, market] of touched.markets) last.markets.set(no, market);
  for (const [id, event] of touched.events) last.events.set(id, event);
  for (const [key, group] of touched.groups) last.groups.set(key, group);
}

/** Gathers listings, decisions and other rare rows, with the markets that they are about, merged as for a flush. */
function gatherRest(state: State, touched: TouchedState): void {
  const { nothing, batch, rest } = state;
  const { placed, changed, canceled, sweeps, redemptions, trades, operations, records } = nothing;
  const { accounts, positions, moved, markets, priced, events, groups } = nothing;
  const { traders, marketSums, builders, volumes, marketFigures, accountFigures, requests } = nothing;
  const rare = {
    ...touched,
    placed,
    changed,
    canceled,
    sweeps,
    redemptions,
    trades,
    operations,
    records,
    accounts,
    positions,
    moved,
    markets,
    priced,
    events,
    groups,
    traders,
    marketSums,
    builders,
    volumes,
    marketFigures,
    accountFigures,
    requests,
  };
  const isRare = Object.values(rare).some((some) => ("size" in some ? some.size : some.length) > 0);
  if (!isRare) return;
  const rows = readRows({ ...rare, markets: touched.markets, events: touched.events }, batch);
  if (rest !== undefined) mergeRows(rest.rows, rows);
  state.rest = {
    rows: rest?.rows ?? rows,
    characters: (rest?.characters ?? 0) + batch.events.length,
  };
}

async function writeRest(state: State): Promise<void> {
  const { client, rest } = state;
  state.rest = undefined;
  if (rest !== undefined) await writeRows(client, rest.rows);
}

async function writeTables({ tables }: State, which: "full" | "all"): Promise<void> {
  for (const table of Object.values<RowBuffer<never>>(tables)) await table.write(which);
}

async function writeLast(state: State): Promise<void> {
  const { nothing, last } = state;
  for (const accounts of splitChunks(last.accounts)) await writeTouchedRows(state, { ...nothing, accounts });
  for (const positions of splitChunks(last.positions))
    await writeTouchedRows(state, { ...nothing, positions });
  for (const markets of splitChunks(last.markets)) await writeTouchedRows(state, { ...nothing, markets });
  for (const groups of splitChunks(last.groups)) await writeTouchedRows(state, { ...nothing, groups });
  for (const events of splitChunks(last.events)) await writeTouchedRows(state, { ...nothing, events });
}

const writeTouchedRows = ({ client, batch }: State, touched: TouchedState): Promise<void> =>
  writeRows(client, readRows(touched, batch));

function* splitChunks<Key, Value>(all: ReadonlyMap<Key, Value>): Generator<Map<Key, Value>> {
  let chunk = new Map<Key, Value>();
  for (const [key, value] of all) {
    chunk.set(key, value);
    if (chunk.size < CHUNK) continue;
    yield chunk;
    chunk = new Map();
  }
  if (chunk.size > 0) yield chunk;
}

// Rows of one table, buffered until there are enough of them for one insert.

type RowBuffer<Row> = {
  /** Adds the current values of rows of this batch. */
  add(rows: readonly Row[], batch: BatchPosition): void;
  /** Writes the buffered rows: if there are enough of them, or in any case. */
  write(which: "full" | "all"): Promise<void>;
};

const ROWS_PER_WRITE = 2_000;

function createRowBuffer<Row>(client: Client, table: Table<Row>): RowBuffer<Row> {
  const columns = listColumns(table);
  const text = insertSql(table, unnestSql(columns, 1), cellSql);
  const statement = { name: `bulk-${table.name}`, text };
  const empty = () => columns.map(([, column]) => ({ column, cells: [] as Cell[] }));
  let gathered = empty();
  let count = 0;
  return {
    add(rows, batch) {
      count += rows.length;
      for (const { column, cells } of gathered)
        for (const cell of listCells(rows, column, batch)) cells.push(cell);
    },
    async write(which) {
      if (count === 0 || (which === "full" && count < ROWS_PER_WRITE)) return;
      const values = gathered.map(({ cells }) => arrayText(cells));
      gathered = empty();
      count = 0;
      await client.query({ ...statement, values });
    },
  };
}
