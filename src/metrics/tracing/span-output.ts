/**
 * Export of spans to the collector, with a bounded queue: spans beyond it are dropped. So a slow or missing collector
 * costs spans, but neither memory nor order latency. All spans are counted by their result.
 */
import { ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace";
import type { SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace";
import type { TraceOptions } from "./traces.ts";

/** Maximum number of queued spans, including those being sent. */
export const MAX_WAITING = 4_096;
/** Spans per message: writing one takes a fraction of a millisecond. */
const MESSAGE = 128;
const DELAY_MS = 1_000;
/** Timeout of a message including retries, unless the environment sets another one, ms. */
const MESSAGE_MS = 3_000;

type Waiting = { spans: number };

export function createSpanOutput(options: TraceOptions): SpanProcessor {
  const waiting: Waiting = { spans: 0 };
  const batches = new BatchSpanProcessor({
    exporter: countExports(createExporter(options), waiting, options),
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: MESSAGE,
    scheduledDelayMillis: DELAY_MS,
  });
  const dropped = options.metrics.traceSpans.labels("dropped");
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting.spans >= MAX_WAITING) return dropped.inc();
      waiting.spans += 1;
      return batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

/** Creates the exporter, which itself reads the environment variables that go beyond the settings. */
function createExporter({ terms: { endpoint, headers } }: TraceOptions): SpanExporter {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ownUrl, OTEL_EXPORTER_OTLP_TIMEOUT: timeout } = process.env;
  return new OTLPTraceExporter({
    headers,
    // At close all waiting spans are sent at once.
    concurrencyLimit: MAX_WAITING / MESSAGE,
    ...(!ownUrl && { url: `${endpoint}/v1/traces` }),
    ...(!timeout && { timeoutMillis: MESSAGE_MS }),
  });
}

function countExports(
  exporter: SpanExporter,
  waiting: Waiting,
  { metrics: { traceSpans }, log }: TraceOptions,
): SpanExporter {
  const [sent, failed] = [traceSpans.labels("sent"), traceSpans.labels("failed")];
  let isAway = false;
  const tell = (error: Error | undefined): void => {
    if (error !== undefined && !isAway)
      log.warn({ event: "traces_state", err: error }, "the collector takes no traces");
    if (error === undefined && isAway)
      log.warn({ event: "traces_state" }, "the collector takes traces again");
    isAway = error !== undefined;
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        waiting.spans -= spans.length;
        const isSent = result.code === ExportResultCode.SUCCESS;
        (isSent ? sent : failed).inc(spans.length);
        tell(isSent ? undefined : (result.error ?? new Error("no reason was given")));
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
