/** GET /metrics: figures of the exchange and of its process, as Prometheus reads them. */
import { Registry } from "prom-client";
import { Type } from "typebox";
import { processMetrics } from "../../metrics/process-metrics.ts";
import type { Endpoint } from "../endpoint.ts";
import { EXCHANGE } from "./groups.ts";
import { setGauges } from "./metric-gauges.ts";
import type { MetricSources } from "./metric-gauges.ts";
import { operation } from "./operation.ts";

export const getMetrics = (sources: MetricSources): Endpoint =>
  operation({
    method: "GET",
    path: "/metrics",
    summary: "Get the metrics in the text format of Prometheus",
    group: EXCHANGE,
    refuses: [],
    answer: Type.String({ description: "Text format, version 0.0.4; docs/monitoring.md lists the metrics" }),
    mediaType: Registry.PROMETHEUS_CONTENT_TYPE,
    handle: async ({ context }) => {
      await setGauges(context, sources);
      const both = Registry.merge([context.metrics.registry, processMetrics()]);
      return { bytes: await both.metrics() };
    },
  });
