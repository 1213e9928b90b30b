/** The span of a batch's commit, in a trace of its own: the commit of each request in the batch is linked to it. */
import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import type { CommittingBatch } from "../../engine/entry.ts";
import type { SpanMaker } from "./request-trace.ts";
import { BATCH } from "./sampler.ts";

/** Starts the span if a request of the batch is traced; the returned function ends it. */
export function traceBatch({ tracer, times }: SpanMaker, batch: CommittingBatch): (() => void) | undefined {
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
    BATCH,
    { kind: SpanKind.CLIENT, startTime: base + since, attributes },
    ROOT_CONTEXT,
  );
  return () => {
    const ended = performance.now();
    for (const { trace } of traced) trace?.committed(since, ended, span.spanContext());
    span.end(base + ended);
  };
}
