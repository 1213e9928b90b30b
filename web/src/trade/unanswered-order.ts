/** A signed order without an answer, with its plan, whose fills were computed in the book at that time. */
import type { SignedOrder } from "../wallet/place-order.ts";
import type { OrderPlan } from "./plan-order.ts";

export type UnansweredOrder = { readonly plan: OrderPlan; readonly signed: SignedOrder };
