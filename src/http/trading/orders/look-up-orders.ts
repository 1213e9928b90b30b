/** POST /data/orders: many orders by their ids, each with a status of its own, for callers who may read one. */
import { Type } from "typebox";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { endpoint } from "../../endpoint.ts";
import { ORDERS } from "../groups.ts";
import { NO_ORDERS } from "../refusal-texts.ts";
import { ItemRefusal, refusedItem } from "../refused-item.ts";
import { refuseSize } from "./batch-size.ts";
import { listAnyOrders } from "./any-order.ts";
import { OrderId, parseOrderId, unknownOrder } from "./order-id.ts";
import { FlatOrder, flatOrder, NestedOrder, nestedOrder } from "./order-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

/** Orders of one request. */
const MAX_LOOKUPS = 500;

const FoundOrder = Type.Object({
  order_id: Type.String({ description: "As it was asked for" }),
  status: Type.Integer({ description: "200, or 404 when there is no such order" }),
  order: Type.Optional(Type.Object({ ...NestedOrder.properties, ...FlatOrder.properties })),
  ...ItemRefusal,
});

export const lookUpOrders = endpoint({
  method: "POST",
  path: "/data/orders",
  kind: "read",
  summary: "Look up orders by their ids",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["batch_size"],
  texts: [NO_ORDERS],
  access: "key-or-public",
  body: Type.Array(Type.Object({ orderId: OrderId }), { description: `1 to ${MAX_LOOKUPS} orders` }),
  answer: Type.Array(FoundOrder, { description: "In the order of the request" }),
  handle: async ({ context, dialect, body, caller }) => {
    const refused = refuseSize(body, MAX_LOOKUPS);
    if (refused !== undefined) return { rejection: refused };
    const asked = body.map(({ orderId }) => ({ written: orderId, id: parseOrderId(orderId) }));
    const ids = asked.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const orders = await listAnyOrders(context, ids, DIFFERENCES.tradeUnits.does[dialect]);
    const readable = orders.filter(({ owner }) => caller === undefined || owner === caller.address);
    const byId = new Map(readable.map((order) => [order.id, order]));
    const view = { dialect, anonymous: caller === undefined };
    return {
      body: asked.map(({ written, id }) => {
        const order = id === undefined ? undefined : byId.get(id);
        return order === undefined
          ? { order_id: written, ...refusedItem(unknownOrder(written), dialect) }
          : {
              order_id: written,
              status: 200,
              order: { ...nestedOrder(order, view), ...flatOrder(order, view) },
            };
      }),
    };
  },
});
