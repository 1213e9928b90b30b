/** Figures of the process: heap, event loop, collections, processor time. All exchanges of a process share them. */
import { collectDefaultMetrics, Registry } from "prom-client";

let known: Registry | undefined;

/** The registry of the process's own figures, which are watched from the first call on. */
export function processMetrics(): Registry {
  if (known !== undefined) return known;
  known = new Registry();
  collectDefaultMetrics({ register: known });
  return known;
}
