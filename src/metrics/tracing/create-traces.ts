/** Traces by the OpenTelemetry SDK, which only this folder imports. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { ROOT_CONTEXT } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type { IncomingHttpHeaders } from "node:http";
import type { TextMapGetter } from "@opentelemetry/api";
import { RELEASE } from "../../release.ts";
import { withinTime } from "../../within-time.ts";
import { traceBatch } from "./batch-trace.ts";
import { beginRequestTrace } from "./request-trace.ts";
import type { SpanMaker } from "./request-trace.ts";
import { samplerOf } from "./sampler.ts";
import { createSpanOutput } from "./span-output.ts";
import { createSpanTimes } from "./span-times.ts";
import type { RequestTrace, TraceOptions, Traces } from "./traces.ts";

/** Timeout for sending the waiting spans at close, ms. */
const CLOSE_MS = 3_000;

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
    sampler: samplerOf(sampler),
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
      await withinTime(provider.shutdown(), CLOSE_MS);
    },
  };
}
