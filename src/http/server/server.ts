/**
 * One HTTP address with the interfaces that are mounted on it. It refuses requests that reach no operation in the form
 * of the interface that was asked.
 */
import { randomUUID } from "node:crypto";
import { METHODS, STATUS_CODES } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import Fastify from "fastify";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { ServedCertificate } from "../../tls/served-certificate.ts";
import { mayChange } from "../endpoint.ts";
import { NOBODY } from "../auth/caller.ts";
import type { Caller } from "../auth/caller.ts";
import { operationsIn } from "../dialects/dialect-parameters.ts";
import type { FaultsInForce } from "../faults/faults-in-force.ts";
import { addRequestFaults } from "../faults/request-faults.ts";
import { heldForLoad } from "../guard/gate.ts";
import type { Guard } from "../guard/guard.ts";
import { createLargeReads } from "../large/large-reads.ts";
import type { LargeReads } from "../large/large-reads.ts";
import type { Mount } from "../mount.ts";
import type { UnreadableRequest } from "../refusal-form.ts";
import { watchStreams } from "./sent-streams.ts";
import type { SentStreams } from "./sent-streams.ts";
import { requestLog } from "./access-log.ts";
import { answerHeaders } from "./answer-headers.ts";
import { createCompression } from "./compression.ts";
import type { CompressAnswer } from "./compression.ts";
import { createAnswersInTurn } from "./answers-in-turn.ts";
import { answerOptions, sharedRefusal } from "./cross-origin.ts";
import { refuseEarly } from "./early-refusal.ts";
import { endpointRoute, logBug, REMEDIES } from "./endpoint-route.ts";
import { gateOf } from "./operation-gate.ts";
import { withHead } from "./refuse-method.ts";
import { orderShedding } from "./order-shedding.ts";
import { boundPipelining, MAX_PIPELINED } from "./pipelining.ts";
import { askedOf, refusalHeaders } from "./send-refusal.ts";
import { TRACE_ID, keepBody, requestIdOf } from "./request-body.ts";
import { createSecureServer } from "./secure-server.ts";
import type { SecureServer } from "./secure-server.ts";
import {
  ANSWER_TIMEOUT_MS,
  HEADER_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MAX_HEAD,
  countHosts,
  refuseConnect,
  refuseConnection,
  refuseHeaders,
  refusePlain,
  REQUEST_TIMEOUT_MS,
  unreadableHandler,
} from "./unreadable-request.ts";
import { countRefusals } from "./request-metrics.ts";
import { traceRequests } from "./request-traces.ts";
import { placeAt, refuseAt, refuseUnrouted, unknownRouteIn } from "./unrouted.ts";
import type { RefusalPlace } from "./unrouted.ts";
import { createValidators } from "./validators.ts";
import type { Validators } from "./validators.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as received, which a request's signature covers. */
    rawBody: Buffer;
    /** The caller, found before the body is looked at. */
    identity: Caller;
  }
}

/** Bounds of one connection. */
export type ConnectionLimits = {
  /** Milliseconds without a byte while a request is underway. */
  readonly idleMs: number;
  /** Milliseconds until the answer of a request, where the database leaves that open. */
  readonly answerMs: number;
  readonly headerTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Milliseconds between two looks for requests that take longer. */
  readonly lookMs: number;
  readonly keepAliveMs: number;
  /** The last one is answered with `connection: close`. */
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
  /** Guard of all operations; without one nothing is limited. */
  readonly guard?: Guard;
  /** Places of large reads that all servers share. */
  readonly reads?: LargeReads;
  readonly limits?: ConnectionLimits;
  /** Validators of servers that have operations in common. */
  readonly validators?: Validators;
  /** Faults that requests meet, but for operators'; without them there are none. */
  readonly faults?: FaultsInForce | undefined;
  /** Certificate of a server that speaks TLS. */
  readonly certificate?: ServedCertificate | undefined;
};

const NO_BODY = Buffer.alloc(0);

