/**
 * Optional traces of requests: a span for each step from socket to commit. The OpenTelemetry SDK is loaded only if
 * traces are on; without traces the context has none.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { EntryTrace, WriterTraces } from "../../engine/repeats/entry.ts";
import type { Log } from "../../base/log-event.ts";
import type { TraceSettings } from "../../settings/trace-settings.ts";
import type { JobTrace } from "../../signing/orders/verification-pool.ts";
import type { Metrics } from "../instruments.ts";

/** Attributes of a span, by their names in the OpenTelemetry conventions. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** A request whose trace begins. */
export type TracedRequest = {
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
  readonly facts: SpanFacts;
};

/** Trace of a request. Times are `performance.now()` times. */
export type RequestTrace = EntryTrace &
  JobTrace & {
    /** 32 hex digits; the caller's own trace id if the request has one. */
    readonly id: string;
    /** True if the trace's steps are recorded; other traces have only an id. */
    readonly isKept: boolean;
    /** True once the trace has ended; work that the request started may continue. */
    readonly isOver: boolean;
    /** Ends a step that began at the end of the previous step. */
    pass(step: string): void;
    /** Ends the trace, with the known facts of the answer. */
    end(facts: SpanFacts, isBug: boolean): void;
  };

export type Traces = {
  /** True if spans may name wallets. */
  readonly wallets: boolean;
  begin(request: TracedRequest): RequestTrace;
  /** Runs the work of a request: the work's commands and verifications become steps of the trace. */
  within<T>(trace: RequestTrace, work: () => T): T;
  readonly ofWriter: WriterTraces;
  /** Returns the trace of the request that is currently asking for a verification. */
  readonly ofJob: () => JobTrace | undefined;
  /** Sends the waiting spans, for some seconds at most, and closes. */
  close(): Promise<void>;
};

export type TraceOptions = {
  readonly terms: TraceSettings;
  readonly metrics: Pick<Metrics, "traceSpans">;
  readonly log: Log;
};

/** Opens traces as `terms` say; `undefined` without `terms`. */
export async function openTraces(
  terms: TraceSettings | undefined,
  options: Omit<TraceOptions, "terms">,
): Promise<Traces | undefined> {
  if (terms === undefined) return undefined;
  const { createTraces } = await import("./create-traces.ts");
  return createTraces({ ...options, terms });
}
