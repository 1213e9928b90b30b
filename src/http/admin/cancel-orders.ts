/** POST /orders/cancel: takes open orders out, whoever placed them. Their owners are notified, and what they held is free. */
import { Type } from "typebox";
import { canceledOrders } from "../../core/canceled-orders.ts";
import type { OrdersInQuestion } from "../../core/command.ts";
import { isRejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { OWNERS } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";
import { ordersNamed, OUTCOMES, readOrdersTerm } from "./orders-term.ts";

export const CanceledAnswer = Type.Object({
  canceledOrders: Type.Integer({ description: "0 when there were none, and nothing was done" }),
  wallets: Type.Integer({ description: "Wallets that had these orders" }),
});

export const cancelOrders = operation({
  method: "POST",
  path: "/orders/cancel",
  summary: "Cancel the open orders of a wallet, of a market or one outcome of it, or of a wallet there",
  group: OWNERS,
  refuses: ["not_accepting", "unknown_market", "unknown_account"],
  role: "market-admin",
  body: Type.Object({ ...ordersNamed, reason: Reason }, { additionalProperties: false }),
  answer: CanceledAnswer,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body } = call;
        const meant = await readOrdersTerm(context, body);
        if (isRejection(meant)) return meant;
        const command = { type: "take-out-orders", ...meant } as const;
        const change: OperatorAction = {
          action: "cancel-orders",
          reason: body.reason,
          ...noteOf(meant),
          command,
        };
        return operate(call, change, ({ events }) => {
          const orders = events.flatMap(canceledOrders);
          const wallets = new Set(orders.map(({ account }) => account));
          return { canceledOrders: orders.length, wallets: wallets.size };
        });
      },
      tell: ({ result }) => result,
    }),
});

/** The entry in the audit log is about the wallet where one is named, else about the market. */
function noteOf({ address, conditionId, outcome }: OrdersInQuestion) {
  const details = {
    ...(address !== undefined && conditionId !== undefined && { market: conditionId }),
    ...(outcome !== undefined && { outcome: OUTCOMES[outcome] }),
  };
  return { subject: address ?? conditionId ?? "", details };
}
