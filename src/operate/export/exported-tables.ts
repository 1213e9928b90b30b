/**
 * Tables of an export: the columns with their kinds, and the query of their rows. Amounts are whole numbers of the
 * kind's unit, ids are text. A span of times includes `from` and excludes `until`.
 */
import { once } from "node:events";
import { Readable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { writeCsvLine } from "../../base/csv.ts";
import { decimalText } from "../../core/units.ts";
import { THREAD_TIMEOUT_MS, askThreadWithTimeout } from "../../store/sql/with-timeout.ts";

/** Kinds of values; a decimal has a fixed number of decimal places. */
export type ColumnKind = "text" | "integer" | "flag" | "time" | DecimalKind;
type DecimalKind = "collateral" | "shares" | "price" | "midpoint" | "average";

/** Decimal places of a unit. */
export const DECIMALS_BY_KIND: Readonly<Record<DecimalKind, number>> = {
  collateral: 6,
  shares: 2,
  price: 4,
  midpoint: 5,
  average: 6,
};

export const isDecimal = (kind: ColumnKind): kind is DecimalKind => Object.hasOwn(DECIMALS_BY_KIND, kind);

export type Columns = Readonly<Record<string, ColumnKind>>;

/** A row by column; times are milliseconds since 1970. */
export type ExportedRow = Readonly<Record<string, string | number | boolean | null>>;

/** Page of rows that are in memory together. */
export type ExportedPage = {
  readonly rows: readonly ExportedRow[];
  /** Progress after these rows: a number of rows or, if the journal is replayed, of batches. */
  readonly done: number;
};

export type ExportSpan = {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Length of a period, ms: that of a candle, or the interval between two states of the books. */
  readonly every: number;
};

type ExportedTable = {
  /** Noun for its rows, singular and plural. */
  readonly nouns: readonly [string, string];
  readonly columns: Columns;
};

type QueriedTable = ExportedTable & {
  /** Builds the query of the rows in the span, in order. */
  readonly rows: (span: ExportSpan) => string;
};

const withinSpan = (column: string, { from, until }: ExportSpan): string =>
  [
    "true",
    ...(from === undefined ? [] : [`${column} >= ${from}`]),
    ...(until === undefined ? [] : [`${column} < ${until}`]),
  ].join(" and ");

const ownPrice = (order: string): string =>
  `case ${order}.outcome when 0 then trades.price else 10000 - trades.price end`;
const tokenExpression = (outcome: string): string => `markets.token_ids[${outcome} + 1]`;
const encodeHex = (bytes: string): string => `'0x' || encode(${bytes}, 'hex')`;

/** Fills whose settlement a sandbox makes fail, with their status as in `GET /data/trades`. */
const FAILING_FILLS = `
    select generate_series(first, last) as no,
      case outcome when 'failed' then 'FAILED' when 'confirmed' then 'CONFIRMED' else 'MATCHED' end as status
    from failing_settlements`;

const TRADES: QueriedTable = {
  nouns: ["trade", "trades"],
  columns: {
    number: "integer",
    batch: "integer",
    time: "time",
    condition_id: "text",
    token_id: "text",
    side: "text",
    price: "price",
    shares: "shares",
    collateral: "collateral",
    taker: "text",
    taker_order: "text",
    taker_fee: "collateral",
    maker: "text",
    maker_order: "text",
    maker_token_id: "text",
    maker_side: "text",
    maker_fee: "collateral",
    status: "text",
  },
  rows: (span) => `
    select trades.no as number, trades.batch, trades.at as time, condition_id, ${tokenExpression("incoming.outcome")} as token_id,
      incoming.side, ${ownPrice("incoming")} as price, trades.lots as shares,
      trades.lots * ${ownPrice("incoming")} as collateral, taker.address as taker, ${encodeHex("incoming.id")} as taker_order,
      taker_fee, maker.address as maker, ${encodeHex("resting.id")} as maker_order,
      ${tokenExpression("resting.outcome")} as maker_token_id, resting.side as maker_side, maker_fee,
      coalesce(failing.status, 'CONFIRMED') as status
    from trades
    join markets on markets.no = trades.market
    join orders as incoming on incoming.no = trades.taker
    join orders as resting on resting.no = trades.maker
    join accounts as taker on taker.no = taker_account
    join accounts as maker on maker.no = maker_account
    left join (${FAILING_FILLS}) as failing on failing.no = trades.no
    where ${withinSpan("trades.at", span)} order by trades.no`,
};

const ORDERS: QueriedTable = {
  nouns: ["order", "orders"],
  columns: {
    number: "integer",
    id: "text",
    placed_at: "time",
    updated_at: "time",
    wallet: "text",
    condition_id: "text",
    token_id: "text",
    side: "text",
    kind: "text",
    post_only: "flag",
    price: "price",
    shares: "shares",
    filled: "shares",
    status: "text",
    reason: "text",
    expires_at: "time",
    builder: "text",
  },
  rows: (span) => `
    select orders.no as number, ${encodeHex("orders.id")} as id, placed_at, updated_at, address as wallet, condition_id,
      ${tokenExpression("outcome")} as token_id, side, kind, post_only, limit_price as price, lots as shares, filled, status,
      reason, nullif(expires_at, 0) as expires_at, ${encodeHex("builder")} as builder
    from orders
    join markets on markets.no = orders.market
    join accounts on accounts.no = orders.account
    where ${withinSpan("placed_at", span)} order by orders.no`,
};

const POSITIONS: QueriedTable = {
  nouns: ["position", "positions"],
  columns: {
    wallet: "text",
    condition_id: "text",
    token_id: "text",
    shares: "shares",
    held: "shares",
    average_price: "average",
    bought: "shares",
    realized: "collateral",
    changed_at: "time",
  },
  rows: (span) => `
    select address as wallet, condition_id, ${tokenExpression("outcome")} as token_id, lots as shares, positions.held,
      average as average_price, bought, positions.realized, changed_at
    from positions
    join markets on markets.no = positions.market
    join accounts on accounts.no = positions.account
    where ${withinSpan("changed_at", span)} order by positions.account, positions.market, outcome`,
};

const MINUTE_MS = 60_000;

const PRICES: QueriedTable = {
  nouns: ["price", "prices"],
  columns: { time: "time", condition_id: "text", token_id: "text", midpoint: "midpoint" },
  rows: (span) => `
    select minute::bigint * ${MINUTE_MS} as time, condition_id, ${tokenExpression("outcome")} as token_id,
      case outcome when 0 then midpoint else 20000 - midpoint end * 5 as midpoint
    from price_history join markets on markets.no = market cross join (values (0), (1)) as outcomes (outcome)
    where ${withinSpan(`minute::bigint * ${MINUTE_MS}`, span)} order by market, minute, outcome`,
};

const CANDLES: QueriedTable = {
  nouns: ["candle", "candles"],
  columns: {
    time: "time",
    condition_id: "text",
    token_id: "text",
    open: "price",
    high: "price",
    low: "price",
    close: "price",
    volume: "shares",
    trades: "integer",
  },
  rows: (span) => `
    select time, condition_id, ${tokenExpression("0")} as token_id, open, high, low, close, volume, candles.trades
    from (
      select market, trades.at / ${span.every} * ${span.every} as time, (array_agg(price order by no))[1] as open,
        max(price) as high, min(price) as low, (array_agg(price order by no desc))[1] as close,
        sum(lots)::bigint as volume, count(*) as trades
      from trades group by 1, 2
    ) as candles
    join markets on markets.no = market
    where ${withinSpan("time", span)} order by market, time`,
};

const JOURNAL: QueriedTable = {
  nouns: ["batch", "batches"],
  columns: { batch: "integer", time: "time", hash: "text", events: "text" },
  rows: (span) => `
    select seq as batch, at as time, ${encodeHex("hash")} as hash, events from journal
    where ${withinSpan("at", span)} order by seq`,
};

const BOOKS: ExportedTable = {
  nouns: ["level", "levels"],
  columns: {
    time: "time",
    condition_id: "text",
    token_id: "text",
    batch: "integer",
    side: "text",
    level: "integer",
    price: "price",
    shares: "shares",
  },
};

/** Tables whose rows a query reads. */
export const QUERIED_TABLES = {
  trades: TRADES,
  orders: ORDERS,
  positions: POSITIONS,
  prices: PRICES,
  candles: CANDLES,
  journal: JOURNAL,
} as const satisfies Readonly<Record<string, QueriedTable>>;

/** All tables: those read by a query, and the books, which are built by replaying the journal. */
export const EXPORTED_TABLES = { ...QUERIED_TABLES, books: BOOKS } as const;

export type QueriedName = keyof typeof QUERIED_TABLES;
export type ExportedName = keyof typeof EXPORTED_TABLES;
export const EXPORTED_NAMES = [
  "trades",
  "orders",
  "positions",
  "prices",
  "candles",
  "books",
  "journal",
] as const;

// Exported rows as text: CSV after RFC 4180, and NDJSON. Amounts are exact decimals, times ISO 8601 in UTC.

// Encodes an export, some rows at a time.

export type RowEncoder = {
  begin(): Uint8Array;
  /** Returns the bytes that are complete after these rows. */
  add(rows: readonly ExportedRow[]): Uint8Array;
  end(): Uint8Array;
};

type Value = ExportedRow[string];

/** Formats the value: amounts and times as text. */
function formatValue(kind: ColumnKind, value: Value | undefined): Value {
  if (value === null || value === undefined || typeof value !== "number") return value ?? null;
  if (isDecimal(kind)) return decimalText(value, DECIMALS_BY_KIND[kind]);
  return kind === "time" ? new Date(value).toISOString() : value;
}

const NOTHING = Buffer.alloc(0);

/** Writes a line of names, and a line for each row. */
export function csvEncoder(columns: Columns): RowEncoder {
  const kinds = Object.entries(columns);
  const line = (row: ExportedRow): string =>
    writeCsvLine(
      kinds.map(([name, kind]) => String(formatValue(kind, row[name]) ?? "")),
      "\r\n",
    );
  return {
    begin: () => Buffer.from(writeCsvLine(Object.keys(columns), "\r\n")),
    add: (rows) => Buffer.from(rows.map(line).join("")),
    end: () => NOTHING,
  };
}

/** Writes a JSON object on its own line for each row. */
export function ndjsonEncoder(columns: Columns): RowEncoder {
  const kinds = Object.entries(columns);
  const line = (row: ExportedRow): string =>
    `${JSON.stringify(Object.fromEntries(kinds.map(([name, kind]) => [name, formatValue(kind, row[name])])))}\n`;
  return {
    begin: () => NOTHING,
    add: (rows) => Buffer.from(rows.map(line).join("")),
    end: () => NOTHING,
  };
}

// Chunks that a thread produces as a stream. A chunk is produced when the reader has room for it, and the thread stops if
// the reader disconnects.

type ChunkStream = {
  readonly stream: Readable;
  /** Pushes the next piece, or `null` for the end. Calls `onIdle` if the reader does not take it in time. */
  push(piece: Uint8Array | string | null, onIdle: () => void): void;
};

/** Waits for the first message of a thread. Terminates a thread that does not send it in time, and names it in the error. */
export async function beginThread<Head>(name: string, worker: Worker, ms = THREAD_TIMEOUT_MS): Promise<Head> {
  try {
    const [head]: readonly unknown[] = await askThreadWithTimeout(name, once(worker, "message"), ms);
    return head as Head;
  } catch (error) {
    void worker.terminate();
    throw error;
  }
}

/** Requests pieces from the thread by the message "next"; a reader has `idleMs` milliseconds to take one. */
export function openChunkStream(worker: Worker, idleMs: number): ChunkStream {
  let idle: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(idle);
      worker.postMessage("next");
    },
    destroy(error, done) {
      clearTimeout(idle);
      void terminateThread(worker, () => done(error));
    },
  });
  return {
    stream,
    push: (piece, onIdle) => {
      clearTimeout(idle);
      idle = setTimeout(onIdle, idleMs).unref();
      stream.push(piece);
    },
  };
}

/** Terminates a thread, and then calls back. */
async function terminateThread(worker: Worker, then: () => void): Promise<void> {
  await worker.terminate();
  then();
}
