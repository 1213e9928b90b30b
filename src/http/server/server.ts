/**
 * One HTTP address with the interfaces mounted on it. Requests that reach no operation are refused in the form of the
 * interface that they address.
 */
import { randomUUID } from "node:crypto";
import { METHODS, STATUS_CODES } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify from "fastify";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { RequestTrace, SpanFacts, Traces } from "../../metrics/tracing/traces.ts";
import type { ServedCertificate } from "../../tls/certificate.ts";
import { NOBODY } from "../guard/auth/caller.ts";
import type { Caller } from "../guard/auth/caller.ts";
import { operationsIn } from "../dialects/dialect-parameters.ts";
import { mayChange } from "../operation/endpoint.ts";
import type { FaultsInForce } from "../sandbox/faults/faults-in-force.ts";
import { createRequestRecorder } from "../sandbox/request-log.ts";
import type { RequestLog } from "../sandbox/request-log.ts";
import { addRequestFaults } from "../sandbox/faults/request-faults.ts";
import { rejectForLoad } from "../guard/gate.ts";
import type { Guard } from "../guard/guard.ts";
import { createTickQueue } from "../../base/async.ts";
import { createSlowQueries } from "../guard/slow-queries/slow-queries.ts";
import type { SlowQueries } from "../guard/slow-queries/slow-queries.ts";
import { findMount } from "../mounts/mount.ts";
import type { Mount } from "../mounts/mount.ts";
import type { UnreadableRequest } from "../operation/error-format.ts";
import type { HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import { countErrors, createAccessLog } from "./access-log.ts";
import {
  ANSWER_TIMEOUT_MS,
  HEADER_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MAX_HEAD,
  REQUEST_TIMEOUT_MS,
  countHosts,
  rejectConnect,
  rejectConnection,
  rejectHeaders,
  rejectPlain,
  unreadableHandler,
} from "./connection/unreadable-request.ts";
import { recordRequest, orderAnswers, whenAnswerIsNext } from "./connection/ordered-answers.ts";
import { answerHeaders, createValidators } from "./caching.ts";
import type { Validators } from "./caching.ts";
import { createCompression, watchStreams } from "./compression.ts";
import { answerOptions, crossOriginErrorHeaders } from "./cross-origin.ts";
import { REMEDIES, endpointRoute, logBug } from "./endpoint-route.ts";
import { isOfProcess } from "../health/health-endpoints.ts";
import type { PassOn } from "./pass-on.ts";
import { createDirectRoutes } from "./direct/direct-routes.ts";
import type { DirectRoutesOptions } from "./direct/direct-routes.ts";
import { interceptRequests } from "./direct/intercept-bytes.ts";
import { NO_SHEDDING, orderShedding } from "./direct/order-shedding.ts";
import { withHead, describeRequest, errorHeaders } from "./send-error.ts";
import { TRACE_ID, storeBody, readRequestId } from "./request-body.ts";
import { createSecureServer } from "./connection/secure-server.ts";
import type { SecureServer } from "./connection/secure-server.ts";
import { createOperationGate } from "./serve-operation.ts";
import type { ServedOperation } from "./serve-operation.ts";
import { findErrorContext, sendErrorAt, createUnroutedHandler, unknownRouteIn } from "./unrouted.ts";
import type { ErrorContext } from "./unrouted.ts";

// Limits pipelining: requests that a client sends on one connection without waiting for answers. Each request is served
// once the previous answer has left, so a connection has one request underway. The first request above the limit is refused
// in turn; later requests are not read, and the connection closes.

/** Maximum number of unanswered requests of a connection. */
export const MAX_PIPELINED = 32;

/** Pipelined reads served per tick of the event loop, so that other connections get their turns. */
const READS_PER_TICK = 2;

/**
 * Limits a server's pipelining. Must be called after all listeners are added, so that no listener gets a request before its
 * turn.
 */
function boundPipelining(server: Server, refuse: (response: ServerResponse) => void): void {
  const unanswered = new WeakMap<Socket, number>();
  const turns = createTickQueue(READS_PER_TICK);
  const isOver = (socket: Socket): boolean => (unanswered.get(socket) ?? 0) > MAX_PIPELINED;
  for (const opened of ["connection", "secureConnection"])
    server.on(opened, (socket: ParsedSocket) => stopParsing(socket, isOver));
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (isOver(socket)) return;
    const before = unanswered.get(socket) ?? 0;
    unanswered.set(socket, before + 1);
    recordRequest(request, response);
    if (before === MAX_PIPELINED) {
      socket.pause();
      return refuse(response);
    }
    // The request above the limit stays counted: nothing after it is served.
    response.once("close", () => {
      const count = unanswered.get(socket) ?? 0;
      if (count <= MAX_PIPELINED) unanswered.set(socket, count - 1);
    });
    const serve = (): void => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    if (response.socket !== null) return serve();
    whenAnswerIsNext(response, () => {
      if (request.method !== "GET") serve();
      else turns.add(() => response.closed || serve());
    });
  });
}

