/** DELETE /orders: cancels resting orders by their ids; always 200, with the reasons of those that were not cancelled. */
import { Type } from "typebox";
import { keyOperation } from "../keys/key-operation.ts";
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
  body: Type.Array(OrderId, {
    description: `1 to ${MAX_IDS} order ids; one that is there twice, in whatever case of letters, is answered once, as it was sent first`,
  }),
  bodyLimit: 512 * 1024,
  answer: Cancellation,
  handle: async ({ context, body, caller }) => {
    const refused = refuseSize(body, MAX_IDS);
    if (refused !== undefined) return { rejection: refused };
    const done = await cancelByIds(context, body, caller);
    return "code" in done ? { rejection: done } : { body: done };
  },
});
