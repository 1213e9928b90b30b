/**
 * The route of one operation, in this order: admission, authentication, conversion of query values, validation, handler,
 * answer. A thrown error is a bug: it is logged and answered with 500 and only the request id.
 */
import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import type { FastifyError, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from "fastify";
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
import type { Endpoint, HttpExchange } from "../operation/endpoint.ts";
import type { LimitRejection } from "../guard/gate.ts";
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
import type { ServedOperation } from "./serve-operation.ts";

/** Message for errors of the database itself, whose own messages are not for callers. */
const DATABASE_ERROR_TEXT = new StoreUnavailable().message;

/** Remedies after a store failure, appended to the hint. */
export const REMEDIES: Readonly<Record<StoreFailure["code"], string>> = {
  read_unavailable: "; nothing is lost; try again",
  not_accepting: "; nothing was done, try again",
  outcome_unknown: ": whether this is done is not known; ",
};

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A synchronous step: a promise per step would cost more than the step. */
type Step = (request: FastifyRequest, reply: FastifyReply, next: () => void) => void;

/** Makes a step that continues unless `act` has answered. */
const createStep =
  (act: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined | void): Step =>
  (request, reply, next) => {
    if (act(request, reply) === undefined) next();
  };

const parse = createStep((request) => void parseBody(request));

export function endpointRoute(served: ServedOperation): RouteOptions {
  const { context, mount, endpoint } = served;
  const { method, path: url, bodyLimit, access, body, query, params } = endpoint;
  /** Body schema of a GET, whose body the framework neither reads nor checks. */
  const ofGet = method === "GET" ? body : undefined;
  const share = mount.crossOrigin && createSharingHeaders(mount.crossOrigin, endpoint);
  const urgent = classifyUrgency(served);
  const admit = createStep((request, reply) => admitCaller(served, { request, reply }, share));
  const arrive = createStep((request, reply) => {
    const limitRejection = served.gate?.arrived(request, reply);
    return limitRejection && sendLimitError(served, reply, limitRejection);
  });
  const read = createStep((request, reply) => readValues(served, request, reply));
  const authenticate = createAuthenticator(context, endpoint);
  const note = recordAnswers(context.metrics, mount, endpoint);
  const identifyFirst: Hook = (request, reply) =>
    identify(served, { request, reply }, { authenticate, urgent });
  const end = releaseWhenAnswered(served, urgent);
  const readBytes: Hook = (request) => readGetBody(request, bodyLimit);
  return {
    method,
    url,
    bodyLimit,
    config: {
      access,
      operation: { mount, endpoint },
      ...(access !== "operator" && { maxFields: MAX_FIELDS }),
    },
    schema: {
      ...(body !== ofGet && { body }),
      ...(query && { querystring: query }),
      ...(params && { params }),
    },
    // Authenticates operators before the body, which a token does not need. So no stranger's body is read: operators share
    // no slots with strangers.
    onRequest: access === "operator" ? [admit, arrive, identifyFirst] : admit,
    preValidation: [
      ...(ofGet ? [readBytes] : []),
      ...(access === "operator" ? [parse] : access === "public" ? [arrive, parse] : [arrive, identifyFirst]),
      read,
      ...(ofGet ? [createStep((request) => void checkGetBody(request, ofGet))] : []),
    ],
    onSend: endpoint.kind === "read" ? [served.compress, end] : end,
    onResponse: (_request, reply, next) => {
      note(reply.statusCode, reply.elapsedTime);
      next();
    },
    handler: handlerOf(served),
    errorHandler: (error, request, reply) => answerError(served, error, { request, reply }),
  };
}

function handlerOf(served: ServedOperation): RouteHandlerMethod {
  const { passOn: link, endpoint } = served;
  return link !== undefined && endpoint.ofEngine
    ? (request, reply) => passOn(link, { request, reply })
    : (request, reply) => serveOperation(served, { request, reply });
}

function admitCaller(
  served: ServedOperation,
  { request, reply }: HttpExchange,
  share: ShareHeaders | undefined,
): FastifyReply | undefined {
  share?.(request, reply);
  const errorResponse = served.mount.admission?.(request, served.endpoint);
  if (errorResponse !== undefined) return sendErrorResponse(reply, errorResponse);
  const limitRejection = served.gate?.enter(request, reply, (why) => giveUp(served, reply, why));
  return limitRejection && sendLimitError(served, reply, limitRejection);
}

/** Answers a request before its body is complete; the rest stays unread. */
function giveUp(served: ServedOperation, reply: FastifyReply, why: LimitRejection | "late"): void {
  if (reply.sent) return;
  reply.header("connection", "close");
  if (why === "late") sendErrorResponse(reply, served.mount.form.unreadable(describeLateBody(reply.request)));
  else sendLimitError(served, reply, why);
}

const describeLateBody = ({ id }: FastifyRequest): UnreadableRequest => ({
  status: 408,
  reason: STATUS_CODES[408] ?? "",
  hint: `expected a body within ${BODY_TIMEOUT_MS / 1000} s, got a part of one; nothing was done`,
  requestId: id,
});

/** Orders and cancels of authenticated callers, which long work yields to. */
type Urgency = {
  begin(request: FastifyRequest, reply: FastifyReply): void;
  end(request: FastifyRequest): void;
};

function classifyUrgency({ mount, endpoint, reads }: ServedOperation): Urgency | undefined {
  const { kind } = endpoint;
  if (mount.limited !== "trading" || (kind !== "placement" && kind !== "cancel")) return undefined;
  const underway = new WeakSet<FastifyRequest>();
  const end = (request: FastifyRequest): void => {
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

type SendHook = (request: FastifyRequest, reply: FastifyReply, payload: unknown, next: () => void) => void;

/** Releases a request's slots when the answer is made; a streamed answer keeps the slots until its last byte. */
function releaseWhenAnswered({ gate }: ServedOperation, urgent: Urgency | undefined): SendHook {
  return (request, _reply, payload, next) => {
    urgent?.end(request);
    if (!(payload instanceof Readable)) gate?.answered(request);
    next();
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
function tryParseBody(request: FastifyRequest): { readonly error: unknown } | { readonly error?: never } {
  try {
    parseBody(request);
    return {};
  } catch (error) {
    return { error };
  }
}

/** Converts query values to the types of the schema; validation checks their bounds later. */
function readValues(
  served: ServedOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
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
): FastifyReply {
  const { context, mount } = served;
  // The client left in the middle of the answer.
  if (error.code === "ERR_STREAM_PREMATURE_CLOSE") return reply;
  const errorResponse = toErrorResponse(served, error, request);
  // The body was read completely: the connection may stay open, unlike after a body that was too large.
  if (error.code === MALFORMED_JSON || error.code === INVALID_BODY) reply.removeHeader("connection");
  else if (error.statusCode === 413) reply.header("connection", "close");
  if (errorResponse !== undefined) return sendErrorResponse(reply, errorResponse);
  logBug(context, error, request);
  return sendErrorResponse(reply, mount.form.internalError(request.id));
}

export function logBug(context: Context, error: Error, request: FastifyRequest): void {
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
  request: FastifyRequest,
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
  { identity }: FastifyRequest,
  error: FastifyError,
): StoreFailure["code"] {
  if (!mayChange(endpoint)) return "read_unavailable";
  // Both errors come before an operation's commit (tests/http/committed-answers.test.ts).
  if (error instanceof TablesBehind || error instanceof NotAttempted) return "not_accepting";
  // The handler runs only after authentication, if the operation needs any.
  const isHandled = identity !== NOBODY || endpoint.access === "public";
  return isHandled ? "outcome_unknown" : "not_accepting";
}

function describeUnknownRemedy({ kind, once }: Endpoint, { headers }: FastifyRequest): string {
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
function rejectLargeBody({ bodyLimit }: Endpoint, { headers }: FastifyRequest): Rejection {
  const got = headers["content-length"] ?? "more";
  return reject("payload_too_large", `expected a body of at most ${bodyLimit} bytes, got ${got}`);
}

function rejectContentType({ headers }: FastifyRequest): Rejection {
  const mistake = { expected: "application/json", got: headers["content-type"] };
  return reject("invalid_payload", describeMistake("content-type", mistake));
}
