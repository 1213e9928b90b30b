/** Answers to requests that the HTTP parser rejects, before any route is known. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { countHeaders } from "./client-address.ts";
import { createTickQueue } from "../../../base/async.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { afterAnswers, leaveConnection } from "./ordered-answers.ts";
import { crossOriginErrorHeaders } from "../cross-origin.ts";
import { readRequestId } from "../request-body.ts";
import { rawAnswer, errorHeaders } from "../send-error.ts";
import type { ErrorContext } from "../unrouted.ts";

/** Maximum bytes of a request's line and headers: room for the longest list of condition ids that an operation takes. */
export const MAX_HEAD = 48 * 1024;
/** Maximum bytes of the headers alone. */
const MAX_HEADERS = 16 * 1024;
export const HEADER_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 20_000;
/**
 * Timeout of an operation, ms. Longer than the database's query timeout, so that the answer to a slow query says that the
 * query took too long.
 */
export const ANSWER_TIMEOUT_MS = 20_000;
/** Idle timeout, ms: longer than an operation's timeout. */
export const IDLE_TIMEOUT_MS = 30_000;

/** Code of a request that is not complete in time. */
const LATE_CODE = "ERR_HTTP_REQUEST_TIMEOUT";
/** Timed-out requests that are answered per tick of the event loop. */
const LATE_PER_TICK = 20;

/** Statuses and hints by the parser's error codes. */
const PARSER_FAULTS: ReadonlyMap<string | undefined, { readonly status: number; readonly hint: string }> =
  new Map([
    ["HPE_PAUSED_H2_UPGRADE", { status: 400, hint: "expected an HTTP/1.1 request, got one of HTTP/2" }],
    [
      "HPE_CHUNK_EXTENSIONS_OVERFLOW",
      { status: 413, hint: "expected chunks of a body without long extensions, got more than 16384 bytes" },
    ],
    [
      "HPE_HEADER_OVERFLOW",
      { status: 431, hint: `expected a request line and headers of at most ${MAX_HEAD} bytes, got more` },
    ],
    [
      LATE_CODE,
      {
        status: 408,
        hint:
          `expected headers within ${HEADER_TIMEOUT_MS / 1000} s and a request within ` +
          `${REQUEST_TIMEOUT_MS / 1000} s, got a part of one`,
      },
    ],
  ]);

const LENGTH = "a Content-Length of decimal digits, and no chunks beside it";
const LINE = "a line that ends with CR and LF";

/** Expected forms, by the parser's error codes for malformed bytes. */
const EXPECTED_FORMS: ReadonlyMap<string | undefined, string> = new Map([
  ["HPE_INVALID_METHOD", "a request line that begins with a method, as GET /time HTTP/1.1"],
  ["HPE_INVALID_URL", "a path or a URL of visible ASCII characters in the request line"],
  ["HPE_INVALID_CONSTANT", "HTTP/1.1 after the path in the request line, and no blank in the path"],
  ["HPE_INVALID_VERSION", "HTTP/1.1 or HTTP/1.0 at the end of the request line"],
  ["HPE_INVALID_HEADER_TOKEN", "header lines of a name, a colon and a value without control characters"],
  ["HPE_UNEXPECTED_SPACE", "a header without blanks before its colon or its line"],
  ["HPE_INVALID_CONTENT_LENGTH", LENGTH],
  ["HPE_UNEXPECTED_CONTENT_LENGTH", LENGTH],
  [
    "HPE_INVALID_TRANSFER_ENCODING",
    "a Transfer-Encoding whose last coding is chunked, and no Content-Length beside it",
  ],
  ["HPE_INVALID_CHUNK_SIZE", "chunks of a body that begin with their size in hex digits"],
  ["HPE_CR_EXPECTED", LINE],
  ["HPE_LF_EXPECTED", LINE],
  ["HPE_STRICT", `${LINE}, and chunks as long as they say`],
  ["HPE_INVALID_EOF_STATE", "a whole request before the connection ends"],
  ["HPE_CLOSED_CONNECTION", "nothing after a request that asks to close the connection"],
]);

type ParserError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/**
 * Refuses requests that are unreadable, too long or not complete in time, in the interface's form. Answers once per
 * connection, after the answers to earlier requests on the connection, and closes the connection.
 */
