/** GET /order-scoring: whether an order of the caller counts for liquidity rewards now. */
import { Type } from "typebox";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { OrderId } from "./order-id.ts";
import { listScoring } from "./scoring-orders.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getOrderScoring = keyOperation({
  method: "GET",
  path: "/order-scoring",
  summary: "Tell whether an order counts for liquidity rewards now",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({ order_id: OrderId }),
  answer: Type.Object({ scoring: Type.Boolean() }),
  handle: async ({ context, query, caller }) => {
    const scoring = await listScoring(context, [query.order_id], caller);
    return { body: { scoring: scoring.has(query.order_id) } };
  },
});