type Incoming = (request: IncomingMessage, keepsAlive: boolean) => number;
type ParsedSocket = Socket & { readonly parser?: { onIncoming?: Incoming } | null };

/** Return value that tells the parser to leave the remaining bytes to another consumer. */
const REST_IS_FOREIGN = 2;

/**
 * Drops the bytes after the request above the limit. Node itself would parse all bytes that came together: up to a thousand
 * requests.
 */
function stopParsing(socket: ParsedSocket, isOver: (socket: Socket) => boolean): void {
  const { parser } = socket;
  if (parser?.onIncoming === undefined) return;
  const take = parser.onIncoming;
  parser.onIncoming = (request, keepsAlive) => (isOver(socket) ? REST_IS_FOREIGN : take(request, keepsAlive));
}

// Traces of a server's requests: time spent waiting for the body, authentication, the operation and the answer. A span
// holds the route pattern, never the URL, a header or a body, and the wallet only if the operator enables that.

declare module "fastify" {
  interface FastifyRequest {
    /** Trace of the request, if requests are traced. */
    trace: RequestTrace | undefined;
  }
  interface FastifyInstance {
    /** Shows the page to a browser at an unknown path; false if the client is none. `undefined` without a page. */
    showUnknown?: (request: FastifyRequest, reply: FastifyReply) => boolean;
  }
}

/** Begins the trace of a new request; the trace ends with the answer. */
type BeginTrace = (request: HttpRequest, reply: HttpReply) => void;

