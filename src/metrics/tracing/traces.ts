/**
 * Traces of requests, where an operator wants them: a span for each step from socket to commit. The SDK is loaded only
 * where they are on, and all who have a part in them ask first if there are any.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { EntryTrace, WriterTraces } from "../../engine/entry.ts";
import type { Log } from "../../log-event.ts";
import type { TraceTerms } from "../../settings/trace-settings.ts";
import type { JobTrace } from "../../signing/verification-pool.ts";
import type { Metrics } from "../instruments.ts";

/** Facts of a span, by their names in the conventions of OpenTelemetry. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Request whose trace begins. */
export type TracedRequest = {
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
  readonly facts: SpanFacts;
};

/** Trace of a request. Times are those of `performance.now()`. */
export type RequestTrace = EntryTrace &
  JobTrace & {
    /** 32 hex digits, the caller's own where it came with one. */
    readonly id: string;
    /** True if its steps are kept; others have an id alone. */
    readonly isKept: boolean;
    /** True once it has ended: work that the request began may go on. */
    readonly isOver: boolean;
    /** Ends a step that began where the one before it ended. */
    pass(step: string): void;
    /** Ends the trace, with what is known of the answer. */
    end(facts: SpanFacts, isBug: boolean): void;
  };

export type Traces = {
  /** True if spans may name wallets. */
  readonly wallets: boolean;
  begin(request: TracedRequest): RequestTrace;
  /** Does the work of a request: commands and verifications that it asks for are steps of its trace. */
  within<T>(trace: RequestTrace, work: () => T): T;
  readonly ofWriter: WriterTraces;
  /** The trace of the request that asks for a verification just now. */
  readonly ofJob: () => JobTrace | undefined;
  /** Sends what waits, for some seconds at most, and ends. */
  close(): Promise<void>;
};

export type TraceOptions = {
  readonly terms: TraceTerms;
  readonly metrics: Pick<Metrics, "traceSpans">;
  readonly log: Log;
};

/** Opens traces on these terms; there are none without terms. */
export async function openTraces(
  terms: TraceTerms | undefined,
  options: Omit<TraceOptions, "terms">,
): Promise<Traces | undefined> {
  if (terms === undefined) return undefined;
  const { createTraces } = await import("./create-traces.ts");
  return createTraces({ ...options, terms });
}
