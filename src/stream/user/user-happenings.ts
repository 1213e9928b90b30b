/**
 * What the events of a commit did to the orders of the owners that somebody follows, in the order of the events. It is
 * read right after the commit: events refer to orders as they stand then, so that what an order had filled at each
 * event is counted along the events from what it had before them.
 */
import type { CancelReason, Event, EventOf, Fill } from "../../core/event.ts";
import type { Order } from "../../core/state.ts";
import { addLots, NO_LOTS, subtractLots } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";

export type OrderHappening = {
  readonly type: "order";
  readonly change: "PLACEMENT" | "UPDATE" | "CANCELLATION";
  /** Only what never changes of it may be read later. */
  readonly order: Order;
  /** After it happened. */
  readonly filled: Lots;
  /** The order's trades in this commit, by number: so many of them had happened. */
  readonly trades: readonly number[];
  readonly tradeCount: number;
  /** Whether it had trades in commits before this one. */
  readonly hasEarlierTrades: boolean;
  /** Of a cancellation. */
  readonly reason: CancelReason | undefined;
};

export type TradeHappening = {
  readonly type: "trade";
  readonly fill: Fill;
  readonly taker: Order;
  /** Of the market, in 0.0001; `null` where trading is free. */
  readonly feeRate: number | null;
};

export type Happening = OrderHappening | TradeHappening;

/** Trades that a message names of an order: the latest ones, so that orders with many fills have short messages. */
export const MOST_TRADES = 100;

type Progress = { readonly before: Lots; filled: Lots; readonly trades: number[] };
type IsFollowed = (owner: string) => boolean;

/** By owner; of owners who are followed. Where one is both parties of a fill, it is told once. */
export function happeningsOf(
  events: readonly Event[],
  isFollowed: IsFollowed,
): ReadonlyMap<string, readonly Happening[]> {
  const byOwner = new Map<string, Happening[]>();
  const tell = ({ account: { owner } }: Order, happening: Happening): void => {
    const told = byOwner.get(owner);
    if (told === undefined) byOwner.set(owner, [happening]);
    else told.push(happening);
  };
  const progress = progressBefore(events, isFollowed);
  for (const event of events) {
    if (event.type === "order-placed") tellPlacement(event, progress, tell);
    if (event.type !== "order-canceled") continue;
    const at = progress.get(event.order);
    if (at !== undefined) tell(event.order, happening(event.order, at, event.reason));
  }
  return byOwner;
}

type Tell = (order: Order, happening: Happening) => void;

function tellPlacement(
  { order, fills, ended }: EventOf<"order-placed">,
  progress: ReadonlyMap<Order, Progress>,
  tell: Tell,
): void {
  const own = progress.get(order);
  if (own !== undefined) tell(order, { ...happening(order, own), change: "PLACEMENT" });
  for (const fill of fills) {
    const others = progress.get(fill.maker);
    tellFill(order, own, fill, tell);
    tellFill(fill.maker, others, fill, tell);
    const trade = tradeOf(order, fill);
    if (own !== undefined) tell(order, trade);
    if (others !== undefined && fill.maker.account.owner !== order.account.owner) tell(fill.maker, trade);
  }
  if (own !== undefined && ended !== undefined) tell(order, happening(order, own, ended));
}

function tellFill(party: Order, at: Progress | undefined, fill: Fill, tell: Tell): void {
  if (at === undefined) return;
  at.filled = addLots(at.filled, fill.lots);
  at.trades.push(fill.no);
  tell(party, happening(party, at));
}

const happening = (order: Order, at: Progress, reason?: CancelReason): OrderHappening => ({
  type: "order",
  change: reason === undefined ? "UPDATE" : "CANCELLATION",
  order,
  filled: at.filled,
  trades: at.trades,
  tradeCount: at.trades.length,
  hasEarlierTrades: at.before > 0,
  reason,
});

const tradeOf = (taker: Order, fill: Fill): TradeHappening => ({
  type: "trade",
  fill,
  taker,
  feeRate: taker.market.fees?.rate ?? null,
});

/** What the orders of those who are followed had filled before the events. */
function progressBefore(events: readonly Event[], isFollowed: IsFollowed): Map<Order, Progress> {
  const filled = new Map<Order, Lots>();
  const add = (order: Order, lots: Lots): void => {
    if (isFollowed(order.account.owner)) filled.set(order, addLots(filled.get(order) ?? NO_LOTS, lots));
  };
  for (const event of events) {
    if (event.type === "order-canceled") add(event.order, NO_LOTS);
    if (event.type !== "order-placed") continue;
    add(event.order, NO_LOTS);
    for (const { maker, lots } of event.fills) {
      add(event.order, lots);
      add(maker, lots);
    }
  }
  return new Map(
    [...filled].map(([order, during]) => {
      const before = subtractLots(subtractLots(order.lots, order.remaining), during);
      return [order, { before, filled: before, trades: [] }];
    }),
  );
}
