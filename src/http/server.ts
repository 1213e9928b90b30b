/**
 * One HTTP address with the interfaces that are mounted on it. What reaches no operation - no such route, another
 * method, a URL or a request that cannot be read - is refused here, in the form of the interface that was asked.
 */
import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import Fastify from "fastify";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { NOBODY } from "./authenticate.ts";
import type { Caller } from "./authenticate.ts";
import { inDialect } from "./dialect-parameters.ts";
import { endpointRoute, logBug } from "./endpoint-route.ts";
import { findMount } from "./mount.ts";
import type { Mount } from "./mount.ts";
import { PAGE_LIMIT_KEYWORD } from "./page-limit.ts";
import { refuseOtherMethods } from "./refuse-methods.ts";
import { parseBody } from "./request-body.ts";
import { routeHint } from "./route-hint.ts";
import { sendRefusal } from "./send-refusal.ts";
import { tradingRefusals } from "./trading/refusal-form.ts";
import { answerUnreadable, MAX_HEAD, REQUEST_TIMEOUT_MS } from "./unreadable-request.ts";
import { FORMATS } from "./wallet-format.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as received: what a request signature covers. */
    rawBody: Buffer;
    /** Who calls, found before the body is looked at. */
    identity: Caller;
  }
}

const HEADER_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 72_000;
const NO_BODY = Buffer.alloc(0);

/** A server with these interfaces mounted; it does not listen yet. */
export function createServer(context: Context, mounts: readonly Mount[]): FastifyInstance {
  const { formAt, answerNotFound } = refusalsBetween(mounts);
  const server = Fastify({
    logger: false,
    http: { maxHeaderSize: MAX_HEAD },
    genReqId: () => randomUUID(),
    connectionTimeout: HEADER_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Any that a request line can hold: what is too long is for the operation to say.
    routerOptions: { maxParamLength: MAX_HEAD },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        verbose: true,
        keywords: [PAGE_LIMIT_KEYWORD],
        formats: FORMATS,
      },
    },
    clientErrorHandler: (error, socket) => answerUnreadable(formAt("/"), error, socket),
    frameworkErrors: (_error, request, reply) => {
      answerNotFound(request, reply.header("x-request-id", request.id));
    },
  });
  for (const method of METHODS.filter((known) => !server.supportedMethods.includes(known)))
    server.addHttpMethod(method, { hasBody: true });
  server.decorateRequest("rawBody");
  server.decorateRequest("identity");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, parseBody);
  server.addHook("onRequest", async (request, reply) => {
    request.rawBody = NO_BODY;
    request.identity = NOBODY;
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    return request.is404 ? answerNotFound(request, reply) : undefined;
  });
  for (const mount of mounts) {
    void server.register(async (scope) => mountInterface(scope, context, mount), { prefix: mount.prefix });
  }
  server.setErrorHandler((error: FastifyError, request, reply) => {
    logBug(context, error, request);
    return sendRefusal(reply, formAt(request.url).internalError(request.id));
  });
  return server;
}

/** What is outside of all interfaces is refused as on the trading interface. */
function refusalsBetween(mounts: readonly Mount[]) {
  const formAt = (url: string) => findMount(mounts, url)?.form ?? tradingRefusals;
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const mount = findMount(mounts, request.url);
    const hint = mount === undefined ? "no interface is here" : routeHint(request, mount);
    return sendRefusal(reply, formAt(request.url).notFound({ dialect: mount?.dialect ?? "spec", hint }));
  };
  return { formAt, answerNotFound };
}

function mountInterface(scope: FastifyInstance, context: Context, mount: Mount): void {
  const endpoints = mount.endpoints.map((endpoint) => inDialect(endpoint, mount.dialect));
  for (const endpoint of endpoints) scope.route(endpointRoute({ context, mount, endpoint }));
  const methods = Map.groupBy(mount.endpoints, ({ path }) => path);
  for (const [url, known] of methods)
    refuseOtherMethods(scope, { url, methods: known.map(({ method }) => method) }, mount.form);
}
