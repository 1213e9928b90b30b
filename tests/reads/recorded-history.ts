/**
 * The model of the read side: plain rows of orders, trades, markets and prices, made naively from the text of the
 * journal's events. Accounts, positions and operations are those of the simulation's fold.
 */
import type { CatalogEvent, CatalogMarket, MarketStatus } from "../../src/core/markets/catalog.ts";
import { parseEvents } from "../../src/core/events/event-codec.ts";
import type { StoredEvent } from "../../src/core/events/event-codec.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { shownPriceIn } from "../simulation/fold-rows.ts";
import { createFold, foldBatch, PERIOD_MS } from "../simulation/position-fold.ts";
import type { Fold } from "../simulation/position-fold.ts";

/** A wallet and who signs for it, both lower case. */
export type Wallet = { readonly no: number; readonly address: string; readonly owner: string };

export type RecordedMarket = {
  readonly no: number;
  /** The market as it was listed last. */
  content: CatalogMarket;
  event: CatalogEvent;
  status: MarketStatus;
};

/** Sizes in 0.01 share, prices in 0.0001, times in milliseconds. */
export type RecordedOrder = {
  readonly no: number;
  readonly id: string;
  readonly wallet: Wallet;
  readonly market: RecordedMarket;
  readonly outcome: 0 | 1;
  readonly side: "BUY" | "SELL";
  readonly kind: string;
  readonly postOnly: boolean;
  readonly limit: number;
  readonly lots: number;
  readonly expiresAt: number;
  readonly placedAt: number;
  readonly apiKey: string;
  /** "" without one. */
  readonly builder: string;
  readonly trades: number[];
  filled: number;
  status: "live" | "matched" | "canceled";
  reason: string | undefined;
  updatedAt: number;
};

/** The price is that of outcome 0. */
export type RecordedTrade = {
  readonly no: number;
  readonly batch: number;
  readonly at: number;
  readonly market: RecordedMarket;
  readonly taker: RecordedOrder;
  readonly maker: RecordedOrder;
  readonly lots: number;
  readonly price: number;
  readonly takerFee: number;
  readonly makerFee: number;
};

/** A midpoint of outcome 0 in half ticks. */
export type RecordedPrice = {
  readonly market: RecordedMarket;
  readonly minute: number;
  readonly midpoint: number;
};

export type RecordedBatch = { readonly seq: number; readonly at: number; readonly hash: string };

export type RecordedHistory = {
  readonly fold: Fold;
  readonly batches: Map<number, RecordedBatch>;
  readonly wallets: Wallet[];
  readonly markets: Map<number, RecordedMarket>;
  readonly orders: Map<number, RecordedOrder>;
  /** The oldest first. */
  readonly trades: RecordedTrade[];
  readonly prices: RecordedPrice[];
  /** Profits of all accounts at the end of each period that had a batch, the oldest first. */
  readonly profits: PeriodProfits[];
};

/** Profit of a wallet: realized in micros, and of what it holds in 0.00000001. */
export type RecordedProfit = { readonly realized: bigint; readonly open: bigint };

export type PeriodProfits = {
  /** Number of ten minutes since 1970. */
  readonly period: number;
  readonly byAddress: ReadonlyMap<string, RecordedProfit>;
};

export const createRecordedHistory = (): RecordedHistory => ({
  fold: createFold(),
  batches: new Map(),
  wallets: [],
  markets: new Map(),
  orders: new Map(),
  trades: [],
  prices: [],
  profits: [],
});

type JournalRow = {
  readonly seq: number;
  readonly at: number;
  readonly events: string;
  readonly hash: Buffer;
};

/** Adds what the journal has more than the history. */
export async function readOn(history: RecordedHistory, sql: Sql): Promise<void> {
  const rows = await sql<JournalRow[]>`
    select seq, at, events, hash from journal where seq > ${history.batches.size} order by seq`;
  for (const { seq, at, events, hash } of rows) {
    notePeriodEnd(history, Math.floor(at / PERIOD_MS));
    history.batches.set(seq, { seq, at, hash: `0x${hash.toString("hex")}` });
    foldBatch(history.fold, { seq, at, events });
    const stored = parseEvents(events);
    for (const event of stored) record({ history, batch: seq, at }, event);
  }
}

/** Notes the profits as they are, where the next batch is of a later period. */
function notePeriodEnd(history: RecordedHistory, next: number): void {
  const last = [...history.batches.values()].at(-1);
  const period = Math.floor((last?.at ?? 0) / PERIOD_MS);
  if (last !== undefined && period < next) history.profits.push({ period, byAddress: profitsOf(history) });
}

