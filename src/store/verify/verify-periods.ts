/** Compares the history of positions and of shown prices with the journal while it is replayed. */
import type { Event, EventOf } from "../../core/event.ts";
import { emptyPosition } from "../../core/position.ts";
import { returnsOf } from "../../core/returns.ts";
import { shownPriceOf } from "../../core/shown-price.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Exchange, Market, Outcome } from "../../core/state.ts";
import type { Differences } from "../journal/differences.ts";
import { PERIOD_MS, POSITION_HISTORY, SHOWN_PRICES } from "../tables/profit-history.ts";
import type { Sql } from "../sql/database.ts";
import type { ExpectedRow } from "./compared-columns.ts";
import { createSpanCheck, enterSpan, finishSpans } from "./spanned-rows.ts";
import type { SpanCheck } from "./spanned-rows.ts";
import { streamSpans } from "./verify-spans.ts";

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

/** Gathers what the events of a batch of the time `at` leave behind, after it was applied. */
export async function checkPeriods(
  { positions, prices }: PeriodsCheck,
  exchange: Exchange,
  at: number,
  events: readonly Event[],
): Promise<void> {
  const period = Math.floor(at / PERIOD_MS);
  await enterSpan(positions, period);
  await enterSpan(prices, period);
  for (const event of events) {
    for (const moved of listMoved(exchange, event)) gatherPosition(positions, moved);
    for (const market of listPriced(exchange, event))
      prices.gathered.set(market.no, { price: shownPriceOf(market) });
  }
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

const OUTCOMES = [0, 1] as const;

/** Positions whose shares an event moved. */
function listMoved(exchange: Exchange, event: Event): readonly Moved[] {
  switch (event.type) {
    case "order-placed": {
      const { order, fills } = event;
      if (fills.length === 0) return [];
      return [order, ...fills.map(({ maker }) => maker)].map(({ account, market, outcome }) => [
        account,
        market,
        outcome,
      ]);
    }
    case "sets-split":
    case "sets-merged":
      return OUTCOMES.map((outcome) => [event.account, event.market, outcome]);
    case "redeemed":
      return OUTCOMES.filter((outcome) => event.lots[outcome] > 0).map((outcome) => [
        event.account,
        event.market,
        outcome,
      ]);
    case "converted":
      return [
        ...event.given.map((market): Moved => [event.account, market, 1]),
        ...event.got.map((market): Moved => [event.account, market, 0]),
      ];
    case "settlement-failed":
      return listReturned(exchange, event);
    default:
      return [];
  }
}

const listReturned = (exchange: Exchange, event: EventOf<"settlement-failed">): Moved[] =>
  returnsOf(exchange, event).flatMap(({ account, shares }) =>
    OUTCOMES.filter((outcome) => shares[outcome].lots !== 0).map((outcome): Moved => [
      account,
      event.market,
      outcome,
    ]),
  );

/** Markets of which an event may have changed the book, the last trade or the payout, and those that it lists. */
function listPriced(exchange: Exchange, event: Event): readonly Market[] {
  switch (event.type) {
    case "order-placed":
    case "order-canceled":
      return [event.order.market];
    case "orders-canceled":
      return event.orders.map(({ market }) => market);
    case "sets-split":
    case "sets-merged":
    case "redeemed":
    case "settlement-failed":
    case "market-status-changed":
    case "resolution-proposed":
    case "resolution-disputed":
    case "market-resolved":
    case "resolution-undone":
      return [event.market];
    case "converted":
      return [...event.given, ...event.got];
    case "prices-recorded":
      return event.midpoints.map(({ market }) => market);
    case "listed":
      return event.markets.flatMap(({ no }) => exchange.markets[no] ?? []);
    default:
      return [];
  }
}
