/** Name, help text and registry of an instrument. */
import type { MetricConfiguration, Registry } from "prom-client";

/** Describes an instrument of the exchange; all names have the same prefix. */
export function described<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
): MetricConfiguration<Label> {
  return { name: `presage_${name}`, help, labelNames, registers: [registry] };
}
