/** Compares the price history, the accounts' days and the builders' volumes with the journal during its replay. */
import type { Event, EventOf } from "../../core/event.ts";
import { fillValue, sumFills } from "../../core/fill-totals.ts";
import type { MatchedParty } from "../../core/matched-party.ts";
import { emptyPosition, realizedIn } from "../../core/position.ts";
import { returnsOf } from "../../core/returns.ts";
import { shownPriceOf } from "../../core/shown-price.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Exchange, Market, Order, Outcome } from "../../core/state.ts";
import { IGNORE, OUTCOMES, touchChanged } from "../../core/touches.ts";
import type { Touch } from "../../core/touches.ts";
import { NO_MICROS, addUpTo, micros } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import { addDifference, compareValues } from "../journal/differences.ts";
import type { Differences, Values } from "../journal/differences.ts";
import type { Sql } from "../sql/database.ts";
import { SHORT_ROWS, nextRow, streamRows } from "../sql/table-stream.ts";
import { ACCOUNT_DAYS, ACCOUNT_MARKET_DAYS } from "../tables/accounts.ts";
import { BUILDER_VOLUMES, PRICE_HISTORY } from "../tables/figures.ts";
import { PERIOD_MS, POSITION_HISTORY, SHOWN_PRICES } from "../tables/profit-history.ts";
import { typeOfColumn } from "../tables/table-sql.ts";
import type { Table } from "../tables/table.ts";
import { comparedColumns } from "./compared-columns.ts";
import type { ExpectedRow } from "./compared-columns.ts";

// Compares a table whose rows belong to spans of time, minutes or days, with the journal during its replay. The values
// of a span come in many batches and are certain once it is over, so they are collected until then. The table is read
// in parallel, span by span.

/** Key of a row within its span: the number of a market or an account, or a builder's code. */
type Key = string | number;

/** Rows come by ascending span. */
type SpanRow = { readonly span: number; readonly key: Key; readonly [column: string]: unknown };

export type SpanCheck = {
  readonly rows: AsyncGenerator<SpanRow>;
  readonly nameOf: (span: number, key: Key) => string;
  readonly differences: Differences;
  /** The row that was read and not compared yet. */
  next: SpanRow | undefined;
  started: boolean;
  span: number;
  /** Values of `span` at the current point of the replay. */
  readonly gathered: Map<Key, Values>;
};

export const createSpanCheck = (
  rows: AsyncGenerator<SpanRow>,
  nameOf: SpanCheck["nameOf"],
  differences: Differences,
): SpanCheck => ({
  rows,
  nameOf,
  differences,
  next: undefined,
  started: false,
  span: 0,
  gathered: new Map(),
});

/** Moves on to a span; if it is another, the one before is over. */
export async function enterSpan(check: SpanCheck, span: number): Promise<void> {
  if (span !== check.span) await compareSpan(check);
  check.span = span;
}

export async function finishSpans(check: SpanCheck): Promise<void> {
  await compareSpan(check);
  for (let row = check.next; row !== undefined; row = await advance(check)) extra(check, row);
}

async function compareSpan(check: SpanCheck): Promise<void> {
  const { span, gathered, nameOf, differences } = check;
  if (!check.started) await advance(check);
  check.started = true;
  for (let row = check.next; row !== undefined && row.span <= span; row = await advance(check)) {
    const expected = row.span === span ? gathered.get(row.key) : undefined;
    if (expected === undefined) extra(check, row);
    else compareValues(differences, nameOf(span, row.key), expected, row);
    if (row.span === span) gathered.delete(row.key);
  }
  for (const key of gathered.keys())
    addDifference(differences, `${nameOf(span, key)}: it is not in the table`);
  gathered.clear();
}

async function advance(check: SpanCheck): Promise<SpanRow | undefined> {
  check.next = await nextRow(check.rows);
  return check.next;
}

const extra = ({ differences, nameOf }: SpanCheck, { span, key }: SpanRow): void =>
  addDifference(differences, `${nameOf(span, key)}: it is in the table, and not in the journal`);

// Fills of events with their sign, and the sums that they add to their accounts, computed from the journal for
// verification.

type MatchedFill = {
  readonly market: Market;
  readonly taker: MatchedParty;
  readonly fill: EventOf<"settlement-failed">["undone"][number] | EventOf<"order-placed">["fills"][number];
  /** 1 for a trade, -1 for a trade whose settlement failed. */
  readonly sign: 1 | -1;
};

/** Lists the fills that an event makes, or takes back. */
export function fillsOf(event: Event): readonly MatchedFill[] {
  if (event.type === "order-placed")
    return event.fills.map((fill) => ({
      market: event.order.market,
      taker: event.order,
      fill,
      sign: 1,
    }));
  if (event.type !== "settlement-failed") return [];
  return event.undone.map((fill) => ({ market: event.market, taker: event.taker, fill, sign: -1 }));
}