/** Adds tracing to a server's requests. Must be called before the routes are added. */
function traceRequests(server: FastifyInstance, traces: Traces, mounts: readonly Mount[]): BeginTrace {
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
      facts: buildSpanFacts(request, { route, mount: findMount(mounts, request.url) }),
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

type RequestRoute = { readonly route: string | undefined; readonly mount: Mount | undefined };

const buildSpanFacts = (
  { id, method, protocol, raw }: HttpRequest,
  { route, mount }: RequestRoute,
): SpanFacts => ({
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
  { identity: { caller, wallet, builder } }: HttpRequest,
  { statusCode, writableFinished }: WrittenAnswer,
): SpanFacts {
  const isBug = statusCode >= 500;
  return {
    "http.response.status_code": writableFinished ? statusCode : undefined,
    "error.type": writableFinished ? (isBug ? String(statusCode) : undefined) : "aborted",
    "presage.wallet": wallets ? (caller?.address ?? wallet?.address ?? builder?.address) : undefined,
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, found before the body is parsed. */
    identity: Caller;
  }
}

/** Limits of one connection. */
type ConnectionLimits = {
  /** Idle timeout while a request is underway, ms. */
  readonly idleMs: number;
  /** Timeout of an answer in ms, unless the database enforces a shorter one. */
  readonly answerMs: number;
  readonly headerTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Interval of the check for timed-out requests, ms. */
  readonly lookMs: number;
  readonly keepAliveMs: number;
  /** Requests per connection; the last is answered with `connection: close`. */
  readonly maxRequests: number;
};

const CONNECTION_LIMITS: ConnectionLimits = {
  idleMs: IDLE_TIMEOUT_MS,
  answerMs: ANSWER_TIMEOUT_MS,
  headerTimeoutMs: HEADER_TIMEOUT_MS,
  requestTimeoutMs: REQUEST_TIMEOUT_MS,
  lookMs: 1_000,
  keepAliveMs: 72_000,
  maxRequests: 100_000,
};

export type ServerOptions = {
  /** Guard of all operations; without a guard nothing is limited. */
  readonly guard?: Guard;
  /** Slots for large reads, shared by all servers. */
  readonly reads?: SlowQueries;
  readonly limits?: ConnectionLimits;
  /** Validators, shared by servers with common operations. */
  readonly validators?: Validators;
  /** Injected faults for requests other than operators'; none if absent. */
  readonly faults?: FaultsInForce | undefined;
  /** Log of the requests of a sandbox; none if absent. */
  readonly requests?: RequestLog | undefined;
  /** Certificate of a TLS server. */
  readonly certificate?: ServedCertificate | undefined;
  /** Set at a gateway, which passes on what only the process of the engine can do. */
  readonly passOn?: PassOn | undefined;
  /** False if the framework serves all requests, none from its bytes. */
  readonly isDirect?: boolean;
};

const NO_BODY = Buffer.alloc(0);

/** Creates a server with these interfaces mounted, which does not listen yet. */
export function createServer(
  context: Context,
  described: readonly Mount[],
  options: ServerOptions = {},
): FastifyInstance {
  const mounts = described.map((mount) => countErrors(context.metrics, inOwnDialect(mount)));
  const { guard, limits = CONNECTION_LIMITS, validators = createValidators() } = options;
  const { reads = createSlowQueries(context), certificate, faults, passOn } = options;
  const compress = createCompression(context.config, context.places);
  const refuse = createUnroutedHandler(context, mounts, guard);
  const root = findErrorContext(mounts, "/");
  const note = createAccessLog(context, mounts);
  const record = options.requests && createRequestRecorder(options.requests, context, mounts);
  const secure = certificate && secureServer(certificate, limits, root);
  const server = Fastify({
    ...frameworkOptions(limits),
    ...(secure !== undefined && { serverFactory: secure.answerWith }),
    clientErrorHandler: unreadableHandler(root),
    frameworkErrors: (_error, request, unrouted) => {
      const reply: FastifyReply = unrouted;
      request.identity = NOBODY;
      note?.(request, reply);
      markAnswer(context, request, reply);
      if (server.showUnknown?.(request, reply) !== true) refuse(request, reply);
    },
  });
  orderAnswers(server.server);
  rejectConnect(server.server, root, methodsIn(mounts));
  const streams = watchStreams(server);
  server.setValidatorCompiler(validators);
  storeBodies(server);
  const trace = context.traces && traceRequests(server, context.traces, mounts);
  const isStopping = watchStop(server, secure);
  const begin = (request: HttpRequest, reply: HttpReply): void => {
    trace?.(request, reply);
    note?.(request, reply);
    record?.(request, reply);
    markAnswer(context, request, reply);
  };
  server.addHook("onRequest", (request, reply, next) => {
    request.rawBody = NO_BODY;
    request.identity = NOBODY;
    begin(request, reply);
    const why = unreadableHead(request);
    if (isStopping()) rejectAtStop(mounts, request, reply);
    else if (why !== undefined) rejectUnreadable(findErrorContext(mounts, request.url), reply, why);
    else if (!request.is404) next();
    else if (server.showUnknown?.(request, reply) !== true) refuse(request, reply);
  });
  catchUpFirst(server, context);
  const operations = mounts.flatMap((mount) =>
    mount.endpoints.map((endpoint): ServedOperation => {
      const gate = guard && createOperationGate(context, guard, { mount, endpoint });
      return { context, mount, endpoint, gate, reads, compress, streams, passOn, answerMs: limits.answerMs };
    }),
  );
  if (guard !== undefined) guardServer(server.server, { mounts, guard, secure });
  for (const mount of mounts) {
    const own = operations.filter((operation) => operation.mount === mount);
    void server.register(async (scope) => mountInterface(scope, { context, mount, faults }, own), mount);
  }
  answerBugs(server, context, mounts);
  boundPipelining(server.server, (response) => rejectPipelined(context, root, response));
  // Last, so that it is told of a request when the parser is, and not at the request's turn.
  interceptPlainRequests(server, context, { mounts, operations, options, validators, isStopping, begin });
  return server.setNotFoundHandler(refuse);
}

type PlainRequestsOptions = Pick<
  DirectRoutesOptions,
  "operations" | "validators" | "isStopping" | "begin"
> & {
  readonly mounts: readonly Mount[];
  readonly options: ServerOptions;
};

/** Refuses and serves plain requests from their bytes. The server closes once these requests have their answers. */
function interceptPlainRequests(
  server: FastifyInstance,
  context: Context,
  { mounts, options, operations, ...further }: PlainRequestsOptions,
): void {
  const { guard, faults, isDirect = true, limits = CONNECTION_LIMITS } = options;
  const keepAlive = `timeout=${limits.keepAliveMs / 1_000}, max=${limits.maxRequests}`;
  const served = isDirect ? operations : [];
  const { answered } = interceptRequests(server.server, {
    shedding: guard === undefined ? NO_SHEDDING : orderShedding(context, mounts, { guard, keepAlive }),
    routes: createDirectRoutes({ context, operations: served, faults, keepAlive, ...further }),
    maxRequests: limits.maxRequests,
  });
  server.addHook("preClose", answered);
}

/** Lets requests wait until memory has all that was acknowledged before them, where it can be behind. */
function catchUpFirst(server: FastifyInstance, { engine: { catchUp } }: Context): void {
  if (catchUp === undefined) return;
  server.addHook("onRequest", async ({ url }) => (isOfProcess(url) ? undefined : catchUp()));
}

/** Answers errors that no route handles with 500, and logs them. */
function answerBugs(server: FastifyInstance, context: Context, mounts: readonly Mount[]): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    logBug(context, error, request);
    const place = findErrorContext(mounts, request.url);
    return sendErrorAt(place, reply, place.form.internalError(request.id));
  });
}

