/**
 * Stops new orders when the process is about to run out of memory. Resting orders are in memory, so a crash would not
 * help: the restarted process would load as many.
 */
import { getHeapStatistics } from "node:v8";
import type { AvailabilityControl } from "./availability.ts";

/** Fractions of the heap in use at which the guard stops new orders, and accepts them again. */
const FULL = 0.8;
const RELIEVED = 0.7;

/** Fraction of the heap's limit in use. */
export function heapUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

/** Checks once; called by a timer. `use` is the fraction of the heap in use. */
export function guardHeap(availability: Pick<AvailabilityControl, "restrict">, use = heapUse()): void {
  if (use > FULL) availability.restrict("memory", "cancel-only", "memory runs short");
  else if (use < RELIEVED) availability.restrict("memory", "normal", "");
}
