/** Cancels of orders by an operator, and their rehearsal. */
import { Type } from "typebox";
import { canceledOrders } from "../../../core/orders/canceled-orders.ts";
import type { OrdersInQuestion } from "../../../core/events/command.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import { listForcedCancellations } from "../../../core/orders/operator-cancellations.ts";
import { pageFields } from "../body-fields.ts";
import { changeOperation, readOperation, OWNERS, changeBody } from "../operation.ts";
import { OUTCOMES, readOrdersParams, OrderSelectionFields } from "../path-params.ts";

export const RehearsedCancellation = Type.Object({
  orders: Type.Integer({ description: "Open orders that would be cancelled" }),
  markets: Type.Integer({ description: "Markets that they rest in" }),
  wallets: Type.Integer({ description: "Wallets that have them" }),
  accounts: Type.Array(Type.Object({ address: Type.String(), orders: Type.Integer() }), {
    description: "The wallets, those with the most orders first; a page of them",
  }),
});

/** GET /orders/rehearsal: the open orders that a cancel would remove, by wallet. It changes nothing. */
export const rehearseCancellation = readOperation({
  path: "/orders/rehearsal",
  summary: "Rehearse a cancellation of open orders: how many, and whose",
  group: OWNERS,
  refuses: ["unknown_market", "unknown_account"],
  query: Type.Object({
    ...OrderSelectionFields,
    ...pageFields("Wallets"),
  }),
  answer: RehearsedCancellation,
  read: async ({ context, query }) => {
    const selection = await readOrdersParams(context, query);
    if (isRejection(selection)) return selection;
    const orderCounts = await context.engine.examine((exchange) => countOrders(exchange, selection));
    if (isRejection(orderCounts)) return orderCounts;
    const { offset, limit } = query;
    const { byWallet, ...counts } = orderCounts;
    const accounts = byWallet
      .toSorted((one, other) => other.orders - one.orders)
      .slice(offset, offset + limit);
    return { ...counts, wallets: byWallet.length, accounts };
  },
});

function countOrders(exchange: Exchange, selection: OrdersInQuestion) {
  const orders = listForcedCancellations(exchange, selection);
  if (isRejection(orders)) return orders satisfies Rejection;
  const counts = new Map<string, number>();
  const markets = new Set<number>();
  for (const { account, market } of orders) {
    counts.set(account.address, (counts.get(account.address) ?? 0) + 1);
    markets.add(market.no);
  }
  const byWallet = [...counts].map(([address, count]) => ({ address, orders: count }));
  return { orders: orders.length, markets: markets.size, byWallet };
}

export const CanceledAnswer = Type.Object({
  canceledOrders: Type.Integer({ description: "0 when there were none, and nothing was done" }),
  wallets: Type.Integer({ description: "Wallets that had these orders" }),
});

/** POST /orders/cancel: cancels open orders of any owner. Owners are notified, and the orders' holds are released. */
export const cancelOrders = changeOperation({
  path: "/orders/cancel",
  summary: "Cancel the open orders of a wallet, of a market or one outcome of it, or of a wallet there",
  group: OWNERS,
  refuses: ["unknown_market", "unknown_account"],
  body: changeBody({ ...OrderSelectionFields }),
  answer: CanceledAnswer,
  act: async (call) => {
    const { context, body } = call;
    const selection = await readOrdersParams(context, body);
    if (isRejection(selection)) return selection;
    const command = { type: "take-out-orders", ...selection } as const;
    return call.execute(
      { action: "cancel-orders", ...buildAuditSubject(selection), command },
      ({ events }) => {
        const orders = events.flatMap(canceledOrders);
        const wallets = new Set(orders.map(({ account }) => account));
        return { canceledOrders: orders.length, wallets: wallets.size };
      },
    );
  },
});

/** Makes the audit entry, about the wallet if one is named, else about the market. */
function buildAuditSubject({ address, conditionId, outcome }: OrdersInQuestion) {
  const details = {
    ...(address !== undefined && conditionId !== undefined && { market: conditionId }),
    ...(outcome !== undefined && { outcome: OUTCOMES[outcome] }),
  };
  return { subject: address ?? conditionId ?? "", details };
}
