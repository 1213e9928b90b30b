/** Number of orders that a request may name. */
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";

/** Refusal of a list of so many items; `undefined` when it is not too long. */
export function refuseSize({ length }: readonly unknown[], limit: number): Rejection | undefined {
  if (length >= 1 && length <= limit) return undefined;
  const values = { count: String(length), limit: String(limit) };
  return reject("batch_size", `expected 1 to ${limit} orders, got ${length}`, values);
}
