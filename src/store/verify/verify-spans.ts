/** Compares the price history, the accounts' days and the builders' volumes with the journal while it is replayed. */
import type { Event, EventOf } from "../../core/event.ts";
import { sumFills } from "../../core/fill-totals.ts";
import type { Account } from "../../core/state.ts";
import { addUpTo, micros } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { Differences } from "../journal/differences.ts";
import { ACCOUNT_DAYS } from "../tables/accounts.ts";
import { BUILDER_VOLUMES, PRICE_HISTORY } from "../tables/figures.ts";
import type { Table } from "../tables/table.ts";
import type { Sql } from "../sql/database.ts";
import { SHORT_ROWS, streamRows } from "../sql/table-stream.ts";
import { comparedColumns } from "./compared-columns.ts";
import type { ExpectedRow } from "./compared-columns.ts";
import { createSpanCheck, enterSpan, finishSpans } from "./spanned-rows.ts";
import type { SpanCheck, SpanRow } from "./spanned-rows.ts";

export type SpansCheck = {
  /** Prices by minute and market. */
  readonly prices: SpanCheck;
  /** Sums by day and account. */
  readonly days: SpanCheck;
  /** Volumes by day and builder code. */
  readonly builders: SpanCheck;
};

/** The rows of a table by ascending span, which is one column of its primary key; the other one is the key. */
function streamSpans(sql: Sql, table: Table<never>, span: string): AsyncGenerator<SpanRow> {
  const { name, key, columns } = table;
  const other = key.filter((column) => column !== span).join();
  const shown = columns[other].type === "bytea" ? `encode(${other}, 'hex')` : other;
  const text = `
    select ${span} as span, ${shown} as key, ${comparedColumns(table, key)} from ${name} order by ${span}, ${other}`;
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
  builders: createSpanCheck(
    streamSpans(sql, BUILDER_VOLUMES, "day"),
    (day, builder) => `volume of builder ${builder} on day ${day}`,
    differences,
  ),
});

/** Gathers what the events of a batch of the time `at` leave behind, after it was applied. */
export async function checkSpans(check: SpansCheck, at: number, events: readonly Event[]): Promise<void> {
  const day = Math.floor(at / DAY_MS);
  await enterSpan(check.days, day);
  await enterSpan(check.builders, day);
  for (const event of events) {
    if (event.type === "prices-recorded") await gatherPrices(check.prices, event);
    if (event.type === "order-placed") gatherBuilder(check.builders, event);
    for (const { no, volume, realized } of listTraders(event)) {
      const sums: ExpectedRow<typeof ACCOUNT_DAYS, "day" | "account"> = { volume, realized };
      check.days.gathered.set(no, sums);
    }
  }
}

export async function finishAllSpans({ prices, days, builders }: SpansCheck): Promise<void> {
  await finishSpans(prices);
  await finishSpans(days);
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
function listTraders(event: Event): readonly Account[] {
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
    default:
      return [];
  }
}
