/** Compares the daily statistics of markets and of accounts with the journal during its replay. */
import { elementAt } from "../../core/element-at.ts";
import type { Event } from "../../core/event.ts";
import { fillValue } from "../../core/fill-totals.ts";
import type { Account, Exchange } from "../../core/state.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { Differences } from "../journal/differences.ts";
import { ACCOUNT_FIGURES, MARKET_FIGURES } from "../tables/day-figures.ts";
import type { Sql } from "../sql/database.ts";
import type { ExpectedRow } from "./compared-columns.ts";
import { createSpanCheck, enterSpan, fillsOf, finishSpans, streamSpans } from "./verify-spans.ts";
import type { SpanCheck } from "./verify-spans.ts";

export type FiguresCheck = {
  /** Sums of trades by day and market. */
  readonly markets: SpanCheck;
  /** Sums of trades and payments by day and account. */
  readonly accounts: SpanCheck;
};

export const createFiguresCheck = (sql: Sql, differences: Differences): FiguresCheck => ({
  markets: createSpanCheck(
    streamSpans(sql, MARKET_FIGURES, "day"),
    (day, market) => `figures of market ${market} on day ${day}`,
    differences,
  ),
  accounts: createSpanCheck(
    streamSpans(sql, ACCOUNT_FIGURES, "day"),
    (day, account) => `figures of account ${account} on day ${day}`,
    differences,
  ),
});

/** Collects the results of the events of a batch with the time `at`, after it was applied. */
export async function checkFigures(
  { markets, accounts }: FiguresCheck,
  exchange: Exchange,
  at: number,
  events: readonly Event[],
): Promise<void> {
  const day = Math.floor(at / DAY_MS);
  await enterSpan(markets, day);
  await enterSpan(accounts, day);
  for (const event of events) {
    for (const { market, ...sums } of tradesOf(event)) addTo(markets, market.no, { ...NO_TRADES, ...sums });
    for (const { account, ...sums } of deedsOf(exchange, event))
      addTo(accounts, account.no, { ...NOTHING, ...sums });
  }
}

export async function finishFigures({ markets, accounts }: FiguresCheck): Promise<void> {
  await finishSpans(markets);
  await finishSpans(accounts);
}

type MarketRow = ExpectedRow<typeof MARKET_FIGURES, "day" | "market">;
type AccountRow = ExpectedRow<typeof ACCOUNT_FIGURES, "day" | "account">;
type Sums<Row> = { readonly [Name in keyof Row]: number };

const NO_TRADES: Sums<MarketRow> = { trades: 0, volume: 0, fees: 0 };
const NOTHING: Sums<AccountRow> = { ...NO_TRADES, opened: 0, fills: 0, deposits: 0, withdrawals: 0 };

function addTo({ gathered }: SpanCheck, no: number, sums: Readonly<Record<string, number>>): void {
  const before = gathered.get(no) ?? {};
  const added = Object.entries(sums).map(([name, more]) => [name, Number(before[name] ?? 0) + more]);
  gathered.set(no, Object.fromEntries(added));
}

const tradesOf = (event: Event) =>
  fillsOf(event).map(({ market, taker, fill, sign }) => ({
    market,
    trades: sign,
    volume: sign * fillValue(taker, fill),
    fees: sign * (fill.takerFee + fill.makerFee),
  }));

type Deed = Partial<Sums<AccountRow>> & { readonly account: Account };

function deedsOf(exchange: Exchange, event: Event): readonly Deed[] {
  switch (event.type) {
    case "account-opened":
      return [{ account: elementAt(exchange.accounts, event.no), opened: 1, deposits: event.credit }];
    case "credited":
      return [{ account: event.account, deposits: event.amount }];
    case "debited":
      return [{ account: event.account, withdrawals: event.amount }];
    default:
      return fillsOf(event).flatMap(({ taker, fill, sign }): Deed[] => {
        const fills = sign === 1 ? 1 : 0;
        const volume = sign * fillValue(taker, fill);
        return [
          { account: taker.account, fills, trades: sign, volume, fees: sign * fill.takerFee },
          { account: fill.maker.account, fills, fees: sign * fill.makerFee },
        ];
      });
  }
}
