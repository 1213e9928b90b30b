/**
 * GET /data/order/{id}: one order, whatever became of it. The specification's record stands under `order`; the same
 * facts stand beside it under the flat names that the client libraries read.
 */
import { Type } from "typebox";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { endpoint } from "../../endpoint.ts";
import { ORDERS } from "../groups.ts";
import { INVALID_ORDER_ID, MALFORMED_ORDER_ID } from "../refusal-texts.ts";
import { findAnyOrder } from "./any-order.ts";
import { parseOrderId, unknownOrder } from "./order-id.ts";
import { FlatOrder, flatOrder, NestedOrder, nestedOrder } from "./order-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getOrder = endpoint({
  method: "GET",
  path: "/data/order/:id",
  summary: "Get one order of the caller",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["order_not_found"],
  texts: [INVALID_ORDER_ID, MALFORMED_ORDER_ID],
  access: "key-or-public",
  params: Type.Object({ id: Type.String({ description: "Order id: the EIP-712 digest, in any case" }) }),
  answer: Type.Object({ order: NestedOrder, ...FlatOrder.properties }),
  handle: async ({ context, dialect, params, caller }) => {
    const id = parseOrderId(params.id);
    const unit = DIFFERENCES.tradeUnits.does[dialect];
    const order = id === undefined ? undefined : await findAnyOrder(context, id, unit);
    if (order === undefined || (caller !== undefined && order.owner !== caller.address))
      return { rejection: unknownOrder(params.id) };
    const view = { dialect, anonymous: caller === undefined };
    return { body: { order: nestedOrder(order, view), ...flatOrder(order, view) } };
  },
});
