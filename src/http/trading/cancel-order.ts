/** DELETE /order: cancels one resting order; always 200, with the reason when there was nothing to cancel. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { ActiveKey } from "../../store/api-keys.ts";
import { findOrder } from "../../store/orders.ts";
import { endpoint } from "../endpoint.ts";
import { REFUSALS } from "./refusal.ts";

const Id = Type.String({ maxLength: 100 });

/** Clients spell the key in three ways. */
const CancelPayload = Type.Object({
  orderId: Type.Optional(Id),
  orderID: Type.Optional(Id),
  order_id: Type.Optional(Id),
});

const Cancellation = Type.Object({
  canceled: Type.Array(Type.String()),
  not_canceled: Type.Record(Type.String(), Type.String(), { description: "Reason by order id" }),
});

const UNKNOWN = "order not found";

export const cancelOrder = endpoint({
  method: "DELETE",
  path: "/order",
  summary: "Cancel an order",
  access: "key",
  body: CancelPayload,
  answer: Cancellation,
  handle: async ({ context, body, caller }) => {
    if (caller === undefined) return { rejection: reject("unauthorized", "an API key is required") };
    const id = body.orderId ?? body.orderID ?? body.order_id;
    if (id === undefined || id === "")
      return { rejection: reject("invalid_payload", "orderId: expected an order id, got none") };
    const reason = await cancel(context, id, caller);
    if ("code" in reason) return { rejection: reason };
    return {
      body:
        reason.why === undefined
          ? { canceled: [id], not_canceled: {} }
          : { canceled: [], not_canceled: { [id]: reason.why } },
    };
  },
});

/** Cancels, or says why there was nothing to cancel; a rejection means that nothing could be tried. */
async function cancel(context: Context, given: string, caller: ActiveKey) {
  const id = given.toLowerCase();
  if (!/^0x[0-9a-f]{64}$/.test(id)) return { why: UNKNOWN };
  const outcome = await context.engine.submit({ type: "cancel-order", id, owner: caller.address });
  if (outcome.type !== "rejected") return { why: undefined };
  if (outcome.rejection.code !== "order_not_found") return outcome.rejection;
  const order = await findOrder(context.sql, id);
  return { why: order?.owner === caller.address ? REFUSALS.order_not_open.error : UNKNOWN };
}
