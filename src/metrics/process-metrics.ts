/** Metrics of the process: heap, event loop, garbage collections, CPU time. All exchanges of a process share them. */
import { collectDefaultMetrics, Registry } from "prom-client";

let registry: Registry | undefined;

/** Returns the registry of the process metrics; the first call starts the collection. */
export function processMetrics(): Registry {
  if (registry !== undefined) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