type TakenSums = {
  readonly account: Account;
  readonly market: Market;
  readonly taker_trades: number;
  readonly taker_volume: number;
  readonly fees: number;
};

/** Lists the amounts that each fill adds to the sums of its two accounts in the market. */
const listTaken = (event: Event): readonly TakenSums[] =>
  fillsOf(event).flatMap(({ market, taker, fill, sign }) => [
    {
      account: taker.account,
      market,
      taker_trades: sign,
      taker_volume: sign * fillValue(taker, fill),
      fees: sign * fill.takerFee,
    },
    { account: fill.maker.account, market, taker_trades: 0, taker_volume: 0, fees: sign * fill.makerFee },
  ]);

export type SpansCheck = {
  /** Prices by minute and market. */
  readonly prices: SpanCheck;
  /** Sums by day and account. */
  readonly days: SpanCheck;
  /** Sums by day, account and market. */
  readonly marketDays: SpanCheck;
  /** Volumes by day and builder code. */
  readonly builders: SpanCheck;
};

/** Yields the rows of a table by ascending span, which is one column of its primary key; the others are the key. */
export function streamSpans(sql: Sql, table: Table<never>, span: string): AsyncGenerator<SpanRow> {
  const { name, key } = table;
  const others = key.filter((column) => column !== span);
  const shown = others
    .map((other) => (typeOfColumn(table, other) === "bytea" ? `encode(${other}, 'hex')` : other))
    .join(" || ' ' || ");
  const text = `
    select ${span} as span, ${shown} as key, ${comparedColumns(table, key)} from ${name}
    order by ${[span, ...others].join()}`;
  return streamRows<SpanRow>(sql, { cursor: `${name}_rows`, text, page: SHORT_ROWS });
}

export const createSpansCheck = (sql: Sql, differences: Differences): SpansCheck => ({
  prices: createSpanCheck(
    streamSpans(sql, PRICE_HISTORY, "minute"),
    (minute, market) => `price of market ${market} in minute ${minute}`,
    differences,
  ),
  days: createSpanCheck(
    streamSpans(sql, ACCOUNT_DAYS, "day"),
    (day, account) => `sums of account ${account} on day ${day}`,
    differences,
  ),
  marketDays: createSpanCheck(
    streamSpans(sql, ACCOUNT_MARKET_DAYS, "day"),
    (day, key) => {
      const [market, account] = String(key).split(" ");
      return `sums of account ${account} in market ${market} on day ${day}`;
    },
    differences,
  ),
  builders: createSpanCheck(
    streamSpans(sql, BUILDER_VOLUMES, "day"),
    (day, builder) => `volume of builder ${builder} on day ${day}`,
    differences,
  ),
});

/** Collects the results of the events of a batch with the time `at`, after it was applied. */
export async function checkSpans(
  check: SpansCheck,
  exchange: Exchange,
  at: number,
  events: readonly Event[],
): Promise<void> {
  const day = Math.floor(at / DAY_MS);
  await enterSpan(check.days, day);
  await enterSpan(check.marketDays, day);
  await enterSpan(check.builders, day);
  const gatherDay = ({ no, volume, realized }: Account): void => {
    const sums: ExpectedRow<typeof ACCOUNT_DAYS, "day" | "account"> = { volume, realized };
    check.days.gathered.set(no, sums);
  };
  const touch: Touch = { ...IGNORE, shares: gatherDay, redeemed: gatherDay };
  for (const event of events) {
    touchChanged(touch, event, exchange);
    if (event.type === "prices-recorded") await gatherPrices(check.prices, event);
    if (event.type === "order-placed") gatherBuilder(check.builders, event);
    for (const sums of listMarketSums(exchange, event)) gatherMarketSums(check.marketDays, sums);
    for (const taken of listTaken(event)) gatherTaken(check.marketDays, taken);
  }
}

export async function finishAllSpans({ prices, days, marketDays, builders }: SpansCheck): Promise<void> {
  await finishSpans(prices);
  await finishSpans(days);
  await finishSpans(marketDays);
  await finishSpans(builders);
}

async function gatherPrices(
  prices: SpanCheck,
  { minute, midpoints }: EventOf<"prices-recorded">,
): Promise<void> {
  await enterSpan(prices, minute);
  for (const { market, midpoint } of midpoints) prices.gathered.set(market.no, { midpoint });
}

function gatherBuilder(builders: SpanCheck, { order, fills, signed }: EventOf<"order-placed">): void {
  const code = signed.builder.slice(2).toLowerCase();
  if (fills.length === 0 || /^0*$/.test(code)) return;
  const before = micros(Number(builders.gathered.get(code)?.["volume"] ?? 0));
  const volume = sumFills(order, fills).micros;
  builders.gathered.set(code, { volume: addUpTo(before, volume) });
}

type MarketVolume = { readonly account: Account; readonly market: Market; readonly volume: Micros };

