/** Compares the price history, the accounts' days and the builders' volumes with the journal while it is replayed. */
import type { Event, EventOf } from "../../core/event.ts";
import { fillValue, sumFills } from "../../core/fill-totals.ts";
import { realizedIn } from "../../core/position.ts";
import { returnsOf } from "../../core/returns.ts";
import type { Account, Exchange, Market } from "../../core/state.ts";
import { addUpTo, micros, NO_MICROS } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { Differences } from "../journal/differences.ts";
import { ACCOUNT_DAYS, ACCOUNT_MARKET_DAYS } from "../tables/accounts.ts";
import { BUILDER_VOLUMES, PRICE_HISTORY } from "../tables/figures.ts";
import { typeOfColumn } from "../tables/table-sql.ts";
import type { Table } from "../tables/table.ts";
import type { Sql } from "../sql/database.ts";
import { SHORT_ROWS, streamRows } from "../sql/table-stream.ts";
import { comparedColumns } from "./compared-columns.ts";
import type { ExpectedRow } from "./compared-columns.ts";
import { createSpanCheck, enterSpan, finishSpans } from "./spanned-rows.ts";
import type { SpanCheck, SpanRow } from "./spanned-rows.ts";
import { listTaken } from "./taken-sums.ts";
import type { TakenSums } from "./taken-sums.ts";

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

/** The rows of a table by ascending span, which is one column of its primary key; the others are the key. */
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

/** Gathers what the events of a batch of the time `at` leave behind, after it was applied. */
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
  for (const event of events) {
    if (event.type === "prices-recorded") await gatherPrices(check.prices, event);
    if (event.type === "order-placed") gatherBuilder(check.builders, event);
    for (const { no, volume, realized } of listTraders(exchange, event)) {
      const sums: ExpectedRow<typeof ACCOUNT_DAYS, "day" | "account"> = { volume, realized };
      check.days.gathered.set(no, sums);
    }
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

/** Accounts that bought or disposed of shares. */
function listTraders(exchange: Exchange, event: Event): readonly Account[] {
  switch (event.type) {
    case "order-placed":
      return event.fills.length === 0
        ? []
        : [event.order.account, ...event.fills.map(({ maker }) => maker.account)];
    case "sets-split":
    case "sets-merged":
    case "redeemed":
    case "converted":
      return [event.account];
    case "settlement-failed":
      return listReturned(exchange, event);
    default:
      return [];
  }
}

/** Accounts whose shares went or came back. */
const listReturned = (exchange: Exchange, event: EventOf<"settlement-failed">): Account[] =>
  returnsOf(exchange, event)
    .filter(({ shares }) => shares.some(({ lots }) => lots !== 0))
    .map(({ account }) => account);

type MarketVolume = { readonly account: Account; readonly market: Market; readonly volume: Micros };

/** Volume of accounts in markets, and none where they disposed of shares otherwise. */
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
      return listReturned(exchange, event).map((account) => ({
        account,
        market: event.market,
        volume: NO_MICROS,
      }));
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
