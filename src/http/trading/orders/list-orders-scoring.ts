/** POST /orders-scoring: the caller's orders that count for liquidity rewards now. */
import { Type } from "typebox";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { OrderId } from "./order-id.ts";
import { listScoring } from "./scoring-orders.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

/** Orders of one request. */
const MAX_ORDERS = 500;

export const listOrdersScoring = keyOperation({
  method: "POST",
  path: "/orders-scoring",
  kind: "read",
  summary: "Tell which orders count for liquidity rewards now",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  body: Type.Array(OrderId, { maxItems: MAX_ORDERS }),
  answer: Type.Record(Type.String(), Type.Boolean(), { description: "By order id, as it was asked for" }),
  handle: async ({ context, body, caller }) => {
    const scoring = await listScoring(context, body, caller);
    return { body: Object.fromEntries(body.map((id) => [id, scoring.has(id)])) };
  },
});