/** Stores the bodies of all methods and types as bytes. */
function storeBodies(server: FastifyInstance): void {
  for (const method of METHODS.filter((known) => !server.supportedMethods.includes(known)))
    server.addHttpMethod(method, { hasBody: true });
  server.decorateRequest("rawBody");
  server.decorateRequest("identity");
  server.decorateRequest("trace");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, storeBody);
}

/** Returns the mount with only the operations that its dialect has. */
const inOwnDialect = (mount: Mount): Mount => ({
  ...mount,
  endpoints: operationsIn(mount.endpoints, mount.dialect),
});

/** Makes the underlying TLS server, and sets the limits that the framework sets only on servers of its own. */
function secureServer(
  certificate: ServedCertificate,
  limits: ConnectionLimits,
  place: ErrorContext,
): SecureServer {
  const { http, requestTimeout, keepAliveTimeout } = frameworkOptions(limits);
  const handshakeMs = limits.headerTimeoutMs;
  const secure = createSecureServer({
    certificate,
    handshakeMs,
    http: { ...http, requestTimeout, keepAliveTimeout },
    refusePlain: (socket) => rejectPlain(place, socket),
  });
  secure.server.setTimeout(limits.idleMs);
  secure.server.maxRequestsPerSocket = limits.maxRequests;
  return secure;
}

type GuardOptions = {
  readonly mounts: readonly Mount[];
  readonly guard: Guard;
  readonly secure: SecureServer | undefined;
};

/** Refuses connections under overload. Connections of operators are exempt, whatever the load of other addresses. */
function guardServer(server: Server, { mounts, guard, secure }: GuardOptions): void {
  if (mounts.some(({ limited }) => limited === "operator")) return;
  const place = findErrorContext(mounts, "/");
  guard.connections.watch(server, (socket, why) => {
    if (secure === undefined) rejectConnection(place, why, socket);
    else secure.afterHandshake(socket, (client) => rejectConnection(place, why, client));
  });
}

/** Refuses the request above a connection's pipelining limit, and closes the connection. */
function rejectPipelined(
  context: Context,
  { form, dialect, crossOrigin }: ErrorContext,
  response: ServerResponse,
): void {
  const requestId = randomUUID();
  const hint =
    `expected at most ${MAX_PIPELINED} requests on a connection whose answers are not taken, got more; ` +
    "nothing was done, and what follows is not read";
  const failedRequest = { dialect, texts: [], requestId, placement: false };
  const errorResponse = form.overloaded(failedRequest, rejectForLoad(hint));
  response.writeHead(errorResponse.status, {
    ...answerHeaders(context, requestId),
    ...crossOriginErrorHeaders(crossOrigin),
    ...errorHeaders(errorResponse),
    connection: "close",
  });
  response.end(JSON.stringify(errorResponse.body));
}

