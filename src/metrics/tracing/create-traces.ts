/** Traces by the OpenTelemetry SDK, which only this folder imports. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace as traceApi } from "@opentelemetry/api";
import type { Context, Link, Span, TextMapGetter, Tracer } from "@opentelemetry/api";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Sampler, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace";
import type { CommittingBatch } from "../../engine/repeats/entry.ts";
import { RELEASE } from "../../release.ts";
import type { TraceSettings } from "../../settings/trace-settings.ts";
import { valueWithTimeout } from "../../base/async.ts";
import type { RequestTrace, SpanFacts, TraceOptions, TracedRequest, Traces } from "./traces.ts";

// Times of spans: `performance.now()` times, converted to milliseconds since 1970.

type SpanTimes = {
  /** Returns the offset that converts `performance.now()` to milliseconds since 1970 for a trace that starts now. */
  base(): number;
};

/** Difference from the wall clock, ms, above which the offset is computed again. */
const DRIFT_MS = 2;

function createSpanTimes(): SpanTimes {
  let base = performance.timeOrigin;
  return {
    base() {
      const gap = Date.now() - (base + performance.now());
      if (Math.abs(gap) > DRIFT_MS) base += gap;
      return base;
    },
  };
}

// The trace of one request: a span for the request, and a span for each step, made when the step completes.

type SpanMaker = { readonly tracer: Tracer; readonly times: SpanTimes };

/** Starts the trace of a request. A caller's own trace, if any, is the parent in the context. */
function beginRequestTrace(
  { tracer, times }: SpanMaker,
  { name, facts }: TracedRequest,
  parent: Context,
): RequestTrace {
  const [base, since] = [times.base(), performance.now()];
  const span = tracer.startSpan(
    name,
    { kind: SpanKind.SERVER, attributes: facts, startTime: base + since },
    parent,
  );
  const { traceId: id } = span.spanContext();
  return span.isRecording()
    ? new RecordedTrace({ id, tracer, span, base, within: traceApi.setSpan(parent, span) }, since)
    : { ...UNRECORDED_TRACE, id };
}

const doNothing = (): void => {};
const UNRECORDED_TRACE = {
  isKept: false,
  isOver: false,
  pass: doNothing,
  end: doNothing,
  decided: doNothing,
  committed: doNothing,
  verified: doNothing,
} as const;

type RecordedSpan = {
  readonly id: string;
  readonly tracer: Tracer;
  readonly span: Span;
  /** Context in which the request's span is the parent of further spans. */
  readonly within: Context;
  /** Offset that converts `performance.now()` times to milliseconds since 1970. */
  readonly base: number;
};

class RecordedTrace implements RequestTrace {
  readonly isKept = true;
  readonly #kept: RecordedSpan;
  /** Time at which the previous step ended. */
  #passed: number;
  #isOver = false;

  constructor(kept: RecordedSpan, since: number) {
    this.#kept = kept;
    this.#passed = since;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get id(): string {
    return this.#kept.id;
  }

  pass(step: string): void {
    const now = performance.now();
    this.#add(step, this.#passed, now);
    this.#passed = now;
  }

  verified(since: number, began: number, ended: number): void {
    this.#add("wait for a verifier", since, began);
    this.#add("verify signature", began, ended);
  }

  decided(since: number, began: number, ended: number): void {
    this.#add("wait for the engine", since, began);
    this.#add("decide and apply", began, ended);
  }

  committed(since: number, ended: number, batch: Link["context"]): void {
    this.#add("commit", since, ended, [{ context: batch }]);
  }

  end(facts: SpanFacts, isBug: boolean): void {
    const { span, base } = this.#kept;
    this.#isOver = true;
    span.setAttributes(facts);
    if (isBug) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(base + performance.now());
  }

  /** Adds the span of a step. Ignores steps after the answer, which are no part of the request. */
  #add(name: string, from: number, to: number, links: Link[] = []): void {
    if (this.#isOver) return;
    const { tracer, base, within } = this.#kept;
    tracer.startSpan(name, { startTime: base + from, links }, within).end(base + to);
  }
}

// Sampler of requests. A batch's span is always sampled, since such a span starts only if one of the batch's requests
// is traced.

/** Name of a batch's span. */
const BATCH_SPAN_NAME = "commit batch";

function createSampler({ byParent, share }: TraceSettings["sampler"]): Sampler {
  const root = new TraceIdRatioBasedSampler(share);
  const requestSampler = byParent ? new ParentBasedSampler({ root }) : root;
  return {
    shouldSample: (...asked: Parameters<Sampler["shouldSample"]>) => {
      const [, , name] = asked;
      return name === BATCH_SPAN_NAME
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : requestSampler.shouldSample(...asked);
    },
    toString: () => `presage(${requestSampler.toString()})`,
  };
}

// The span of a batch's commit, in a separate trace. The commit step of each request in the batch has a link to this
// span.

