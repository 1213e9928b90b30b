/**
 * Updates of followed owners' orders and trades, built from the events of a commit, in order. They are built right after
 * the commit, when orders in memory have the commit's final state. The filled quantity at each event is counted from the
 * quantity before the commit.
 */
import { canceledOrders } from "../../core/orders/canceled-orders.ts";
import type { Event, EventOf, Fill } from "../../core/events/event.ts";
import type { Order } from "../../core/state.ts";
import { sumFills } from "../../core/orders/match.ts";
import type { FillTotals } from "../../core/orders/match.ts";
import { addLots, addMicros, NO_LOTS, NO_MICROS, subtractLots } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import type { EndedSettlement } from "../../engine/sandbox/settlements.ts";
import type { TradeNumbers, TradeRecord, TradeUnit } from "../../store/reads/trades.ts";

export type OrderUpdate = {
  readonly type: "order";
  readonly change: "PLACEMENT" | "UPDATE" | "CANCELLATION";
  /** The order in memory, which changes later: only its constant fields are valid for the update. */
  readonly order: Order;
  /** Filled quantity after the update. */
  readonly filled: Lots;
  /** The order's trades in this commit; the first `tradeCount` trades happened up to this update. */
  readonly trades: readonly TradeNumbers[];
  readonly tradeCount: number;
  /** True if the order had trades in earlier commits. */
  readonly hasEarlierTrades: boolean;
  /** Reason of a cancellation; `undefined` for any other update. */
  readonly reason: string | undefined;
};

/** A trade in one unit; clients that use the other unit ignore it. */
export type TradeUpdate = {
  readonly type: "trade";
  readonly unit: TradeUnit;
  /** Number of the trade's first fill. */
  readonly no: number;
  readonly taker: Order;
  readonly takerFee: Micros;
  readonly totals: FillTotals;
  /** Fills shown to the owner. */
  readonly fills: readonly Fill[];
  /** Fee rate of the market, in 0.0001; `null` if trading is free. */
  readonly feeRate: number | null;
};

/** Completion of a settlement that a fault had kept open. */
export type SettlementUpdate = {
  readonly type: "settlement";
  readonly unit: TradeUnit;
  readonly trade: TradeRecord;
  /** Result of the settlement, and the time of completion, ms. */
  readonly ended: EndedSettlement["ended"];
};

export type UserUpdate = OrderUpdate | TradeUpdate | SettlementUpdate;

/** Maximum trades named in an order's message, the latest ones, to bound its length. */
export const MAX_TRADES = 100;

/**
 * Maximum fills of an execution for which each maker gets all of them; in a larger execution makers get only their own
 * fills.
 */
const MAX_SENT_FILLS = 100;

type FillProgress = { readonly before: Lots; filled: Lots; readonly trades: TradeNumbers[] };
type IsFollowed = (owner: string) => boolean;

/** Lists the updates by followed owner. An owner of several parties of a trade gets the trade once. */
export function listUpdatesByOwner(
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
          add(order, buildOrderUpdate(order, progress.get(order) ?? getSettledProgress(order), event.reason));
  }
  return byOwner;
}

type AddUpdate = (order: Order, update: UserUpdate) => void;

function addPlacement(
  placed: EventOf<"order-placed">,
  progress: ReadonlyMap<Order, FillProgress>,
  add: AddUpdate,
): void {
  const { order, fills, ended } = placed;
  const own = progress.get(order);
  if (own !== undefined) add(order, { ...buildOrderUpdate(order, own), change: "PLACEMENT" });
  const execution = fills[0]?.no ?? 0;
  for (const fill of fills) {
    const others = progress.get(fill.maker);
    const numbers = { fill: fill.no, execution };
    addFill(order, own, { fill, numbers }, add);
    addFill(fill.maker, others, { fill, numbers }, add);
    if (own === undefined && others === undefined) continue;
    const trade = buildTradeUpdate(order, [fill], "fill");
    if (own !== undefined) add(order, trade);
    if (others !== undefined && fill.maker.account.owner !== order.account.owner) add(fill.maker, trade);
  }
  addExecution(placed, progress, add);
  if (own !== undefined && ended !== undefined) add(order, buildOrderUpdate(order, own, ended));
}

type NumberedFill = { readonly fill: Fill; readonly numbers: TradeNumbers };

function addFill(
  party: Order,
  at: FillProgress | undefined,
  { fill, numbers }: NumberedFill,
  add: AddUpdate,
): void {
  if (at === undefined) return;
  at.filled = addLots(at.filled, fill.lots);
  at.trades.push(numbers);
  add(party, buildOrderUpdate(party, at));
}

/** Adds the update of the whole trade for each owner of a party, once. */
function addExecution(
  { order, fills }: EventOf<"order-placed">,
  progress: ReadonlyMap<Order, FillProgress>,
  add: AddUpdate,
): void {
  const followedFills = fills.filter(({ maker }) => progress.has(maker));
  if (fills.length === 0 || (followedFills.length === 0 && !progress.has(order))) return;
  const wholeTrade = buildTradeUpdate(order, fills, "execution");
  if (progress.has(order)) add(order, wholeTrade);
  const byOwner = Map.groupBy(followedFills, ({ maker }) => maker.account.owner);
  byOwner.delete(order.account.owner);
  for (const own of byOwner.values()) {
    const shown = fills.length > MAX_SENT_FILLS ? { ...wholeTrade, fills: own } : wholeTrade;
    for (const { maker } of own.slice(0, 1)) add(maker, shown);
  }
}

const buildOrderUpdate = (order: Order, at: FillProgress, reason?: string): OrderUpdate => ({
  type: "order",
  change: reason === undefined ? "UPDATE" : "CANCELLATION",
  order,
  filled: at.filled,
  trades: at.trades,
  tradeCount: at.trades.length,
  hasEarlierTrades: at.before > 0,
  reason,
});

/** Returns the updates of an order that was never journaled: its placement and its completion without a fill. */
export function listUnmatchedUpdates(order: Order, reason: string): readonly OrderUpdate[] {
  const progress = getSettledProgress(order);
  return [
    { ...buildOrderUpdate(order, progress), change: "PLACEMENT" },
    buildOrderUpdate(order, progress, reason),
  ];
}

const buildTradeUpdate = (taker: Order, fills: readonly Fill[], unit: TradeUnit): TradeUpdate => ({
  type: "trade",
  unit,
  no: fills[0]?.no ?? 0,
  taker,
  takerFee: fills.reduce((sum, { takerFee }) => addMicros(sum, takerFee), NO_MICROS),
  totals: sumFills(taker, fills),
  fills,
  feeRate: taker.market.fees?.rate ?? null,
});

/** Returns the progress of an order that the events neither place nor fill. */
const getSettledProgress = ({ lots, remaining }: Order): FillProgress => {
  const filled = subtractLots(lots, remaining);
  return { before: filled, filled, trades: [] };
};

/** Computes the filled quantity before the events of followed owners' orders that were placed or filled. */
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
