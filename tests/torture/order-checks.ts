/** Checks of promises about orders, cancels and fills. */
import type { OrderPromise, Promises } from "./promises.ts";

export type OrderState = {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  readonly side: "BUY" | "SELL";
  readonly price: string;
  readonly asset_id: string;
  readonly maker_address: string;
  readonly original_size: string;
  readonly size_matched: string;
  readonly associate_trades: readonly string[];
};

export type PartyState = {
  readonly side: string;
  readonly price: string;
  readonly asset_id: string;
  readonly maker_address: string;
  readonly fee: string;
};

export type TradeState = PartyState & {
  readonly id: string;
  readonly size: string;
  readonly transaction_hash: string;
  readonly taker_order_id: string;
  readonly maker_orders: readonly (PartyState & { readonly order_id: string })[];
};

/** Lists broken promises, in words; empty when all hold. */
export function listOrderFaults(
  promises: Promises,
  orders: ReadonlyMap<string, OrderState>,
  trades: readonly TradeState[],
): string[] {
  const broken: string[] = [];
  const hashes = new Map(trades.map((trade) => [trade.id, trade.transaction_hash]));
  for (const promised of promises.orders.values()) {
    const order = orders.get(promised.id);
    if (order === undefined) broken.push(`order ${promised.id} was acknowledged and is gone`);
    else broken.push(...listFaultsOfOrder(promised, order), ...listHashFaults(promised, hashes));
  }
  for (const id of promises.refused) {
    const order = orders.get(id);
    if (order !== undefined && !isKilled(order)) broken.push(`order ${id} was refused and is there`);
  }
  return [...broken, ...listTradeFaults(orders, trades)];
}

/** True for an order that cannot rest, of which nothing was filled: it was answered with a refusal. */
export const isKilled = ({ type, status, size_matched: matched }: OrderState): boolean =>
  type === "FAK" && status === "canceled" && matched === "0";

/** Lists what an order breaks of its promise. */
export function listFaultsOfOrder(promised: OrderPromise, order: OrderState): string[] {
  const broken: string[] = [];
  for (const id of promised.tradeIds) {
    if (!order.associate_trades.includes(id))
      broken.push(`fill ${id} of order ${order.id} was acknowledged and is gone`);
  }
  const full = order.size_matched === order.original_size;
  const { canceled, mayBeCanceled, rests } = promised;
  if (canceled && order.status !== "canceled")
    broken.push(`order ${order.id} was cancelled and is ${order.status}`);
  if (order.status === "canceled" && rests && !canceled && !mayBeCanceled)
    broken.push(`order ${order.id} is cancelled, and nobody asked for it`);
  if (full && order.status !== "matched") broken.push(`order ${order.id} is filled and ${order.status}`);
  if (!full && rests && order.status === "matched")
    broken.push(`order ${order.id} is matched at ${order.size_matched}`);
  return broken;
}

/** Checks that the batch that settled a fill is the one that its answer named. */
const listHashFaults = (
  { id, tradeIds, hashes }: OrderPromise,
  found: ReadonlyMap<string, string>,
): string[] =>
  [...tradeIds].every((trade) => hashes.has(found.get(trade) ?? ""))
    ? []
    : [`fills of order ${id} were acknowledged as settled by another batch`];

/** Checks that each trade is there once, and that each order's fills add up to its matched size. */
function listTradeFaults(orders: ReadonlyMap<string, OrderState>, trades: readonly TradeState[]): string[] {
  const broken: string[] = [];
  const filled = new Map<string, number>();
  const seen = new Set<string>();
  for (const trade of trades) {
    if (seen.has(trade.id)) broken.push(`trade ${trade.id} is listed twice`);
    seen.add(trade.id);
    for (const id of [trade.taker_order_id, ...trade.maker_orders.map((maker) => maker.order_id)])
      filled.set(id, (filled.get(id) ?? 0) + Math.round(Number(trade.size) * 100));
  }
  for (const id of filled.keys())
    if (!orders.has(id)) broken.push(`order ${id} has fills, and was never acknowledged`);
  for (const order of orders.values()) {
    const sum = filled.get(order.id) ?? 0;
    if (sum !== Math.round(Number(order.size_matched) * 100))
      broken.push(`order ${order.id} matched ${order.size_matched}, its trades ${sum / 100}`);
  }
  return broken;
}