export function unreadableHandler(place: ErrorContext): (error: ParserError, socket: Socket) => void {
  const refusedSockets = new WeakSet<Socket>();
  const turns = createTickQueue(LATE_PER_TICK);
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    // The connection was refused before: its later bytes are unreadable too.
    if (refusedSockets.has(socket)) return;
    refusedSockets.add(socket);
    const refuse = (): void =>
      afterAnswers(socket, (isAnswered) => {
        if (!socket.writable) socket.destroy();
        else if (isAnswered) socket.end();
        else rejectUnreadable(place, getParserFault(error), socket);
      });
    // Connections that opened together time out together.
    if (error.code === LATE_CODE) turns.add(refuse);
    else refuse();
  };
}

/** The first byte of a TLS handshake. */
const TLS_HANDSHAKE = 22;

const getParserFault = ({ code, rawPacket }: ParserError): ParserFault =>
  PARSER_FAULTS.get(code) ?? {
    status: 400,
    hint:
      rawPacket instanceof Uint8Array && rawPacket[0] === TLS_HANDSHAKE
        ? "this address speaks plain HTTP: expected http:// or ws://, got TLS"
        : `expected ${EXPECTED_FORMS.get(code) ?? "an HTTP/1.1 request"}, got other bytes`,
  };

const RETRY_AFTER_SECONDS = 1;

/**
 * Refuses a connection above the limit before any request, and closes the connection even if the client does not read the
 * answer.
 */
export function rejectConnection(place: ErrorContext, hint: string, socket: Socket): void {
  const { form, dialect } = place;
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  const requestId = randomUUID();
  const failedRequest = { dialect, texts: [], requestId, placement: false };
  const refused = form.overloaded(failedRequest, { hint, retryAfter: RETRY_AFTER_SECONDS });
  endSocket(place, { refused, requestId }, socket);
}

/** Refuses a plain HTTP request at a TLS address. */
export function rejectPlain(place: ErrorContext, socket: Socket): void {
  const hint = "this address speaks TLS: expected https:// or wss://, got plain HTTP";
  rejectUnreadable(place, { status: 400, hint }, socket);
}

/** Refuses CONNECT, whose target is no path: without a listener Node would close the connection silently. */
export function rejectConnect(server: Server, place: ErrorContext, allowed: readonly string[]): void {
  server.on("connect", (request, socket: Socket) => {
    leaveConnection(socket);
    const requestId = readRequestId(request.headers);
    const refused = place.form.methodNotAllowed({ allowed, got: "CONNECT", requestId });
    socket.on("error", () => socket.destroy());
    socket.once("finish", () => socket.destroy());
    afterAnswers(socket, () => endSocket(place, { refused, requestId, allow: allowed.join(", ") }, socket));
  });
}

type ParserFault = { readonly status: number; readonly hint: string };

function rejectUnreadable(place: ErrorContext, { status, hint }: ParserFault, socket: Socket): void {
  const requestId = randomUUID();
  const reason = STATUS_CODES[status] ?? "";
  const refused = place.form.unreadable({ status, reason, hint, requestId });
  endSocket(place, { refused, requestId }, socket);
}

type NamedError = { readonly refused: ErrorResponse; readonly requestId: string; readonly allow?: string };

function endSocket(
  { crossOrigin }: ErrorContext,
  { refused, requestId, allow }: NamedError,
  socket: Socket,
): void {
  const headers = {
    "x-request-id": requestId,
    ...crossOriginErrorHeaders(crossOrigin),
    ...errorHeaders(refused),
    ...(allow !== undefined && { allow }),
    connection: "close",
  };
  socket.end(rawAnswer({ status: refused.status, headers, body: JSON.stringify(refused.body) }));
}

/** Returns the reason if the headers are too long, else `undefined`. */
export function rejectHeaders({ rawHeaders }: IncomingMessage): string | undefined {
  let length = 0;
  for (const text of rawHeaders) length += text.length;
  return length <= MAX_HEADERS
    ? undefined
    : `expected headers of at most ${MAX_HEADERS} bytes, got ${length}`;
}

/** Counts Host headers: Node keeps the first, and a proxy may have read another. */
export const countHosts = (request: IncomingMessage): number => countHeaders(request, HOST);

const HOST = "host";
