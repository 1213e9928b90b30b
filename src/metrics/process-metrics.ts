/** Metrics of the process: heap, event loop, garbage collections, CPU time. All exchanges of a process share them. */
import { collectDefaultMetrics, Registry } from "prom-client";

let known: Registry | undefined;

/** Returns the registry of the process metrics; the first call starts the collection. */
export function processMetrics(): Registry {
  if (known !== undefined) return known;
  known = new Registry();
  collectDefaultMetrics({ register: known });
  return known;
}
