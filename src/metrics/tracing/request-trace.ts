/** The trace of one request: a span for the request, and one for each step, which is made when the step completes. */
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, Link, Span, Tracer } from "@opentelemetry/api";
import type { SpanTimes } from "./span-times.ts";
import type { RequestTrace, SpanFacts, TracedRequest } from "./traces.ts";

export type SpanMaker = { readonly tracer: Tracer; readonly times: SpanTimes };

/** Starts the trace; the caller's trace, if any, is the parent in the context. */
export function beginRequestTrace(
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
    ? new KeptTrace({ id, tracer, span, base, within: trace.setSpan(parent, span) }, since)
    : { ...NOT_KEPT, id };
}

const nothing = (): void => {};
const NOT_KEPT = {
  isKept: false,
  isOver: false,
  pass: nothing,
  end: nothing,
  decided: nothing,
  committed: nothing,
  verified: nothing,
} as const;

type KeptSpan = {
  readonly id: string;
  readonly tracer: Tracer;
  readonly span: Span;
  /** Context with the span as the parent of others. */
  readonly within: Context;
  /** Added to times to get milliseconds since 1970. */
  readonly base: number;
};

class KeptTrace implements RequestTrace {
  readonly isKept = true;
  readonly #kept: KeptSpan;
  /** Time at which the previous step ended. */
  #passed: number;
  #isOver = false;

  constructor(kept: KeptSpan, since: number) {
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

  /** Adds the span of a step. Ignores work after the answer, which is no part of the request. */
  #add(name: string, from: number, to: number, links: Link[] = []): void {
    if (this.#isOver) return;
    const { tracer, base, within } = this.#kept;
    tracer.startSpan(name, { startTime: base + from, links }, within).end(base + to);
  }
}
