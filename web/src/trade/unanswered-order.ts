/** A signed order that nobody answered, with its plan, whose fills were computed in the book of then. */
import type { SignedOrder } from "../wallet/place-order.ts";
import type { OrderPlan } from "./plan-order.ts";

export type UnansweredOrder = { readonly plan: OrderPlan; readonly signed: SignedOrder };
