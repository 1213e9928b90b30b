/** DELETE /orders: cancels resting orders by their ids; always 200, with the reasons of those that were not cancelled. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { NO_ORDERS } from "../refusal-texts.ts";
import { refuseSize } from "./batch-size.ts";
import { cancelByIds, Cancellation } from "./cancellation.ts";
import { OrderId } from "./order-id.ts";

/** Ids of one request. */
const MAX_IDS = 3_000;

export const cancelOrders = keyOperation({
  method: "DELETE",
  kind: "cancel",
  path: "/orders",
  summary: "Cancel orders by their ids",
  group: ORDERS,
  limits: [TRADING_LIMITS.cancels],
  refuses: ["batch_size", "not_accepting"],
  texts: [NO_ORDERS],
  body: Type.Array(OrderId, {
    description: `1 to ${MAX_IDS} order ids; one that is there twice, in whatever case of letters, is answered once, as it was sent first`,
  }),
  bodyLimit: 512 * 1024,
  answer: Cancellation,
  handle: async ({ context, body, caller }) => {
    const refused = refuseSize(body, MAX_IDS);
    if (refused !== undefined) return { rejection: refused };
    const done = await cancelByIds(context, body, caller);
    return isRejection(done) ? { rejection: done } : { body: done };
  },
});