/** A server with these interfaces mounted; it does not listen yet. */
export function createServer(
  context: Context,
  described: readonly Mount[],
  options: ServerOptions = {},
): FastifyInstance {
  const mounts = described.map((mount) => countRefusals(context.metrics, inOwnDialect(mount)));
  const { guard, limits = CONNECTION_LIMITS, validators = createValidators() } = options;
  const { reads = createLargeReads(context), certificate, faults } = options;
  const compress = createCompression(context.config, context.places);
  const refuse = refuseUnrouted(context, mounts, guard);
  const root = placeAt(mounts, "/");
  const note = requestLog(context, mounts);
  const answers = createAnswersInTurn();
  const secure = certificate && secureServer(certificate, limits, root);
  const server = Fastify({
    ...frameworkOptions(limits),
    ...(secure !== undefined && { serverFactory: secure.answerWith }),
    clientErrorHandler: unreadableHandler(root, answers),
    frameworkErrors: (_error, request, reply) => {
      request.identity = NOBODY;
      note?.(request, reply);
      refuse(request, markAnswer(context, request, reply));
    },
  });
  answers.watch(server.server);
  refuseConnect(server.server, root, { answers, allowed: methodsIn(mounts) });
  const streams = watchStreams(server);
  server.setValidatorCompiler(validators);
  keepBodies(server);
  const trace = context.traces && traceRequests(server, context.traces, mounts);
  const isStopping = watchStop(server, secure);
  server.addHook("onRequest", (request, reply, next) => {
    request.rawBody = NO_BODY;
    request.identity = NOBODY;
    trace?.(request, reply);
    note?.(request, reply);
    markAnswer(context, request, reply);
    const why = unreadableHead(request);
    if (isStopping()) refuseAtStop(mounts, request, reply);
    else if (why !== undefined) refuseUnreadable(placeAt(mounts, request.url), reply, why);
    else if (request.is404) refuse(request, reply);
    else next();
  });
  if (guard !== undefined) guardServer(server.server, context, { mounts, guard, limits, secure });
  mountAll(server, context, mounts, { guard, reads, compress, streams, faults, answerMs: limits.answerMs });
  answerBugs(server, context, mounts);
  boundPipelining(server.server, answers, (response) => refusePipelined(context, root, response));
  return server.setNotFoundHandler(refuse);
}

function mountAll(
  server: FastifyInstance,
  context: Context,
  mounts: readonly Mount[],
  shared: Omit<MountOptions, "mount">,
): void {
  for (const mount of mounts)
    void server.register(async (scope) => mountInterface(scope, context, { mount, ...shared }), mount);
}

/** Answers what no route answers itself. */
function answerBugs(server: FastifyInstance, context: Context, mounts: readonly Mount[]): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    logBug(context, error, request);
    const place = placeAt(mounts, request.url);
    return refuseAt(place, reply, place.form.internalError(request.id));
  });
}

/** Has bodies of all methods and types kept as bytes. */
function keepBodies(server: FastifyInstance): void {
  for (const method of METHODS.filter((known) => !server.supportedMethods.includes(known)))
    server.addHttpMethod(method, { hasBody: true });
  server.decorateRequest("rawBody");
  server.decorateRequest("identity");
  server.decorateRequest("trace");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, keepBody);
}

/** The mount with those operations that its dialect has. */
const inOwnDialect = (mount: Mount): Mount => ({
  ...mount,
  endpoints: operationsIn(mount.endpoints, mount.dialect),
});

/** Makes the server beneath the framework's, which sets these bounds on its own servers only. */
function secureServer(
  certificate: ServedCertificate,
  limits: ConnectionLimits,
  place: RefusalPlace,
): SecureServer {
  const { http, requestTimeout, keepAliveTimeout } = frameworkOptions(limits);
  const handshakeMs = limits.headerTimeoutMs;
  const secure = createSecureServer({
    certificate,
    handshakeMs,
    http: { ...http, requestTimeout, keepAliveTimeout },
    refusePlain: (socket) => refusePlain(place, socket),
  });
  secure.server.setTimeout(limits.idleMs);
  secure.server.maxRequestsPerSocket = limits.maxRequests;
  return secure;
}

type GuardOptions = {
  readonly mounts: readonly Mount[];
  readonly guard: Guard;
  readonly limits: ConnectionLimits;
  readonly secure: SecureServer | undefined;
};

/** Refuses orders while there are too many, and connections; operators get in, whatever comes to the other addresses. */
function guardServer(server: Server, context: Context, options: GuardOptions): void {
  const { mounts, guard, limits, secure } = options;
  const keepAlive = `timeout=${limits.keepAliveMs / 1_000}, max=${limits.maxRequests}`;
  refuseEarly(server, orderShedding(context, mounts, { guard, keepAlive }));
  if (mounts.some(({ limited }) => limited === "operator")) return;
  const place = placeAt(mounts, "/");
  guard.connections.watch(server, (socket, why) => {
    if (secure === undefined) refuseConnection(place, why, socket);
    else secure.afterHandshake(socket, (client) => refuseConnection(place, why, client));
  });
}