/** Lists the volume of accounts in markets, zero if they disposed of shares without a trade. */
function listMarketSums(exchange: Exchange, event: Event): readonly MarketVolume[] {
  switch (event.type) {
    case "order-placed": {
      const { order, fills } = event;
      const { account, market } = order;
      if (fills.length === 0) return [];
      return [
        { account, market, volume: sumFills(order, fills).micros },
        ...fills.map((fill) => ({
          account: fill.maker.account,
          market,
          volume: fillValue(fill.maker, fill),
        })),
      ];
    }
    case "sets-merged":
    case "redeemed":
      return [{ account: event.account, market: event.market, volume: NO_MICROS }];
    case "settlement-failed":
      return returnsOf(exchange, event)
        .filter(({ shares }) => shares.some(({ lots }) => lots !== 0))
        .map(({ account }) => ({ account, market: event.market, volume: NO_MICROS }));
    default:
      return [];
  }
}

const NOTHING_TAKEN = { taker_trades: 0, taker_volume: 0, fees: 0 };

function gatherMarketSums({ gathered }: SpanCheck, { account, market, volume }: MarketVolume): void {
  const key = `${market.no} ${account.no}`;
  const before = gathered.get(key) ?? { volume: 0, ...NOTHING_TAKEN };
  gathered.set(key, {
    ...before,
    volume: addUpTo(micros(Number(before["volume"])), volume),
    realized: realizedIn(account, market),
  });
}

/** Adds to the row of an account that traded, or whose settlement failed. */
function gatherTaken({ gathered }: SpanCheck, { account, market, ...sums }: TakenSums): void {
  const key = `${market.no} ${account.no}`;
  const before = gathered.get(key) ?? { volume: 0, realized: realizedIn(account, market), ...NOTHING_TAKEN };
  const { taker_trades, taker_volume, fees } = sums;
  gathered.set(key, {
    ...before,
    taker_trades: Number(before["taker_trades"]) + taker_trades,
    taker_volume: Number(before["taker_volume"]) + taker_volume,
    fees: Number(before["fees"]) + fees,
  });
}

// Compares the history of positions and of shown prices with the journal during its replay.

export type PeriodsCheck = {
  /** Positions by period, account, market and outcome. */
  readonly positions: SpanCheck;
  /** Shown prices by period and market. */
  readonly prices: SpanCheck;
};

export const createPeriodsCheck = (sql: Sql, differences: Differences): PeriodsCheck => ({
  positions: createSpanCheck(
    streamSpans(sql, POSITION_HISTORY, "period"),
    (period, key) => {
      const [account, market, outcome] = String(key).split(" ");
      return `position of account ${account} in outcome ${outcome} of market ${market} in period ${period}`;
    },
    differences,
  ),
  prices: createSpanCheck(
    streamSpans(sql, SHOWN_PRICES, "period"),
    (period, market) => `shown price of market ${market} in period ${period}`,
    differences,
  ),
});

/** Collects the results of the events of a batch with the time `at`, after it was applied. */
export async function checkPeriods(
  { positions, prices }: PeriodsCheck,
  exchange: Exchange,
  at: number,
  events: readonly Event[],
): Promise<void> {
  const period = Math.floor(at / PERIOD_MS);
  await enterSpan(positions, period);
  await enterSpan(prices, period);
  const touch = receiveHistory({ positions, prices });
  for (const event of events) touchChanged(touch, event, exchange);
}

/** Creates the receiver of moved positions, and of markets whose book, last trade or payout may have changed. */
function receiveHistory({ positions, prices }: PeriodsCheck): Touch {
  const addPrice = (market: Market): void =>
    void prices.gathered.set(market.no, { price: shownPriceOf(market) });
  const addOrder = ({ market }: Order): void => addPrice(market);
  return {
    account: IGNORE.account,
    placed: addOrder,
    filled: addOrder,
    canceled: addOrder,
    shares(account, market, outcome) {
      addPrice(market);
      gatherPosition(positions, [account, market, outcome]);
    },
    redeemed(account, market, lots) {
      addPrice(market);
      for (const outcome of OUTCOMES)
        if (lots[outcome] > 0) gatherPosition(positions, [account, market, outcome]);
    },
    listed: addPrice,
    status: addPrice,
    market: addPrice,
  };
}

export async function finishPeriods({ positions, prices }: PeriodsCheck): Promise<void> {
  await finishSpans(positions);
  await finishSpans(prices);
}

type Moved = readonly [account: Account, market: Market, outcome: Outcome];

function gatherPosition({ gathered }: SpanCheck, [account, market, outcome]: Moved): void {
  const position = account.positions.get(tokenNumber(market, outcome)) ?? emptyPosition();
  const { lots, average, realized } = position;
  const row: ExpectedRow<typeof POSITION_HISTORY, "account" | "market" | "outcome" | "period"> = {
    lots,
    average,
    realized,
  };
  gathered.set(`${account.no} ${market.no} ${outcome}`, row);
}