/** Starts the span if a request of the batch is traced; the returned function ends it. */
function traceBatch({ tracer, times }: SpanMaker, batch: CommittingBatch): (() => void) | undefined {
  const traced = batch.entries.filter(({ trace }) => trace !== undefined);
  if (traced.length === 0) return undefined;
  const [base, since] = [times.base(), performance.now()];
  const attributes = {
    "db.system.name": "postgresql",
    "presage.batch.sequence": batch.seq,
    "presage.batch.events": batch.events,
    "presage.batch.commands": batch.entries.length,
  };
  const span = tracer.startSpan(
    BATCH_SPAN_NAME,
    { kind: SpanKind.CLIENT, startTime: base + since, attributes },
    ROOT_CONTEXT,
  );
  return () => {
    const ended = performance.now();
    for (const { trace } of traced) trace?.committed(since, ended, span.spanContext());
    span.end(base + ended);
  };
}

// Export of spans to the collector, with a bounded queue: further spans are dropped. So a slow or missing collector
// costs spans, but neither memory nor order latency. All spans are counted by their result.

/** Maximum number of queued spans, including those being sent. */
const MAX_QUEUED_SPANS = 4_096;
/** Spans per message: encoding a message takes a fraction of a millisecond. */
const SPANS_PER_MESSAGE = 128;
const DELAY_MS = 1_000;
/** Timeout of a message including retries, ms, unless the environment sets another timeout. */
const MESSAGE_TIMEOUT_MS = 3_000;

type Waiting = { spans: number };

function createSpanOutput(options: TraceOptions): SpanProcessor {
  const waiting: Waiting = { spans: 0 };
  const batches = new BatchSpanProcessor({
    exporter: countExports(createExporter(options), waiting, options),
    maxQueueSize: MAX_QUEUED_SPANS,
    maxExportBatchSize: SPANS_PER_MESSAGE,
    scheduledDelayMillis: DELAY_MS,
  });
  const droppedCounter = options.metrics.traceSpans.labels("dropped");
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting.spans >= MAX_QUEUED_SPANS) return droppedCounter.inc();
      waiting.spans += 1;
      return batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

/** Creates the exporter, which itself reads those environment variables that are no settings. */
function createExporter({ terms: { endpoint, headers } }: TraceOptions): SpanExporter {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ownUrl, OTEL_EXPORTER_OTLP_TIMEOUT: timeout } = process.env;
  return new OTLPTraceExporter({
    headers,
    // At close all waiting messages are sent concurrently.
    concurrencyLimit: MAX_QUEUED_SPANS / SPANS_PER_MESSAGE,
    ...(!ownUrl && { url: `${endpoint}/v1/traces` }),
    ...(!timeout && { timeoutMillis: MESSAGE_TIMEOUT_MS }),
  });
}

function countExports(
  exporter: SpanExporter,
  waiting: Waiting,
  { metrics: { traceSpans }, log }: TraceOptions,
): SpanExporter {
  const [sent, failed] = [traceSpans.labels("sent"), traceSpans.labels("failed")];
  let isUnreachable = false;
  const tell = (error: Error | undefined): void => {
    if (error !== undefined && !isUnreachable)
      log.warn({ event: "traces_state", err: error }, "the collector takes no traces");
    if (error === undefined && isUnreachable)
      log.warn({ event: "traces_state" }, "the collector takes traces again");
    isUnreachable = error !== undefined;
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

/** Timeout for sending the waiting spans at close, ms. */
const CLOSE_TIMEOUT_MS = 3_000;

const HEADERS: TextMapGetter<IncomingHttpHeaders> = {
  get: (headers, name) => headers[name],
  keys: (headers) => Object.keys(headers),
};

export function createTraces(options: TraceOptions): Traces {
  const { service, sampler, wallets } = options.terms;
  const provider = new TracerProvider({
    // The environment's attributes have lower priority: the service name comes from the setting.
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({
        "service.name": service,
        "service.version": RELEASE.version,
        "service.instance.id": randomUUID(),
      }),
    ),
    sampler: createSampler(sampler),
    spanProcessors: [createSpanOutput(options)],
  });
  const maker: SpanMaker = {
    tracer: provider.getTracer("presage", RELEASE.version),
    times: createSpanTimes(),
  };
  const propagator = new W3CTraceContextPropagator();
  const underway = new AsyncLocalStorage<RequestTrace>();
  const current = (): RequestTrace | undefined => {
    const trace = underway.getStore();
    return trace?.isOver === false ? trace : undefined;
  };
  return {
    wallets,
    begin: (request) =>
      beginRequestTrace(maker, request, propagator.extract(ROOT_CONTEXT, request.headers, HEADERS)),
    within: (trace, work) => underway.run(trace, work),
    ofWriter: { entry: current, committing: (batch) => traceBatch(maker, batch) },
    ofJob: current,
    async close() {
      await valueWithTimeout(provider.shutdown(), CLOSE_TIMEOUT_MS);
    },
  };
}
