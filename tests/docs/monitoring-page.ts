/** docs/operating/monitoring.md, with its table of metrics. */
import { createMetrics } from "../../src/metrics/instruments.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

const { registry, ...instruments } = createMetrics();
const described = await registry.getMetricsAsJSON();

/** Labels of an instrument, which its description in the registry does not tell. */
const labelsOf = (name: string): readonly string[] => {
  const found = Object.values(instruments).find((one) => "name" in one && one.name === name);
  return found !== undefined && "labelNames" in found && Array.isArray(found.labelNames)
    ? found.labelNames.map(String)
    : [];
};

/** Names of the exchange's own metrics, as a query writes them. */
export const METRIC_NAMES: ReadonlySet<string> = new Set(
  described.flatMap(({ name, type }) =>
    String(type) === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

export const monitoringPage = () =>
  pageOf("operating/monitoring.md", () =>
    markdownTable(
      ["metric", "kind", "labels", "meaning"],
      described.map(({ name, type, help }) => [
        `\`${name}\``,
        String(type),
        labelsOf(name)
          .map((label) => `\`${label}\``)
          .join(", "),
        help,
      ]),
    ),
  );
