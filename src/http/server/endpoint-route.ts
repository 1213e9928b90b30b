/**
 * The route of one operation, in this order: admission, authentication, conversion of query values, validation, handler,
 * answer. A thrown error is a bug: it is logged and answered with 500 and only the request id.
 */
import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import type {
  FastifyContextConfig,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteOptions,
} from "fastify";
import type { HttpExchange, HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { UNKNOWN_REMEDIES } from "../../engine/admission.ts";
import { isTransient, NotAttempted, StoreUnavailable, TablesBehind } from "../../store/sql/unavailable.ts";
import type { SignedRequest } from "../guard/auth/authenticate-key.ts";
import { createAuthenticator } from "../guard/auth/authenticate.ts";
import { NOBODY } from "../guard/auth/caller.ts";
import type { Identity } from "../guard/auth/caller.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { removeAbsentFields } from "../operation/absent-fields.ts";
import { mayChange } from "../operation/endpoint.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import type { LimitRejection } from "../guard/rate-limiter.ts";
import { BODY_TIMEOUT_MS } from "../guard/guard.ts";
import { IDEMPOTENCY_KEY } from "../operation/answer-once.ts";
import { routePath } from "../mounts/mount.ts";
import type {
  FailedRequest,
  ErrorResponse,
  StoreFailure,
  UnreadableRequest,
} from "../operation/error-format.ts";
import { describeMistake, firstFault, formatFaultPath } from "../operation/validation-fault.ts";
import type { ValidationFault } from "../operation/validation-fault.ts";
import { clientAddress } from "./connection/client-address.ts";
import { recordAnswers } from "./access-log.ts";
import { createSharingHeaders } from "./cross-origin.ts";
import type { ShareHeaders } from "./cross-origin.ts";
import {
  INVALID_BODY,
  MALFORMED_JSON,
  MAX_FIELDS,
  checkGetBody,
  findNul,
  listUnknown,
  parseBody,
  readGetBody,
  readQueryValues,
} from "./request-body.ts";
import { withStoreTimeout } from "../../store/sql/with-timeout.ts";
import { describeRequest, sendLimitError, sendErrorResponse } from "./send-error.ts";
import { passOn } from "./pass-on.ts";
import { serveOperation } from "./serve-operation.ts";
import type { SentReply, ServedOperation } from "./serve-operation.ts";

/** Message for errors of the database itself, whose own messages are not for callers. */
const DATABASE_ERROR_TEXT = new StoreUnavailable().message;

/** Remedies after a store failure, appended to the hint. */
export const REMEDIES: Readonly<Record<StoreFailure["code"], string>> = {
  read_unavailable: "; nothing is lost; try again",
  not_accepting: "; nothing was done, try again",
  outcome_unknown: ": whether this is done is not known; ",
};

type Act = (request: HttpRequest, reply: HttpReply) => HttpReply | undefined | void;

/** The steps of an operation's requests, in this order. A step that returns a reply has answered the request. */
export type OperationSteps = {
  /** Sets the headers for pages of other origins, and refuses requests by their headers. */
  readonly admit: Act;
  /** Takes a request whose body is complete. */
  readonly arrive: Act;
  /** Finds the caller and then parses the body. The request is answered afterwards if `sent` is true. */
  readonly identify: (request: HttpRequest, reply: HttpReply) => Promise<unknown>;
  /** Parses the body of an operation that needs no caller. */
  readonly parse: Act;
  /** Reads the values of query and body, which are validated next. */
  readonly read: Act;
  /** Runs the handler, and sends its answer. */
  readonly handle: (request: HttpRequest, reply: HttpReply) => SentReply;
  /** Releases a request's slots when the answer is made; a streamed answer keeps the slots until its last byte. */
  readonly end: (request: HttpRequest, payload: unknown) => void;
  /** Records an answer that is written. */
  readonly note: (status: number, milliseconds: number) => void;
  /** Answers a request in which a step found an error. */
  readonly fail: (error: FastifyError, exchanged: HttpExchange) => HttpReply;
};

export function createSteps(served: ServedOperation): OperationSteps {
  const { context, mount, endpoint, gate } = served;
  const share = mount.crossOrigin && createSharingHeaders(mount.crossOrigin, endpoint);
  const urgent = classifyUrgency(served);
  const authenticate = createAuthenticator(context, endpoint);
  return {
    admit: (request, reply) => admitCaller(served, { request, reply }, share),
    arrive(request, reply) {
      const limitRejection = gate?.arrived(request, reply);
      return limitRejection && sendLimitError(served, reply, limitRejection);
    },
    identify: (request, reply) => identify(served, { request, reply }, { authenticate, urgent }),
    parse: (request) => parseBody(request),
    read: (request, reply) => readValues(served, request, reply),
    handle: (request, reply) => serveOperation(served, { request, reply }),
    end(request, payload) {
      urgent?.end(request);
      if (!(payload instanceof Readable)) gate?.answered(request);
    },
    note: recordAnswers(context.metrics, mount, endpoint),
    fail: (error, exchanged) => answerError(served, error, exchanged),
  };
}

/** A synchronous step of the framework: a promise per step would cost more than the step. */
type Hook = (request: FastifyRequest, reply: FastifyReply, next: () => void) => void;

/** Makes a step that continues unless `act` has answered. */
const createHook =
  (act: Act): Hook =>
  (request, reply, next) => {
    if (act(request, reply) === undefined) next();
  };

export function endpointRoute(served: ServedOperation): RouteOptions {
  const { endpoint } = served;
  const { method, path: url, bodyLimit, access, body } = endpoint;
  /** Body schema of a GET, whose body the framework neither reads nor checks. */
  const ofGet = method === "GET" ? body : undefined;
  const steps = createSteps(served);
  const admit = createHook(steps.admit);
  const arrive = createHook(steps.arrive);
  const parse = createHook(steps.parse);
  const identifyFirst = (request: FastifyRequest, reply: FastifyReply) => steps.identify(request, reply);
  const readBytes = (request: FastifyRequest) => readGetBody(request, bodyLimit);
  const checkBody = (request: FastifyRequest, _reply: FastifyReply, next: () => void): void => {
    if (ofGet !== undefined) checkGetBody(request, ofGet);
    next();
  };
  const end = (request: FastifyRequest, _reply: FastifyReply, payload: unknown, next: () => void): void => {
    steps.end(request, payload);
    next();
  };
  return {
    method,
    url,
    bodyLimit,
    config: configOf(served),
    schema: schemaOf(endpoint),
    // Authenticates operators before the body, which a token does not need. So no stranger's body is read: operators share
    // no slots with strangers.
    onRequest: access === "operator" ? [admit, arrive, identifyFirst] : admit,
    preValidation: [
      ...(ofGet ? [readBytes] : []),
      ...(access === "operator" ? [parse] : access === "public" ? [arrive, parse] : [arrive, identifyFirst]),
      createHook(steps.read),
      ...(ofGet ? [checkBody] : []),
    ],
    onSend: endpoint.kind === "read" ? [served.compress, end] : end,
    onResponse: (_request, reply, next) => {
      steps.note(reply.statusCode, reply.elapsedTime);
      next();
    },
    handler: handlerOf(served, steps),
    errorHandler: (error, request, reply) => steps.fail(error, { request, reply }),
  };
}

/** Returns the settings of the operation's route. */
export const configOf = ({ mount, endpoint }: ServedOperation): FastifyContextConfig => ({
  access: endpoint.access,
  operation: { mount, endpoint },
  ...(endpoint.access !== "operator" && { maxFields: MAX_FIELDS }),
});

/** Returns the schemas of what is validated after the step that reads the values. */
export const schemaOf = ({ method, body, query, params }: Endpoint) => ({
  ...(body && method !== "GET" && { body }),
  ...(query && { querystring: query }),
  ...(params && { params }),
});

/** True if only the process of the engine can answer, and this is a gateway. */
export const isPassedOn = ({ passOn: link, endpoint }: ServedOperation): boolean =>
  link !== undefined && endpoint.ofEngine;

function handlerOf(served: ServedOperation, { handle }: OperationSteps): RouteHandlerMethod {
  const { passOn: link } = served;
  return link !== undefined && isPassedOn(served)
    ? (request, reply) => passOn(link, { request, reply })
    : (request, reply) => handle(request, reply);
}

function admitCaller(
  served: ServedOperation,
  { request, reply }: HttpExchange,
  share: ShareHeaders | undefined,
): HttpReply | undefined {
  share?.(request, reply);
  const errorResponse = served.mount.admission?.(request, served.endpoint);
  if (errorResponse !== undefined) return sendErrorResponse(reply, errorResponse);
  const limitRejection = served.gate?.enter(request, reply, (why) => giveUp(served, reply, why));
  return limitRejection && sendLimitError(served, reply, limitRejection);
}

/** Answers a request before its body is complete; the rest stays unread. */
function giveUp(served: ServedOperation, reply: HttpReply, why: LimitRejection | "late"): void {
  if (reply.sent) return;
  reply.header("connection", "close");
  if (why === "late") sendErrorResponse(reply, served.mount.form.unreadable(describeLateBody(reply.request)));
  else sendLimitError(served, reply, why);
}

const describeLateBody = ({ id }: HttpRequest): UnreadableRequest => ({
  status: 408,
  reason: STATUS_CODES[408] ?? "",
  hint: `expected a body within ${BODY_TIMEOUT_MS / 1000} s, got a part of one; nothing was done`,
  requestId: id,
});

/** Orders and cancels of authenticated callers, which long work yields to. */
type Urgency = {
  begin(request: HttpRequest, reply: HttpReply): void;
  end(request: HttpRequest): void;
};

function classifyUrgency({ mount, endpoint, reads }: ServedOperation): Urgency | undefined {
  const { kind } = endpoint;
  if (mount.limited !== "trading" || (kind !== "placement" && kind !== "cancel")) return undefined;
  const underway = new WeakSet<HttpRequest>();
  const end = (request: HttpRequest): void => {
    if (underway.delete(request)) reads.slices.end();
  };
  return {
    begin(request, { raw }) {
      if (raw.closed) return;
      underway.add(request);
      reads.slices.begin();
      raw.once("close", () => end(request));
    },
    end,
  };
}

type Authenticate = (signed: SignedRequest) => Promise<Identity>;

/**
 * Authenticates the caller before the body is parsed, so that wrong credentials cost only their check. An unreadable body
 * counts against the caller's limits.
 */
async function identify(
  served: ServedOperation,
  { request, reply }: HttpExchange,
  { authenticate, urgent }: { readonly authenticate: Authenticate; readonly urgent: Urgency | undefined },
): Promise<unknown> {
  const { mount, gate, answerMs } = served;
  const path = routePath(request.url, mount);
  const explains = gate && (() => gate.explains(request));
  const identity = await withStoreTimeout(
    authenticate({ request, path, prefix: mount.prefix, explains }),
    answerMs,
  );
  if ("rejection" in identity) {
    // The access log names an operator who lacks the role.
    request.identity = { ...NOBODY, operator: identity.operator };
    const isWrong = identity.rejection.code !== "forbidden";
    const limitRejection = isWrong ? gate?.refused(request, reply) : undefined;
    if (limitRejection !== undefined) return sendLimitError(served, reply, limitRejection);
    return sendErrorResponse(
      reply,
      mount.form.rejection(identity.rejection, describeRequest(served, request)),
    );
  }
  request.identity = identity;
  urgent?.begin(request, reply);
  const turn = gate?.turn();
  if (turn !== undefined) await turn;
  const body = tryParseBody(request);
  const limitRejection = gate?.identified(request, reply, identity.caller);
  if (limitRejection !== undefined) return sendLimitError(served, reply, limitRejection);
  if ("error" in body) throw body.error;
  return undefined;
}

/** Parses the body; returns the error instead of throwing it. */
function tryParseBody(request: HttpRequest): { readonly error: unknown } | { readonly error?: never } {
  try {
    parseBody(request);
    return {};
  } catch (error) {
    return { error };
  }
}

/** Converts query values to the types of the schema; validation checks their bounds later. */
function readValues(served: ServedOperation, request: HttpRequest, reply: HttpReply): HttpReply | undefined {
  const { mount, endpoint } = served;
  const { query: described, strict } = endpoint;
  for (const name of listUnknown(described, request.url, request.query)) {
    const known = Object.keys(described?.properties ?? {});
    const unknown = { name, strict, known, ...describeRequest(served, request) };
    const errorResponse = mount.form.unknownParameter(unknown);
    if (errorResponse !== undefined) return sendErrorResponse(reply, errorResponse);
  }
  if (endpoint.body !== undefined && acceptsNulls(served))
    request.body = removeAbsentFields(endpoint.body, request.body);
  request.query =
    endpoint.query === undefined
      ? {}
      : readQueryValues(endpoint.query, request.query, {
          lists: mount.form.lists(mount.dialect),
          spellings: DIFFERENCES.spellings.does[mount.dialect],
        });
  const found = findNul(request.params) ?? findNul(request.query);
  if (found === undefined) return undefined;
  const mistake = { name: found.name, expected: "text without NUL", got: found.value };
  return sendErrorResponse(
    reply,
    mount.form.invalidParameter({ ...mistake, ...describeRequest(served, request) }),
  );
}

/** True if null means an absent optional field of the body. */
const acceptsNulls = ({ mount, endpoint }: ServedOperation): boolean =>
  endpoint.kind === "placement" || DIFFERENCES.nullFields.does[mount.dialect] === "absent";

function answerError(
  served: ServedOperation,
  error: FastifyError,
  { request, reply }: HttpExchange,
): HttpReply {
  const { context, mount } = served;
  // The client left in the middle of the answer.
  if (error.code === "ERR_STREAM_PREMATURE_CLOSE") return reply;
  const errorResponse = toErrorResponse(served, error, request);
  // The body was not read completely.
  if (error.statusCode === 413) reply.header("connection", "close");
  if (errorResponse !== undefined) return sendErrorResponse(reply, errorResponse);
  logBug(context, error, request);
  return sendErrorResponse(reply, mount.form.internalError(request.id));
}

export function logBug(context: Context, error: Error, request: HttpRequest): void {
  context.log.error(
    {
      event: "request_failed",
      err: error,
      requestId: request.id,
      traceId: request.trace?.id,
      client: clientAddress(request, context.config.trustedProxies),
      route: request.routeOptions.url,
    },
    "request failed",
  );
}

/**
 * Returns the refusal for a fault that the framework found in a request; `undefined` if the fault is the exchange's own.
 */
function toErrorResponse(
  served: ServedOperation,
  error: FastifyError,
  request: HttpRequest,
): ErrorResponse | undefined {
  const { form } = served.mount;
  const failedRequest = describeRequest(served, request);
  const rejected = (rejection: Rejection): ErrorResponse => form.rejection(rejection, failedRequest);
  if (error.validation !== undefined) {
    const fault = firstFault(error.validation);
    const part = error.validationContext;
    if (part === "querystring" || part === "params") return rejectParameter(served, fault, failedRequest);
    return rejected(reject("invalid_payload", describeMistake(formatFaultPath(fault.path, "body"), fault)));
  }
  if (isTransient(error)) {
    const why = error instanceof StoreUnavailable ? error.message : DATABASE_ERROR_TEXT;
    const code = failureCode(served.endpoint, request, error);
    const remedy = code === "outcome_unknown" ? describeUnknownRemedy(served.endpoint, request) : "";
    return form.unavailable(failedRequest, { code, hint: `${why}${REMEDIES[code]}${remedy}` });
  }
  if (error.statusCode === 413) return rejected(rejectLargeBody(served.endpoint, request));
  if (error.code === MALFORMED_JSON) return rejected(reject("malformed_json", error.message));
  if (error.code === INVALID_BODY) return rejected(reject("invalid_payload", error.message));
  if (error.statusCode === 415) return rejected(rejectContentType(request));
  if (error.statusCode !== undefined && error.statusCode < 500)
    return rejected(
      reject("invalid_payload", "expected a whole body, as long as the headers say, got another"),
    );
  return undefined;
}

function failureCode(
  endpoint: Endpoint,
  { identity }: HttpRequest,
  error: FastifyError,
): StoreFailure["code"] {
  if (!mayChange(endpoint)) return "read_unavailable";
  // Both errors come before an operation's commit (tests/http/committed-answers.test.ts).
  if (error instanceof TablesBehind || error instanceof NotAttempted) return "not_accepting";
  // The handler runs only after authentication, if the operation needs any.
  const isHandled = identity !== NOBODY || endpoint.access === "public";
  return isHandled ? "outcome_unknown" : "not_accepting";
}

function describeUnknownRemedy({ kind, once }: Endpoint, { headers }: HttpRequest): string {
  if (kind === "placement") return UNKNOWN_REMEDIES.placement;
  return once && headers[IDEMPOTENCY_KEY] !== undefined ? UNKNOWN_REMEDIES.keyed : UNKNOWN_REMEDIES.other;
}

/** Refuses a parameter. A faulty item of a list is reported under the list's name. */
function rejectParameter(
  { mount }: ServedOperation,
  fault: ValidationFault,
  asked: FailedRequest,
): ErrorResponse {
  const { path, missing, ...mistake } = fault;
  const [, name = ""] = path.split("/");
  const parameterFault = { name, ...mistake, ...asked };
  return missing ? mount.form.missingParameter(parameterFault) : mount.form.invalidParameter(parameterFault);
}

/** Rejects a body that is too large. The length of a chunked body is unknown at that point. */
function rejectLargeBody({ bodyLimit }: Endpoint, { headers }: HttpRequest): Rejection {
  const got = headers["content-length"] ?? "more";
  return reject("payload_too_large", `expected a body of at most ${bodyLimit} bytes, got ${got}`);
}

function rejectContentType({ headers }: HttpRequest): Rejection {
  const mistake = { expected: "application/json", got: headers["content-type"] };
  return reject("invalid_payload", describeMistake("content-type", mistake));
}
