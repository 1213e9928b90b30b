/**
 * One HTTP address: an interface in a dialect. Everything that goes wrong on the way to a handler - too large, not
 * JSON, wrong type, no such route - is refused in the interface's own form here; a thrown error is a bug, logged and
 * answered with 500 and nothing but the request id.
 */
import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { authenticate, NOBODY } from "./authenticate.ts";
import type { Caller } from "./authenticate.ts";
import type { Dialect } from "./dialect.ts";
import type { Answer, Endpoint } from "./endpoint.ts";
import { parseBody } from "./request-body.ts";
import { refusalOf } from "./trading/refusal.ts";
import { answerUnreadable } from "./unreadable-request.ts";
import { clip, explainValidation } from "./validation-fault.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as received: what a request signature covers. */
    rawBody: Buffer;
    /** Who calls, found before the body is looked at. */
    identity: Caller;
  }
}

export type Mount = {
  readonly dialect: Dialect;
  /** What stands before the routes in the URL: "" on an address of its own. */
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
};

const HEADER_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
const NO_BODY = Buffer.alloc(0);
const NOT_FOUND = { error: "not found" };

/** A server with these interfaces mounted; it does not listen yet. */
export function createServer(context: Context, mounts: readonly Mount[]): FastifyInstance {
  const server = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    connectionTimeout: HEADER_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: 500 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false, verbose: true } },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, request, reply) => {
      sendError(reply.header("x-request-id", request.id), 404, NOT_FOUND);
    },
  });
  server.decorateRequest("rawBody");
  server.decorateRequest("identity");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, parseBody);
  server.addHook("onRequest", async (request, reply) => {
    request.rawBody = NO_BODY;
    request.identity = NOBODY;
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    return request.is404 ? sendError(reply, 404, NOT_FOUND) : undefined;
  });
  server.addHook("preValidation", async (request) => dropEmptyParameters(request));
  for (const mount of mounts) {
    void server.register(async (scope) => mountInterface(scope, context, mount), { prefix: mount.prefix });
  }
  server.setErrorHandler((error: FastifyError, request, reply) => answerBug(context, error, request, reply));
  return server;
}

function mountInterface(scope: FastifyInstance, context: Context, mount: Mount): void {
  for (const endpoint of mount.endpoints) {
    const { method, path: url, bodyLimit, body, query, params } = endpoint;
    const served = { context, mount, endpoint };
    scope.route({
      method,
      url,
      bodyLimit,
      schema: { ...(body && { body }), ...(query && { querystring: query }), ...(params && { params }) },
      ...(endpoint.access !== "public" && {
        preValidation: (request: FastifyRequest, reply: FastifyReply) => identify(served, request, reply),
      }),
      handler: (request, reply) => serve(served, request, reply),
      errorHandler: (error, request, reply) => answerError(served, error, { request, reply }),
    });
  }
  refuseOtherMethods(scope, mount);
}

/** 405 with the methods that the path has. */
function refuseOtherMethods(scope: FastifyInstance, mount: Mount): void {
  const paths = new Map<string, string[]>();
  for (const { path, method } of mount.endpoints) paths.set(path, [...(paths.get(path) ?? []), method]);
  for (const [url, known] of paths) {
    const allowed = known.includes("GET") ? [...known, "HEAD"] : known;
    const others = (["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const).filter(
      (method) => !allowed.includes(method),
    );
    const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.header("allow", allowed.join(", "));
      return sendError(reply, 405, { error: "method not allowed", hint: `expected ${known.join(" or ")}` });
    };
    // Refused before its body is read.
    scope.route({ method: [...others], url, onRequest: refuse, handler: refuse });
  }
}

type Served = { readonly context: Context; readonly mount: Mount; readonly endpoint: Endpoint };

/** Who calls comes before what is asked: a request that is refused here is not looked at any further. */
async function identify(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { context, mount, endpoint } = served;
  const identity = await authenticate(context, endpoint.access, {
    request,
    path: routePath(request, mount),
    prefix: mount.prefix,
  });
  if ("rejection" in identity) return send(served, reply, identity);
  request.identity = identity;
  return undefined;
}

async function serve(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context, mount, endpoint } = served;
  const { query, params, body, identity } = request;
  const answer = await endpoint.handle({ context, dialect: mount.dialect, query, params, body, ...identity });
  return send(served, reply, answer);
}

/** The path as the client wrote it, without the mount's prefix and the query. */
function routePath(request: FastifyRequest, mount: Mount): string {
  const query = request.url.indexOf("?");
  return request.url.slice(mount.prefix.length, query === -1 ? undefined : query);
}

function send(served: Served, reply: FastifyReply, answer: Answer): FastifyReply {
  if ("rejection" in answer) return sendRefusal(served, reply, answer.rejection);
  reply.header("content-type", "application/json; charset=utf-8");
  return reply.send("json" in answer ? answer.json : JSON.stringify(answer.body));
}

function sendRefusal({ endpoint, mount }: Served, reply: FastifyReply, rejection: Rejection): FastifyReply {
  const { status, error, retryAfter } = refusalOf(rejection, mount.dialect, endpoint.placement);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  const placement = {
    success: false,
    errorMsg: error,
    orderID: "",
    takingAmount: "",
    makingAmount: "",
    status: "",
  };
  return sendError(reply, status, {
    error,
    code: rejection.code,
    hint: clip(rejection.hint, MAX_HINT),
    request_id: reply.request.id,
    ...(endpoint.placement && placement),
  });
}

function sendError(reply: FastifyReply, status: number, body: Record<string, unknown>): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(body));
}

/** Characters of a hint. */
const MAX_HINT = 500;

type Exchanged = { readonly request: FastifyRequest; readonly reply: FastifyReply };

function answerError(served: Served, error: FastifyError, { request, reply }: Exchanged): FastifyReply {
  const rejection = rejectionOf(error);
  // The whole body was read: the connection need not close, as it must after a body that was too large.
  if (rejection?.code === "malformed_json") reply.removeHeader("connection");
  return rejection === undefined
    ? answerBug(served.context, error, request, reply)
    : send(served, reply, { rejection });
}

/** What the framework found wrong with a request, as a rejection; `undefined` when the fault is ours. */
function rejectionOf(error: FastifyError): Rejection | undefined {
  if (error.validation !== undefined) {
    return reject(
      "invalid_payload",
      explainValidation(error.validation, error.validationContext ?? "request"),
    );
  }
  if (error.statusCode === 413)
    return reject("payload_too_large", "the body is larger than this route allows");
  if (error.code === "PRESAGE_MALFORMED_JSON") return reject("malformed_json", error.message);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return reject("invalid_payload", error.message);
  return undefined;
}

function answerBug(
  context: Context,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  context.log.error({ err: error, request: request.id, route: request.routeOptions.url }, "request failed");
  return sendError(reply, 500, { error: "internal_error", code: "internal_error", request_id: request.id });
}

/** An empty query value stands for an absent one. */
function dropEmptyParameters(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  for (const name of Object.keys(query)) if (query[name] === "") delete query[name];
}
