/**
 * Updates of followed owners' orders and trades, made from the events of a commit, in their order. They are made right
 * after the commit, when orders in memory have its last state. The filled quantity at each event is counted from the
 * quantity before the commit.
 */
import { canceledOrders } from "../../core/canceled-orders.ts";
import type { CancelReason, Event, EventOf, Fill } from "../../core/event.ts";
import type { Order } from "../../core/state.ts";
import { addLots, NO_LOTS, subtractLots } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";

export type OrderUpdate = {
  readonly type: "order";
  readonly change: "PLACEMENT" | "UPDATE" | "CANCELLATION";
  /** The order in memory, which changes: read later, only its constant fields are those of the update. */
  readonly order: Order;
  /** Filled quantity after the update. */
  readonly filled: Lots;
  /** Numbers of the order's trades in this commit; the first `tradeCount` of them had happened by this update. */
  readonly trades: readonly number[];
  readonly tradeCount: number;
  /** True if it had trades in earlier commits. */
  readonly hasEarlierTrades: boolean;
  /** Reason of a cancellation; `undefined` for another update. */
  readonly reason: CancelReason | undefined;
};

export type TradeUpdate = {
  readonly type: "trade";
  readonly fill: Fill;
  readonly taker: Order;
  /** Fee rate of the market, in 0.0001; `null` where trading is free. */
  readonly feeRate: number | null;
};

export type UserUpdate = OrderUpdate | TradeUpdate;

/** Most trades that a message of an order names, the latest ones, so that its length is bounded. */
export const MOST_TRADES = 100;

type FillProgress = { readonly before: Lots; filled: Lots; readonly trades: number[] };
type IsFollowed = (owner: string) => boolean;

/** Lists the updates by owner, for followed owners. An owner of both parties of a fill gets it once. */
export function updatesOf(
  events: readonly Event[],
  isFollowed: IsFollowed,
): ReadonlyMap<string, readonly UserUpdate[]> {
  const byOwner = new Map<string, UserUpdate[]>();
  const add = ({ account: { owner } }: Order, update: UserUpdate): void => {
    const known = byOwner.get(owner);
    if (known === undefined) byOwner.set(owner, [update]);
    else known.push(update);
  };
  const progress = progressBefore(events, isFollowed);
  for (const event of events) {
    if (event.type === "order-placed") addPlacement(event, progress, add);
    else if (event.type === "order-canceled" || event.type === "orders-canceled")
      for (const order of canceledOrders(event))
        if (isFollowed(order.account.owner))
          add(order, updateOf(order, progress.get(order) ?? settledProgress(order), event.reason));
  }
  return byOwner;
}

type AddUpdate = (order: Order, update: UserUpdate) => void;

function addPlacement(
  { order, fills, ended }: EventOf<"order-placed">,
  progress: ReadonlyMap<Order, FillProgress>,
  add: AddUpdate,
): void {
  const own = progress.get(order);
  if (own !== undefined) add(order, { ...updateOf(order, own), change: "PLACEMENT" });
  for (const fill of fills) {
    const others = progress.get(fill.maker);
    addFill(order, own, fill, add);
    addFill(fill.maker, others, fill, add);
    const trade = tradeOf(order, fill);
    if (own !== undefined) add(order, trade);
    if (others !== undefined && fill.maker.account.owner !== order.account.owner) add(fill.maker, trade);
  }
  if (own !== undefined && ended !== undefined) add(order, updateOf(order, own, ended));
}

function addFill(party: Order, at: FillProgress | undefined, fill: Fill, add: AddUpdate): void {
  if (at === undefined) return;
  at.filled = addLots(at.filled, fill.lots);
  at.trades.push(fill.no);
  add(party, updateOf(party, at));
}

const updateOf = (order: Order, at: FillProgress, reason?: CancelReason): OrderUpdate => ({
  type: "order",
  change: reason === undefined ? "UPDATE" : "CANCELLATION",
  order,
  filled: at.filled,
  trades: at.trades,
  tradeCount: at.trades.length,
  hasEarlierTrades: at.before > 0,
  reason,
});

const tradeOf = (taker: Order, fill: Fill): TradeUpdate => ({
  type: "trade",
  fill,
  taker,
  feeRate: taker.market.fees?.rate ?? null,
});

/** Progress of an order that the events neither place nor fill. */
const settledProgress = ({ lots, remaining }: Order): FillProgress => {
  const filled = subtractLots(lots, remaining);
  return { before: filled, filled, trades: [] };
};

/** Computes how much the orders that were placed or filled, of followed owners, had filled before the events. */
function progressBefore(events: readonly Event[], isFollowed: IsFollowed): Map<Order, FillProgress> {
  const filled = new Map<Order, Lots>();
  const add = (order: Order, lots: Lots): void => {
    if (isFollowed(order.account.owner)) filled.set(order, addLots(filled.get(order) ?? NO_LOTS, lots));
  };
  for (const event of events) {
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
