/** Sends refusals in the form of their interface. */
import { STATUS_CODES } from "node:http";
import type { HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import type { LimitRejection } from "../guard/rate-limiter.ts";
import type { Mount } from "../mounts/mount.ts";
import type { ErrorFormat, ErrorResponse, FailedRequest } from "../operation/error-format.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Returns the headers of a refusal besides those of every answer. */
export const errorHeaders = ({ retryAfter }: Pick<ErrorResponse, "retryAfter">): Record<string, string> => ({
  ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  "cache-control": "no-store",
  "content-type": JSON_TYPE,
});

export function sendErrorResponse(reply: HttpReply, refused: ErrorResponse): HttpReply {
  reply.request.rejectedWith = refused.body;
  return reply
    .code(refused.status)
    .headers(errorHeaders(refused))
    .send(JSON.stringify(withTrace(refused.body, reply.request)));
}

/** Adds the trace id of the request to the body. */
const withTrace = (body: unknown, { trace }: HttpRequest): unknown =>
  trace !== undefined && typeof body === "object" && body !== null && "request_id" in body
    ? { ...body, trace_id: trace.id }
    : body;

/** An operation and its mount. */
type Operation = { readonly mount: Mount; readonly endpoint: Endpoint };

/** Describes an operation's request for a refusal. */
export const describeRequest = (
  { mount, endpoint }: Operation,
  { id }: Pick<HttpRequest, "id">,
): FailedRequest => ({
  dialect: mount.dialect,
  texts: endpoint.texts,
  requestId: id,
  placement: endpoint.placement,
});

export const buildLimitError = (
  form: ErrorFormat,
  held: LimitRejection,
  asked: FailedRequest,
): ErrorResponse => (held.why === "rate" ? form.tooMany(asked, held) : form.overloaded(asked, held));

export const sendLimitError = (operation: Operation, reply: HttpReply, held: LimitRejection): HttpReply =>
  sendErrorResponse(
    reply,
    buildLimitError(operation.mount.form, held, describeRequest(operation, reply.request)),
  );

// An HTTP answer as bytes on the wire, for use without a response object.

type RawAnswer = {
  readonly status: number;
  /** Headers in order; content-length is added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export function rawAnswer({ status, headers, body }: RawAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}${length}\r\n${body}`;
}

// 405 with the methods that a path has.

export function rejectMethod(reply: HttpReply, allowed: readonly string[], form: ErrorFormat): HttpReply {
  reply.header("allow", withHead(allowed).join(", "));
  const { method: got, id: requestId } = reply.request;
  return sendErrorResponse(reply, form.methodNotAllowed({ allowed, got, requestId }));
}

/** Adds HEAD wherever GET is allowed. */
export const withHead = (methods: readonly string[]): readonly string[] =>
  methods.includes("GET") ? [...methods, "HEAD"] : methods;