const markAnswer = (context: Context, { id, trace }: HttpRequest, reply: HttpReply): HttpReply =>
  (trace === undefined ? reply : reply.header(TRACE_ID, trace.id)).headers(answerHeaders(context, id));

/** Tracks whether the server is closing, and drops unfinished handshakes when it closes. */
function watchStop(server: FastifyInstance, secure: SecureServer | undefined): () => boolean {
  let stopping = false;
  server.addHook("preClose", async () => {
    stopping = true;
    secure?.dropHandshakes();
  });
  return () => stopping;
}

/** Refuses requests on open connections while the server closes. */
function rejectAtStop(mounts: readonly Mount[], request: FastifyRequest, reply: FastifyReply): HttpReply {
  const { operation } = request.routeOptions.config;
  const place = operation?.mount ?? findErrorContext(mounts, request.url);
  const failedRequest =
    operation === undefined ? unknownRouteIn(place, request) : describeRequest(operation, request);
  const changes = operation === undefined ? request.method !== "GET" : mayChange(operation.endpoint);
  const code = changes ? "not_accepting" : "read_unavailable";
  const hint = `the exchange is stopping${REMEDIES[code]} in a moment`;
  return sendErrorAt(place, reply, place.form.unavailable(failedRequest, { code, hint }));
}

/** Lists the methods of these interfaces' operations. */
const methodsIn = (mounts: readonly Mount[]): readonly string[] =>
  withHead([...new Set(mounts.flatMap(({ endpoints }) => endpoints.map(({ method }) => method)))]);

const rejectUnreadable = (place: ErrorContext, reply: FastifyReply, why: UnreadableRequest): HttpReply =>
  sendErrorAt(place, reply, place.form.unreadable(why));

/** Checks the headers that every request must have. */
function unreadableHead(request: FastifyRequest): UnreadableRequest | undefined {
  const hosts = countHosts(request.raw);
  if (hosts > 1) return describeUnreadable(request, 400, `expected one Host header, got ${hosts}`);
  if (hosts === 0 && request.raw.httpVersion === "1.1")
    return describeUnreadable(request, 400, "expected a Host header, got none");
  const tooMany = rejectHeaders(request.raw);
  return tooMany === undefined ? undefined : describeUnreadable(request, 431, tooMany);
}

function frameworkOptions(limits: ConnectionLimits) {
  return {
    logger: false,
    http: {
      maxHeaderSize: MAX_HEAD,
      // Off: Node's own refusal would not have the form of an interface.
      requireHostHeader: false,
      headersTimeout: limits.headerTimeoutMs,
      connectionsCheckingInterval: limits.lookMs,
    },
    // Off: the framework's own refusal while closing would not have the form of an interface.
    return503OnClosing: false,
    genReqId: ({ headers }: Pick<IncomingMessage, "headers">) => readRequestId(headers),
    connectionTimeout: limits.idleMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxRequestsPerSocket: limits.maxRequests,
    // Hints are built from the validation errors; the message is not used.
    schemaErrorFormatter: () => new Error("not valid"),
    // The limit is a whole request line, since the operation itself refuses parameters that are too long.
    routerOptions: { maxParamLength: MAX_HEAD, ignoreTrailingSlash: true },
  };
}

const describeUnreadable = ({ id }: FastifyRequest, status: number, hint: string): UnreadableRequest => ({
  status,
  reason: STATUS_CODES[status] ?? "",
  hint,
  requestId: id,
});

type MountedInterface = {
  readonly context: Context;
  readonly mount: Mount;
  readonly faults: FaultsInForce | undefined;
};

function mountInterface(
  scope: FastifyInstance,
  { context, mount, faults }: MountedInterface,
  operations: readonly ServedOperation[],
): void {
  const { crossOrigin, limited, forOperators } = mount;
  if (faults !== undefined && limited !== "operator" && forOperators !== true)
    addRequestFaults(scope, { context, mount, faults });
  for (const operation of operations) scope.route(endpointRoute(operation));
  for (const [url, endpoints] of Map.groupBy(mount.endpoints, ({ path }) => path)) {
    answerOptions(scope, { url, endpoints }, crossOrigin);
  }
}
