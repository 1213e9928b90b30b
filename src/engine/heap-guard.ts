/**
 * Takes no new orders when the process is about to run out of memory: what rests is in memory, and a process that dies of
 * it would come back to as much.
 */
import { getHeapStatistics } from "node:v8";
import type { StandingKeeper } from "./standing.ts";

/** Parts of the heap that may be in use when the guard steps in, and when it steps back. */
const FULL = 0.8;
const RELIEVED = 0.7;

/** Part of the heap's limit that is in use. */
export function heapUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

/** Looks once; to be called by a timer. `use` is the part of the heap in use. */
export function guardHeap(standing: Pick<StandingKeeper, "restrict">, use = heapUse()): void {
  if (use > FULL) standing.restrict("memory", "cancel-only", "memory runs short");
  else if (use < RELIEVED) standing.restrict("memory", "normal", "");
}
