/**
 * Compares the price history with the journal while it is replayed. The records of a minute come in several batches
 * and in any order, so they are gathered until the minute is over, and compared by market.
 */
import type { Event } from "../core/event.ts";
import { differ } from "./differences.ts";
import type { Differences } from "./differences.ts";
import { nextOf, SHORT_ROWS } from "./table-stream.ts";
import type { TableQuery } from "./table-stream.ts";

export const PRICE_ROWS: TableQuery = {
  cursor: "price_rows",
  page: SHORT_ROWS,
  text: "select market, minute, midpoint from price_history order by minute, market",
};

export type PriceRow = { readonly market: number; readonly minute: number; readonly midpoint: number };

export type PriceCheck = {
  readonly rows: AsyncGenerator<PriceRow>;
  /** The row that was read and not compared yet. */
  next: PriceRow | undefined;
  started: boolean;
  minute: number;
  /** Midpoints of `minute` by market. */
  readonly gathered: Map<number, number>;
  readonly differences: Differences;
};

export const createPriceCheck = (rows: AsyncGenerator<PriceRow>, differences: Differences): PriceCheck => ({
  rows,
  next: undefined,
  started: false,
  minute: 0,
  gathered: new Map(),
  differences,
});

export async function checkPrices(check: PriceCheck, events: readonly Event[]): Promise<void> {
  for (const event of events) {
    if (event.type !== "prices-recorded") continue;
    if (event.minute !== check.minute) await compareMinute(check);
    check.minute = event.minute;
    for (const { market, midpoint } of event.midpoints) check.gathered.set(market.no, midpoint);
  }
}

export async function finishPrices(check: PriceCheck): Promise<void> {
  await compareMinute(check);
  for (let row = check.next; row !== undefined; row = await advance(check)) extra(check, row);
}

async function compareMinute(check: PriceCheck): Promise<void> {
  const { minute, gathered, differences } = check;
  if (!check.started) await advance(check);
  check.started = true;
  for (let row = check.next; row !== undefined && row.minute <= minute; row = await advance(check)) {
    const expected = row.minute === minute ? gathered.get(row.market) : undefined;
    if (expected === undefined) extra(check, row);
    else if (expected !== row.midpoint)
      differ(differences, `${place(row)}: midpoint is ${row.midpoint}, by the journal ${expected}`);
    if (row.minute === minute) gathered.delete(row.market);
  }
  for (const market of gathered.keys())
    differ(differences, `${place({ market, minute })}: it is not in the table`);
  gathered.clear();
}

async function advance(check: PriceCheck): Promise<PriceRow | undefined> {
  check.next = await nextOf(check.rows);
  return check.next;
}

const extra = (check: PriceCheck, row: PriceRow): void =>
  differ(check.differences, `${place(row)}: it is in the table, and not in the journal`);

const place = ({ market, minute }: { readonly market: number; readonly minute: number }): string =>
  `price of market ${market} in minute ${minute}`;
