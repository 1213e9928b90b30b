/**
 * The route of one operation: who may ask, who calls, then the values in their types, then validation, then the
 * handler; and what becomes of its answer. A thrown error is a bug, logged and answered with 500 and nothing but the
 * request id.
 */
import type { FastifyError, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Context } from "../context.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { authenticate } from "./authenticate.ts";
import { cacheControl, sendCacheable } from "./caching.ts";
import { clientAddress } from "./client-address.ts";
import type { Answer, Endpoint } from "./endpoint.ts";
import { routePath } from "./mount.ts";
import type { Mount } from "./mount.ts";
import { appliedPageLimit } from "./page-limit.ts";
import { findNul, findUnknown, readQueryValues } from "./query-values.ts";
import type { Asked, ParameterPart, Refused } from "./refusal-form.ts";
import { JSON_TYPE, sendRefusal } from "./send-refusal.ts";
import { describeFault, firstFault } from "./validation-fault.ts";
import type { ValidationFault } from "./validation-fault.ts";

/** An operation where it is served. */
export type Served = { readonly context: Context; readonly mount: Mount; readonly endpoint: Endpoint };

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function endpointRoute(served: Served): RouteOptions {
  const { method, path: url, bodyLimit, access, body, query, params } = served.endpoint;
  const admit: Hook = (request, reply) => admitCaller(served, request, reply);
  const read: Hook = (request, reply) => readValues(served, request, reply);
  const identifyFirst: Hook = (request, reply) => identify(served, request, reply);
  return {
    method,
    url,
    bodyLimit,
    schema: { ...(body && { body }), ...(query && { querystring: query }), ...(params && { params }) },
    onRequest: admit,
    preValidation: access === "public" ? [read] : [identifyFirst, read],
    handler: (request, reply) => serve(served, request, reply),
    errorHandler: (error, request, reply) => answerError(served, error, { request, reply }),
  };
}

async function admitCaller(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const refused = served.mount.admission?.(request, served.endpoint);
  return refused && sendRefusal(reply, refused);
}

/** Who calls comes before what is asked: a request that is refused here is not looked at any further. */
async function identify(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { context, mount, endpoint } = served;
  const identity = await authenticate(context, endpoint, {
    request,
    path: routePath(request.url, mount),
    prefix: mount.prefix,
  });
  if ("rejection" in identity) return send(served, reply, identity);
  request.identity = identity;
  return undefined;
}

/** Puts the query's values in their types; whether they are within their bounds is for validation to say. */
async function readValues(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { mount, endpoint } = served;
  const unknown = findUnknown(endpoint.query, request.url);
  const refused =
    unknown === undefined
      ? undefined
      : mount.form.unknownParameter({ name: unknown, ...askedOf(served, request) });
  if (refused !== undefined) return sendRefusal(reply, refused);
  if (endpoint.query !== undefined)
    request.query = readQueryValues(endpoint.query, request.query, mount.form.lists);
  for (const part of ["params", "querystring"] as const) {
    const values = part === "params" ? request.params : request.query;
    const name = findNul(values);
    if (name === undefined) continue;
    const fault = { name, part, expected: "must not contain NUL", got: undefined };
    return sendRefusal(reply, mount.form.invalidParameter({ ...fault, ...askedOf(served, request) }));
  }
  return undefined;
}

async function serve(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context, mount, endpoint } = served;
  const { query, params, body, identity } = request;
  const answer = await endpoint.handle({ context, dialect: mount.dialect, query, params, body, ...identity });
  return send(served, reply, answer);
}

function send(served: Served, reply: FastifyReply, answer: Answer): FastifyReply {
  const { mount, endpoint } = served;
  if ("rejection" in answer) {
    return sendRefusal(reply, mount.form.rejection(answer.rejection, askedOf(served, reply.request)));
  }
  if ("status" in answer) return sendRefusal(reply, answer);
  const json = "json" in answer ? answer.json : JSON.stringify(answer.body);
  const pageLimit = endpoint.query && appliedPageLimit(endpoint.query, reply.request.query);
  if (pageLimit !== undefined) reply.header("x-page-limit", pageLimit);
  reply.header("content-type", JSON_TYPE);
  if ("json" in answer && answer.headers !== undefined) reply.headers(answer.headers);
  const { maxAgeSeconds } = endpoint;
  return maxAgeSeconds === undefined
    ? reply.send(json)
    : sendCacheable(reply, json, cacheControl(mount, maxAgeSeconds));
}

const askedOf = ({ mount, endpoint }: Served, request: FastifyRequest): Asked => ({
  dialect: mount.dialect,
  requestId: request.id,
  placement: endpoint.placement,
});

type Exchanged = { readonly request: FastifyRequest; readonly reply: FastifyReply };

function answerError(served: Served, error: FastifyError, { request, reply }: Exchanged): FastifyReply {
  const { context, mount } = served;
  const refused = refusedFor(served, error, request);
  // The whole body was read: the connection need not close, as it must after a body that was too large.
  if (error.code === MALFORMED_JSON) reply.removeHeader("connection");
  if (refused !== undefined) return sendRefusal(reply, refused);
  logBug(context, error, request);
  return sendRefusal(reply, mount.form.internalError(request.id));
}

export function logBug(context: Context, error: Error, request: FastifyRequest): void {
  context.log.error(
    {
      err: error,
      request: request.id,
      client: clientAddress(request, context.config.trustedProxies),
      route: request.routeOptions.url,
    },
    "request failed",
  );
}

/** PostgreSQL's code for a statement that ran into its timeout. */
const QUERY_CANCELED = "57014";
const MALFORMED_JSON = "PRESAGE_MALFORMED_JSON";

/** The refusal of what the framework found wrong with a request; `undefined` when the fault is ours. */
function refusedFor(served: Served, error: FastifyError, request: FastifyRequest): Refused | undefined {
  const { form } = served.mount;
  const asked = askedOf(served, request);
  const rejected = (rejection: Rejection): Refused => form.rejection(rejection, asked);
  if (error.validation !== undefined) {
    const fault = firstFault(error.validation);
    const part = error.validationContext;
    if (part === "querystring" || part === "params") return refuseParameter(served, { fault, part, asked });
    return rejected(
      reject("invalid_payload", describeFault({ place: `${part ?? "request"}${fault.path}`, ...fault })),
    );
  }
  if (error.code === QUERY_CANCELED) return form.unavailable(asked);
  if (error.statusCode === 413)
    return rejected(reject("payload_too_large", "the body is larger than this route allows"));
  if (error.code === MALFORMED_JSON) return rejected(reject("malformed_json", error.message));
  if (error.statusCode !== undefined && error.statusCode < 500)
    return rejected(reject("invalid_payload", error.message));
  return undefined;
}

type ParameterFault = {
  readonly fault: ValidationFault;
  readonly part: ParameterPart;
  readonly asked: Asked;
};

/** The item of a list counts as the list: its name is the parameter's. */
function refuseParameter({ mount }: Served, { fault, part, asked }: ParameterFault): Refused {
  const { path, missing, expected, got } = fault;
  if (missing !== undefined) return mount.form.missingParameter({ name: missing, part, ...asked });
  const [, name = ""] = path.split("/");
  return mount.form.invalidParameter({ name, part, expected, got, ...asked });
}
