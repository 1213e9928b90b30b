/** What the exchange acknowledged, and what it left unanswered: the promises that must hold after a crash. */

export type Promised = {
  readonly id: string;
  /** Trades that the placement's answer named. */
  readonly tradeIds: Set<string>;
  canceled: boolean;
};

/** A request that got no answer: it may have happened or not, but not half and not twice. */
export type Unanswered =
  | { readonly what: "place"; readonly body: string; readonly trader: number }
  | { readonly what: "cancel"; readonly id: string };

export type Promises = { readonly orders: Map<string, Promised>; unanswered: Unanswered[] };

export const noPromises = (): Promises => ({ orders: new Map(), unanswered: [] });

export type OrderState = {
  readonly id: string;
  readonly status: string;
  readonly original_size: string;
  readonly size_matched: string;
  readonly associate_trades: readonly string[];
};
export type TradeState = {
  readonly id: string;
  readonly size: string;
  readonly taker_order_id: string;
  readonly maker_orders: readonly { readonly order_id: string }[];
};

/** Everything that is wrong with the state after a restart, in words; nothing when all promises hold. */
export function brokenPromises(
  promises: Promises,
  orders: ReadonlyMap<string, OrderState>,
  trades: readonly TradeState[],
): string[] {
  const broken: string[] = [];
  for (const promised of promises.orders.values()) {
    const order = orders.get(promised.id);
    if (order === undefined) broken.push(`order ${promised.id} was acknowledged and is gone`);
    else broken.push(...brokenOrder(promised, order));
  }
  return [...broken, ...brokenTrades(orders, trades)];
}

function brokenOrder(promised: Promised, order: OrderState): string[] {
  const broken: string[] = [];
  for (const id of promised.tradeIds) {
    if (!order.associate_trades.includes(id))
      broken.push(`fill ${id} of order ${order.id} was acknowledged and is gone`);
  }
  const full = order.size_matched === order.original_size;
  if (promised.canceled && order.status !== "canceled")
    broken.push(`order ${order.id} was cancelled and is ${order.status}`);
  if (full && order.status !== "matched") broken.push(`order ${order.id} is filled and ${order.status}`);
  if (!full && order.status === "matched")
    broken.push(`order ${order.id} is matched at ${order.size_matched}`);
  return broken;
}

/** Each trade once, and each order's fills adding up to its matched size. */
function brokenTrades(orders: ReadonlyMap<string, OrderState>, trades: readonly TradeState[]): string[] {
  const broken: string[] = [];
  const filled = new Map<string, number>();
  const seen = new Set<string>();
  for (const trade of trades) {
    if (seen.has(trade.id)) broken.push(`trade ${trade.id} is listed twice`);
    seen.add(trade.id);
    for (const id of [trade.taker_order_id, ...trade.maker_orders.map((maker) => maker.order_id)]) {
      filled.set(id, (filled.get(id) ?? 0) + Math.round(Number(trade.size) * 100));
    }
  }
  for (const order of orders.values()) {
    const sum = filled.get(order.id) ?? 0;
    if (sum !== Math.round(Number(order.size_matched) * 100))
      broken.push(`order ${order.id} matched ${order.size_matched}, its trades ${sum / 100}`);
  }
  return broken;
}