/** Profits of all accounts now. */
export function profitsOf({ fold }: RecordedHistory): ReadonlyMap<string, RecordedProfit> {
  const prices = new Map([...fold.markets.keys()].map((no) => [no, shownPriceIn(fold, no)]));
  return new Map(
    [...fold.accounts.values()].map(({ address, positions }) => {
      const profit = { realized: 0n, open: 0n };
      for (const [token, { lots, average, realized }] of positions) {
        const [market, outcome] = token.split(":").map(Number) as [number, number];
        const first = prices.get(market)!;
        profit.realized += realized;
        profit.open += BigInt(lots) * (BigInt(outcome === 0 ? first : 20_000 - first) * 50n - average);
      }
      return [address, profit];
    }),
  );
}

type Step = { readonly history: RecordedHistory; readonly batch: number; readonly at: number };

function record(step: Step, event: StoredEvent): void {
  const { history, at } = step;
  switch (event.type) {
    case "account-opened": {
      const { no, address, owner } = event;
      history.wallets.push({ no, address, owner });
      return undefined;
    }
    case "listed":
      return recordListing(history, event);
    case "order-placed":
      return recordPlacement(step, event);
    case "order-canceled":
      return end(history.orders.get(Number(event.order))!, event.reason, at);
    case "orders-canceled":
      for (const no of event.orders ?? []) end(history.orders.get(no)!, event.reason, at);
      return undefined;
    case "market-status-changed":
      history.markets.get(event.market!)!.status = event.status;
      return undefined;
    case "market-resolved":
      history.markets.get(event.market!)!.status = "resolved";
      return undefined;
    case "resolution-undone":
      history.markets.get(event.market!)!.status = "paused";
      return undefined;
    case "prices-recorded":
      for (const [no, midpoint] of event.midpoints ?? [])
        history.prices.push({ market: history.markets.get(no)!, minute: event.minute, midpoint });
      return undefined;
    default:
      return undefined;
  }
}

/** All markets of an event show what its last listing says of it. */
function recordListing({ markets }: RecordedHistory, listed: StoredEvent & { type: "listed" }): void {
  const { event } = listed.listing;
  for (const [index, { no, status }] of listed.markets.entries()) {
    const content = listed.listing.markets[index]!;
    markets.set(no, Object.assign(markets.get(no) ?? { no }, { content, event, status }));
  }
  for (const market of markets.values()) if (market.event.id === event.id) market.event = event;
}

function end(order: RecordedOrder, reason: string, at: number): void {
  order.status = "canceled";
  order.reason = reason;
  order.updatedAt = at;
}

function recordPlacement({ history, batch, at }: Step, event: StoredEvent & { type: "order-placed" }): void {
  if (typeof event.order !== "object") throw new Error("an order was placed without its terms");
  const { account, market: marketNo, ...terms } = event.order;
  const market = history.markets.get(marketNo)!;
  const wallet = history.wallets.find(({ no }) => no === account)!;
  const taker: RecordedOrder = {
    ...terms,
    wallet,
    market,
    builder: /[1-9a-f]/.test(event.signed.builder.slice(2)) ? event.signed.builder : "",
    trades: [],
    placedAt: at,
    filled: 0,
    status: "live",
    reason: undefined,
    updatedAt: at,
  };
  history.orders.set(taker.no, taker);
  for (const [no, makerNo, lots, price, takerFee = 0, makerFee = 0] of event.fills ?? []) {
    const maker = history.orders.get(makerNo)!;
    history.trades.push({ no, batch, at, market, taker, maker, lots, price, takerFee, makerFee });
    for (const order of [taker, maker]) fill(order, { no, lots, at });
  }
  if (taker.status === "live" && event.ended !== undefined) end(taker, event.ended, at);
}

type Filled = { readonly no: number; readonly lots: number; readonly at: number };

function fill(order: RecordedOrder, { no, lots, at }: Filled): void {
  order.trades.push(no);
  order.filled += lots;
  order.updatedAt = at;
  if (order.filled === order.lots) order.status = "matched";
}

/** The price of an order's own token. */
export const ownPrice = ({ outcome }: Pick<RecordedOrder, "outcome">, price: number): number =>
  outcome === 0 ? price : 10_000 - price;

export const tokenOf = ({ market, outcome }: Pick<RecordedOrder, "market" | "outcome">): string =>
  market.content.tokenIds[outcome];

export const labelOf = ({ market, outcome }: Pick<RecordedOrder, "market" | "outcome">): string =>
  market.content.outcomes[outcome];
