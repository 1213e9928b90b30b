/** GET /orders/rehearsal: the open orders that a cancellation would take out, by wallet. It changes nothing. */
import { Type } from "typebox";
import type { OrdersInQuestion } from "../../core/command.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { listTakenOut } from "../../core/taken-out-orders.ts";
import { pageLimit } from "../page-limit.ts";
import { OWNERS } from "./groups.ts";
import { operation } from "./operation.ts";
import { ordersNamed, readOrdersTerm } from "./orders-term.ts";

export const RehearsedCancellation = Type.Object({
  orders: Type.Integer({ description: "Open orders that would be cancelled" }),
  markets: Type.Integer({ description: "Markets that they rest in" }),
  wallets: Type.Integer({ description: "Wallets that have them" }),
  accounts: Type.Array(Type.Object({ address: Type.String(), orders: Type.Integer() }), {
    description: "The wallets, those with the most orders first; a page of them",
  }),
});

export const rehearseCancellation = operation({
  method: "GET",
  path: "/orders/rehearsal",
  summary: "Rehearse a cancellation of open orders: how many, and whose",
  group: OWNERS,
  refuses: ["unknown_market", "unknown_account"],
  query: Type.Object({
    ...ordersNamed,
    limit: pageLimit({ default: 100, maximum: 1000 }),
    offset: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1_000_000,
      description: "Wallets to leave out",
    }),
  }),
  answer: RehearsedCancellation,
  handle: async ({ context, query }) => {
    const meant = await readOrdersTerm(context, query);
    if (isRejection(meant)) return { rejection: meant };
    const counted = await context.engine.examine((exchange) => countOrders(exchange, meant));
    if (isRejection(counted)) return { rejection: counted };
    const { offset, limit } = query;
    const { byWallet, ...counts } = counted;
    const accounts = byWallet
      .toSorted((one, other) => other.orders - one.orders)
      .slice(offset, offset + limit);
    return { body: { ...counts, wallets: byWallet.length, accounts } };
  },
});

function countOrders(exchange: Exchange, meant: OrdersInQuestion) {
  const orders = listTakenOut(exchange, meant);
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
