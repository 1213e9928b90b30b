/**
 * Rows of the exported tables: the query of each, with the columns of the dictionary. Amounts are whole numbers of the
 * kind's unit, ids are text. A span of times includes `from` and excludes `until`.
 */
import { once } from "node:events";
import { Readable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { quoteCsvCell, writeCsvLine } from "../../base/csv.ts";
import { decimalText } from "../../core/units.ts";
import { THREAD_TIMEOUT_MS, askThreadWithTimeout } from "../../store/sql/with-timeout.ts";
import { getDecimals, isDecimal } from "./data-dictionary.ts";
import type { ColumnKind, Columns, ExportedName } from "./data-dictionary.ts";

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

/** Facts of an earlier batch that its tables lack. */
export type PastFacts = {
  /** Time of the batch. */
  readonly at: number;
  /** Numbers of the fills whose settlement had failed. */
  readonly failedFills: readonly number[];
};

export type QuerySpan = ExportSpan & {
  /** Facts of the batch, if it is an earlier one; without them the tables are as they are now. */
  readonly past?: PastFacts | undefined;
  /** The last exported batch of the journal; all unless given. */
  readonly lastBatch?: number | undefined;
};

/** Builds the query of the rows in the span, in order. */
type RowsQuery = (span: QuerySpan) => string;

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

/** Outcome of a settlement that may fail. That of an earlier batch is what the journal had by then. */
const settlementOutcome = ({ past }: QuerySpan): string =>
  past === undefined
    ? "outcome"
    : `case when first = any('{${past.failedFills.join(",")}}'::bigint[]) then 'failed'
        when outcome = 'confirmed' and ended_at <= ${past.at} then outcome end`;

/** Fills whose settlement a sandbox makes fail, with their status as in `GET /data/trades`. */
const failingFills = (span: QuerySpan): string => `
    select generate_series(first, last) as no,
      case ${settlementOutcome(span)} when 'failed' then 'FAILED' when 'confirmed' then 'CONFIRMED' else 'MATCHED' end as status
    from failing_settlements`;

/** Payout of a share of an outcome in ticks; null before the resolution. */
const payoutOf = (outcome: string): string =>
  `market_states.payout[${outcome} + 1] * 10000 / (market_states.payout[1] + market_states.payout[2])`;
const contentText = (of: string, name: string): string => `${of}.content ->> '${name}'`;
const outcomeName = (outcome: string): string => `markets.content -> 'outcomes' ->> (${outcome})`;
const LISTED = `
    from markets
    join market_states on market_states.market = markets.no
    join events on events.id = markets.event_id`;

/** End date of a market, ms; PostgreSQL has no year 0. */
const ENDS_AT = `case when markets.content ->> 'endDate' not like '0000%'
      then floor(extract(epoch from (markets.content ->> 'endDate')::timestamptz) * 1000)::bigint end`;

const MARKETS: RowsQuery = () => `
    select condition_id, markets.id::text as id, markets.slug, ${contentText("markets", "question")} as question,
      events.id::text as event_id, events.slug as event_slug, ${contentText("events", "title")} as event_title,
      (select string_agg(tag ->> 'slug', '|') from jsonb_array_elements(events.content -> 'tags') as tag) as event_tags,
      ${outcomeName("0")} as first_outcome, ${outcomeName("1")} as second_outcome,
      ${tokenExpression("0")} as first_token_id, ${tokenExpression("1")} as second_token_id,
      negative_risk, status, opened_at, ${ENDS_AT} as ends_at, resolved_at,
      ${payoutOf("0")} as first_payout, ${payoutOf("1")} as second_payout, tick, minimum_lots as minimum_shares,
      fee_rate, fee_exponent, market_states.volume, last_price, best_bid, best_ask
    ${LISTED} order by markets.no`;

const OUTCOMES: RowsQuery = () => `
    select ${tokenExpression("outcome")} as token_id, condition_id, outcome as outcome_index,
      ${outcomeName("outcome")} as outcome, ${contentText("markets", "question")} as question, markets.slug,
      ${contentText("events", "title")} as event_title, ${payoutOf("outcome")} as payout
    ${LISTED} cross join (values (0), (1)) as outcomes (outcome)
    order by markets.no, outcome_index`;

const ACCOUNTS: RowsQuery = () => `
    select no as number, address as wallet, owner, collateral, held, volume, realized from accounts order by no`;

const DEPOSITS: RowsQuery = (span) => `
    select batch, place, at as time, address as wallet, kind, operations.collateral as amount
    from operations join accounts on accounts.no = operations.account
    where kind in ('deposit', 'withdrawal', 'debit') and ${withinSpan("at", span)} order by batch, place`;

/** Selects operations that moved shares, of these kinds. */
const movedShares =
  (...kinds: readonly string[]): RowsQuery =>
  (span) =>
    `
    select batch, place, leg, at as time, address as wallet, kind, condition_id, operations.collateral,
      first_lots as first_shares, second_lots as second_shares
    from operations
    join accounts on accounts.no = operations.account
    join markets on markets.no = operations.market
    where kind in (${kinds.map((kind) => `'${kind}'`).join(", ")}) and ${withinSpan("at", span)} order by batch, place, leg`;

const SPLITS = movedShares("split", "merge", "conversion");
const REDEMPTIONS = movedShares("redemption");
const REVERSALS = movedShares("failed-settlement");

const TRADES: RowsQuery = (span) => `
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
    left join (${failingFills(span)}) as failing on failing.no = trades.no
    where ${withinSpan("trades.at", span)} order by trades.no`;

const ORDERS: RowsQuery = (span) => `
    select orders.no as number, ${encodeHex("orders.id")} as id, placed_at, updated_at, address as wallet, condition_id,
      ${tokenExpression("outcome")} as token_id, side, kind, post_only, limit_price as price, lots as shares, filled, status,
      reason, nullif(expires_at, 0) as expires_at, ${encodeHex("builder")} as builder
    from orders
    join markets on markets.no = orders.market
    join accounts on accounts.no = orders.account
    where ${withinSpan("placed_at", span)} order by orders.no`;

const POSITIONS: RowsQuery = (span) => `
    select address as wallet, condition_id, ${tokenExpression("outcome")} as token_id, lots as shares, positions.held,
      average as average_price, bought, positions.realized, changed_at
    from positions
    join markets on markets.no = positions.market
    join accounts on accounts.no = positions.account
    where changed_at > 0 and ${withinSpan("changed_at", span)} order by positions.account, positions.market, outcome`;

const MINUTE_MS = 60_000;

const PRICES: RowsQuery = (span) => `
    select minute::bigint * ${MINUTE_MS} as time, condition_id, ${tokenExpression("outcome")} as token_id,
      case outcome when 0 then midpoint else 20000 - midpoint end * 5 as midpoint
    from price_history join markets on markets.no = market cross join (values (0), (1)) as outcomes (outcome)
    where ${withinSpan(`minute::bigint * ${MINUTE_MS}`, span)} order by market, minute, outcome`;

/** Price of an outcome; `first` is that of outcome 0. */
const priceOf = (first: string, second = first): string =>
  `case outcome when 0 then ${first} else 10000 - ${second} end`;

const CANDLES: RowsQuery = (span) => `
    select time, condition_id, ${tokenExpression("outcome")} as token_id, ${priceOf("open")} as open,
      ${priceOf("high", "low")} as high, ${priceOf("low", "high")} as low, ${priceOf("close")} as close, volume, candles.trades
    from (
      select market, trades.at / ${span.every} * ${span.every} as time, (array_agg(price order by no))[1] as open,
        max(price) as high, min(price) as low, (array_agg(price order by no desc))[1] as close,
        sum(lots)::bigint as volume, count(*) as trades
      from trades group by 1, 2
    ) as candles
    join markets on markets.no = market cross join (values (0), (1)) as outcomes (outcome)
    where ${withinSpan("time", span)} order by market, time, outcome`;

const JOURNAL: RowsQuery = (span) => `
    select seq as batch, at as time, ${encodeHex("hash")} as hash, events from journal
    where ${withinSpan("at", span)}${span.lastBatch === undefined ? "" : ` and seq <= ${span.lastBatch}`} order by seq`;

/** Queries of all tables except the books, which are built by replaying the journal. */
export const TABLE_QUERIES = {
  markets: MARKETS,
  outcomes: OUTCOMES,
  accounts: ACCOUNTS,
  deposits: DEPOSITS,
  splits: SPLITS,
  redemptions: REDEMPTIONS,
  reversals: REVERSALS,
  trades: TRADES,
  orders: ORDERS,
  positions: POSITIONS,
  prices: PRICES,
  candles: CANDLES,
  journal: JOURNAL,
} as const satisfies Readonly<Record<Exclude<ExportedName, "books">, RowsQuery>>;

export type QueriedName = keyof typeof TABLE_QUERIES;

// Exported rows as text: CSV after RFC 4180, and NDJSON. Amounts are exact decimals, times ISO 8601 in UTC.

// Encodes an export, some rows at a time.

export type RowEncoder = {
  begin(): Uint8Array;
  /** Returns the bytes that are complete after these rows. */
  add(rows: readonly ExportedRow[]): Uint8Array;
  end(): Uint8Array;
};

type Value = ExportedRow[string];

/** Lists the names of columns with their kinds. */
export const listKinds = (columns: Columns): (readonly [name: string, kind: ColumnKind])[] =>
  Object.entries(columns).map(([name, { kind }]) => [name, kind]);

/** Formats the value: amounts and times as text. */
function formatValue(kind: ColumnKind, value: Value | undefined): Value {
  if (value === null || value === undefined || typeof value !== "number") return value ?? null;
  if (isDecimal(kind)) return decimalText(value, getDecimals(kind));
  return kind === "time" ? new Date(value).toISOString() : value;
}

const NOTHING = Buffer.alloc(0);

/**
 * Writes a line of names, and a line for each row. Text is always in quotes, and other values never: a text of digits is
 * no number, and an empty text is a value.
 */
export function csvEncoder(columns: Columns): RowEncoder {
  const kinds = listKinds(columns);
  const cell = (kind: ColumnKind, value: Value): string => {
    if (value === null) return "";
    return kind === "text" || kind === "digits" ? quoteCsvCell(String(value)) : String(value);
  };
  const line = (row: ExportedRow): string =>
    `${kinds.map(([name, kind]) => cell(kind, formatValue(kind, row[name]))).join(",")}\r\n`;
  return {
    begin: () => Buffer.from(writeCsvLine(Object.keys(columns), "\r\n")),
    add: (rows) => Buffer.from(rows.map(line).join("")),
    end: () => NOTHING,
  };
}

/** Writes a JSON object on its own line for each row. */
export function ndjsonEncoder(columns: Columns): RowEncoder {
  const kinds = listKinds(columns);
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
