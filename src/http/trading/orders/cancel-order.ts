/** DELETE /order: cancels one resting order; always 200, with the reason when there was nothing to cancel. */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { describeMistake } from "../../validation-fault.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { cancelByIds, Cancellation } from "./cancellation.ts";
import { OrderId } from "./order-id.ts";

/** Body with the id under any of three spellings; a blank one counts as left out. */
const CancelPayload = Type.Object({
  orderId: Type.Optional(OrderId),
  orderID: Type.Optional(OrderId),
  order_id: Type.Optional(OrderId),
});

export const cancelOrder = keyOperation({
  method: "DELETE",
  kind: "cancel",
  path: "/order",
  summary: "Cancel an order",
  group: ORDERS,
  limits: [TRADING_LIMITS.cancels],
  refuses: ["not_accepting"],
  body: CancelPayload,
  answer: Cancellation,
  handle: async ({ context, body, caller }) => {
    const id = readId(body);
    if (isRejection(id)) return { rejection: id };
    const done = await cancelByIds(context, [id], caller);
    return isRejection(done) ? { rejection: done } : { body: done };
  },
});

/** The order that the body names under one spelling, or the same under several. */
function readId({ orderId, orderID, order_id }: Type.Static<typeof CancelPayload>): string | Rejection {
  const named = Object.entries({ orderId, orderID, order_id }).filter(([, id]) => id);
  const [[name = "orderId", id] = []] = named;
  if (!id) return reject("invalid_payload", "orderId: expected an order id, got none");
  const other = named.find(([, written]) => written?.toLowerCase() !== id.toLowerCase());
  if (other === undefined) return id;
  const mistake = { expected: `one order, ${name} says ${id}`, got: other[1] };
  return reject("invalid_payload", describeMistake(other[0], mistake));
}
