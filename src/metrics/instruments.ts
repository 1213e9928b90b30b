/** Counters, gauges and histograms of one exchange, in Prometheus format. */
import { Counter, Registry } from "prom-client";
import { described } from "./described.ts";
import { createGauges } from "./gauges.ts";
import { registerHistogram } from "./kept-histogram.ts";

/** Upper bounds of duration buckets, in seconds: half a millisecond to ten seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/** Outcomes of a command: committed, committed by an earlier request, rejected, or failed. */
export type CommandOutcomeLabel = "committed" | "repeated" | "rejected" | "failed";

/** Creates the instruments that code updates as things happen. */
function createMeters(registry: Registry) {
  const histogram = <Label extends string>(
    name: string,
    help: string,
    { labels, buckets = SECONDS }: { readonly labels: Label[]; readonly buckets?: number[] },
  ) => registerHistogram(registry, { name: `presage_${name}`, help, labelNames: labels, buckets });
  const counter = <Label extends string>(name: string, help: string, labels: Label[]) =>
    new Counter(described(registry, name, help, labels));
  return {
    requests: histogram("http_request_duration_seconds", "Time from a request's head to its last byte", {
      labels: ["interface", "dialect", "operation", "status"],
    }),
    refusals: counter("http_refusals_total", "Refused requests, by the code of the refusal", [
      "interface",
      "code",
    ]),
    shed: counter("orders_shed_total", "Orders refused from their bytes, since there were too many", []),
    commands: histogram("command_duration_seconds", "Time from a command's arrival to its acknowledgement", {
      labels: ["command", "outcome"],
    }),
    commits: histogram("commit_duration_seconds", "Time until a batch was durable in the journal", {
      labels: [],
    }),
    batchEvents: histogram("batch_events", "Events of a batch of the journal", {
      labels: [],
      buckets: COUNTS,
    }),
    events: counter("events_total", "Events of the journal, by type", ["type"]),
    fills: counter("fills_total", "Fills of an incoming order against a resting one", []),
    flushes: histogram("tables_flush_duration_seconds", "Time of a flush of rows into the read tables", {
      labels: [],
    }),
    followers: histogram(
      "follower_duration_seconds",
      "Time of one follower of commits, such as a live channel, for which the writer waits",
      { labels: [] },
    ),
    resyncs: counter("stream_resyncs_total", "Live connections that were told to start anew", []),
    traceSpans: counter(
      "trace_spans_total",
      "Spans of traces: `sent`, `failed` at the collector, or `dropped` since too many waited",
      ["outcome"],
    ),
  };
}

export type Metrics = ReturnType<typeof createMeters> &
  ReturnType<typeof createGauges> & { readonly registry: Registry };

export function createMetrics(): Metrics {
  const registry = new Registry();
  return { registry, ...createMeters(registry), ...createGauges(registry) };
}