/** Answers the request that is one too many on its connection, as the last one. */
function refusePipelined(
  context: Context,
  { form, dialect, crossOrigin }: RefusalPlace,
  response: ServerResponse,
): void {
  const requestId = randomUUID();
  const hint =
    `expected at most ${MAX_PIPELINED} requests on a connection whose answers are not taken, got more; ` +
    "nothing was done, and what follows is not read";
  const asked = { dialect, texts: [], requestId, placement: false };
  const refused = form.overloaded(asked, heldForLoad(hint));
  response.writeHead(refused.status, {
    ...answerHeaders(context, requestId),
    ...sharedRefusal(crossOrigin),
    ...refusalHeaders(refused),
    connection: "close",
  });
  response.end(JSON.stringify(refused.body));
}

const markAnswer = (context: Context, { id, trace }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  (trace === undefined ? reply : reply.header(TRACE_ID, trace.id)).headers(answerHeaders(context, id));

/** Tells if the server closes, which waits for no handshakes then. */
function watchStop(server: FastifyInstance, secure: SecureServer | undefined): () => boolean {
  let stopping = false;
  server.addHook("preClose", async () => {
    stopping = true;
    secure?.dropHandshakes();
  });
  return () => stopping;
}

/** Refuses whatever comes on an open connection while the server closes. */
function refuseAtStop(mounts: readonly Mount[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { operation } = request.routeOptions.config;
  const place = operation?.mount ?? placeAt(mounts, request.url);
  const asked = operation === undefined ? unknownRouteIn(place, request) : askedOf(operation, request);
  const changes = operation === undefined ? request.method !== "GET" : mayChange(operation.endpoint);
  const code = changes ? "not_accepting" : "read_unavailable";
  const hint = `the exchange is stopping${REMEDIES[code]} in a moment`;
  return refuseAt(place, reply, place.form.unavailable(asked, { code, hint }));
}

/** The methods that the operations of these interfaces have. */
const methodsIn = (mounts: readonly Mount[]): readonly string[] =>
  withHead([...new Set(mounts.flatMap(({ endpoints }) => endpoints.map(({ method }) => method)))]);

const refuseUnreadable = (place: RefusalPlace, reply: FastifyReply, why: UnreadableRequest): FastifyReply =>
  refuseAt(place, reply, place.form.unreadable(why));

/** Checks of the headers that hold for any operation. */
function unreadableHead(request: FastifyRequest): UnreadableRequest | undefined {
  const hosts = countHosts(request.raw);
  if (hosts > 1) return unreadable(request, 400, `expected one Host header, got ${hosts}`);
  if (hosts === 0 && request.raw.httpVersion === "1.1")
    return unreadable(request, 400, "expected a Host header, got none");
  const tooMany = refuseHeaders(request.raw);
  return tooMany === undefined ? undefined : unreadable(request, 431, tooMany);
}

function frameworkOptions(limits: ConnectionLimits) {
  return {
    logger: false,
    http: {
      maxHeaderSize: MAX_HEAD,
      // Node's own refusal of it would be in nobody's form.
      requireHostHeader: false,
      headersTimeout: limits.headerTimeoutMs,
      connectionsCheckingInterval: limits.lookMs,
    },
    // The framework's own refusal at a stop would be in nobody's form.
    return503OnClosing: false,
    genReqId: ({ headers }: Pick<IncomingMessage, "headers">) => requestIdOf(headers),
    connectionTimeout: limits.idleMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxRequestsPerSocket: limits.maxRequests,
    // What is wrong is told from the faults themselves: nobody reads a message.
    schemaErrorFormatter: () => new Error("not valid"),
    // Any that a request line can hold: what is too long is for the operation to say.
    routerOptions: { maxParamLength: MAX_HEAD, ignoreTrailingSlash: true },
  };
}

const unreadable = ({ id }: FastifyRequest, status: number, hint: string): UnreadableRequest => ({
  status,
  reason: STATUS_CODES[status] ?? "",
  hint,
  requestId: id,
});

type MountOptions = Pick<ConnectionLimits, "answerMs"> & {
  readonly mount: Mount;
  readonly guard: Guard | undefined;
  readonly reads: LargeReads;
  readonly compress: CompressAnswer;
  readonly streams: SentStreams;
  readonly faults: FaultsInForce | undefined;
};

function mountInterface(scope: FastifyInstance, context: Context, mounted: MountOptions): void {
  const { mount, guard, reads, compress, streams, faults, answerMs } = mounted;
  const { crossOrigin, limited, forOperators } = mount;
  if (faults !== undefined && limited !== "operator" && forOperators !== true)
    addRequestFaults(scope, { context, mount, faults });
  for (const endpoint of mount.endpoints) {
    const gate = guard && gateOf(context, guard, { mount, endpoint });
    scope.route(endpointRoute({ context, mount, endpoint, gate, reads, compress, streams, answerMs }));
  }
  for (const [url, endpoints] of Map.groupBy(mount.endpoints, ({ path }) => path)) {
    answerOptions(scope, { url, endpoints }, crossOrigin);
  }
}
