/**
 * Traces of a server's requests: time spent waiting for the body, authentication, the operation and the answer. A span
 * holds the route pattern, never the URL, a header or a body. It holds the wallet only if the operator enables that.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestTrace, SpanFacts, Traces } from "../../metrics/tracing/traces.ts";
import { findMount } from "../mount.ts";
import type { Mount } from "../mount.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Trace of the request, if requests are traced. */
    trace: RequestTrace | undefined;
  }
}

/** Begins the trace of a new request; it ends by itself. */
export type BeginTrace = (request: FastifyRequest, reply: FastifyReply) => void;

/** Adds tracing to a server's requests. Call it before the routes are added. */
export function traceRequests(server: FastifyInstance, traces: Traces, mounts: readonly Mount[]): BeginTrace {
  const passing = (step: string) => (request: FastifyRequest, _reply: FastifyReply, next: () => void) => {
    request.trace?.pass(step);
    next();
  };
  server.addHook("preValidation", passing("read body"));
  server.addHook("preHandler", passing("find and check caller"));
  server.addHook("onSend", ({ trace }, _reply, payload, next) => {
    trace?.pass("carry out");
    next(null, payload);
  });
  return (request, reply) => {
    const { method, headers, routeOptions } = request;
    const route = request.is404 ? undefined : routeOptions.url;
    const trace = traces.begin({
      name: route === undefined ? method : `${method} ${route}`,
      headers,
      facts: factsOf(request, { route, mount: findMount(mounts, request.url) }),
    });
    request.trace = trace;
    if (!trace.isKept) return;
    reply.raw.once("close", () => {
      trace.pass("write answer");
      const { statusCode, writableFinished } = reply.raw;
      trace.end(answerFacts(traces, request, { statusCode, writableFinished }), statusCode >= 500);
    });
  };
}

type Place = { readonly route: string | undefined; readonly mount: Mount | undefined };

const factsOf = ({ id, method, protocol, raw }: FastifyRequest, { route, mount }: Place): SpanFacts => ({
  "http.request.method": method,
  "http.route": route,
  "url.scheme": protocol,
  "network.protocol.version": raw.httpVersion,
  "presage.request_id": id,
  "presage.dialect": mount?.dialect,
  "presage.interface": mount?.limited,
});

type WrittenAnswer = { readonly statusCode: number; readonly writableFinished: boolean };

function answerFacts(
  { wallets }: Traces,
  { identity: { caller, wallet, builder } }: FastifyRequest,
  { statusCode, writableFinished }: WrittenAnswer,
): SpanFacts {
  const isBug = statusCode >= 500;
  return {
    "http.response.status_code": writableFinished ? statusCode : undefined,
    "error.type": writableFinished ? (isBug ? String(statusCode) : undefined) : "aborted",
    "presage.wallet": wallets ? (caller?.address ?? wallet?.address ?? builder?.address) : undefined,
  };
}
