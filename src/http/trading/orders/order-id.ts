/** Order ids in requests: the EIP-712 digest of the order, in any case of letters. */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { MALFORMED } from "../refusal-texts.ts";

/** A text that may be an order's id; any other finds no order. */
export const OrderId = Type.String({ maxLength: 100, description: "Order id: the EIP-712 digest" });

/** The id as it is stored; `undefined` when no order can have it. */
export function parseOrderId(text: string): string | undefined {
  const id = text.toLowerCase();
  return /^0x[0-9a-f]{64}$/.test(id) ? id : undefined;
}

/** Refuses an id that no order of the caller has. */
export const unknownOrder = (given: string): Rejection =>
  parseOrderId(given) === undefined
    ? reject("order_not_found", `no order has id ${given}; expected 0x and 64 hex digits`, MALFORMED)
    : reject("order_not_found", `no order has id ${given}`);
