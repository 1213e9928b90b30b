/** Errors of live channels: refused handshakes, invalid frames and reasons of closing. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { reject } from "../../core/rejection.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import type { ErrorResponse } from "../../http/operation/error-format.ts";
import { rawAnswer, errorHeaders } from "../../http/server/send-error.ts";
import { REQUEST_ID } from "../../http/server/request-body.ts";
import { buildWireError, ERROR_TEXTS } from "../../http/trading/wire-error.ts";
import { describeMistake } from "../../http/operation/validation-fault.ts";
import type { StreamLimits } from "../stream-limits.ts";

// Errors of the live channels; errors that close the connection have a close status.

export const STREAM_ERRORS = {
  not_json: { close: undefined, error: "expected a JSON object or PING" },
  invalid_message: { close: undefined, error: "invalid message" },
  unknown_market: { close: undefined, error: "unknown market" },
  unknown_asset: { close: undefined, error: "unknown asset" },
  too_many_subscriptions: { close: undefined, error: "too many subscriptions" },
  unsupported_topic: { close: undefined, error: "unsupported topic" },
  unauthorized: { close: 1008, error: ERROR_TEXTS.unauthorized.error },
  not_authenticated: { close: 1008, error: "no credentials in time" },
  too_many_messages: { close: 1008, error: "too many messages" },
  too_many_parts: { close: 1008, error: "too many parts of a message" },
  message_too_long: { close: 1009, error: "message too long" },
  not_utf8: { close: 1007, error: "text that is not UTF-8" },
  invalid_frame: { close: 1002, error: "invalid frame" },
  too_slow: { close: 1013, error: "too slow" },
  unavailable: { close: 1013, error: "not readable now" },
  internal_error: { close: 1011, error: "internal error" },
} as const;

export type StreamCode = keyof typeof STREAM_ERRORS;

/** Returns the error text that clients of the dialect know; credentials have the same text as over HTTP. */
export const streamErrorText = (code: StreamCode, dialect: Dialect): string =>
  code === "unauthorized"
    ? buildWireError(reject("unauthorized", ""), dialect, false).error
    : STREAM_ERRORS[code].error;

// Frames that the WebSocket library rejects: the library reports an error code, and closes the connection without a reason.

/**
 * A WebSocket that stays open after an invalid frame, so that the error listener can send a reason and close the
 * connection.
 */
export class LiveSocket extends WebSocket {
  override close(status?: number, reason?: string | Buffer): void {
    const isFault = status !== undefined && reason === undefined && this.readyState === WebSocket.OPEN;
    if (!isFault) super.close(status, reason);
  }
}

type FrameFault = { readonly code: StreamCode; readonly hint: string };

/** Maximum fragments per message, since each costs memory. */
export const MAX_FRAGMENTS = 64;

const INVALID_FRAMES: ReadonlyMap<unknown, string> = new Map([
  ["WS_ERR_EXPECTED_MASK", "expected a masked frame, got one without a mask"],
  ["WS_ERR_UNEXPECTED_RSV_1", "expected a frame that is not compressed, got one with RSV1 set"],
  ["WS_ERR_UNEXPECTED_RSV_2_3", "expected a frame with RSV2 and RSV3 clear, got one with either set"],
  ["WS_ERR_INVALID_OPCODE", "expected opcode 1, 2, 8, 9 or 10, or 0 to go on with a message, got another"],
  ["WS_ERR_EXPECTED_FIN", "expected a control frame in one part, got a part of one"],
  ["WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH", "expected a control frame of at most 125 bytes, got another"],
  ["WS_ERR_INVALID_CLOSE_CODE", "expected a close frame with a status of RFC 6455, got another status"],
]);

/** Returns the error of an invalid frame, by the library's error code. */
export function frameFault(fault: unknown, { maxMessageBytes }: StreamLimits): FrameFault {
  switch (fault) {
    case "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH":
    case "WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH":
      return {
        code: "message_too_long",
        hint: `expected a message of at most ${maxMessageBytes} bytes, got more`,
      };
    case "WS_ERR_INVALID_UTF8":
      return { code: "not_utf8", hint: "expected text in UTF-8, got other bytes" };
    case "WS_ERR_TOO_MANY_BUFFERED_PARTS":
      return {
        code: "too_many_parts",
        hint: `expected a message in at most ${MAX_FRAGMENTS} parts, got more`,
      };
    default:
      return {
        code: "invalid_frame",
        hint: INVALID_FRAMES.get(fault) ?? "expected a frame of RFC 6455, got another",
      };
  }
}

// Refusals of connection requests before the upgrade: HTTP responses, in the trading interface's form.

export const UPGRADE_ERRORS = {
  invalid_handshake: { status: 400, error: "invalid WebSocket handshake" },
  unknown_channel: { status: 404, error: "not found" },
  origin_not_allowed: { status: 403, error: "origin not allowed" },
  upgrade_required: { status: 426, error: "upgrade required" },
  too_many_streams_of_address: { status: 429, error: "too many connections from this address" },
  too_many_streams: { status: 503, error: "too many connections" },
  stopping: { status: 503, error: "the exchange is stopping" },
} as const;

type UpgradeCode = keyof typeof UPGRADE_ERRORS;

/** A refused request; `hint` says what was expected. */
export type UpgradeRejection = { readonly code: UpgradeCode; readonly hint: string };

/** A base64 key of 16 bytes, in the form that the library accepts. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** Returns the fault of a handshake that the library rejected, checked in the library's order. */
export function handshakeFault({ method, headers }: IncomingMessage): UpgradeRejection {
  const key = headers["sec-websocket-key"];
  const version = headers["sec-websocket-version"];
  const say = (place: string, expected: string, got: unknown): string =>
    describeMistake(place, { expected, got });
  const code = "invalid_handshake";
  if (method !== "GET") return { code, hint: say("method", "GET", method) };
  if (key === undefined || !KEY.test(key))
    return { code, hint: say("sec-websocket-key", "16 bytes in base64", key) };
  if (Number(version) !== VERSION)
    return { code: "upgrade_required", hint: say("sec-websocket-version", String(VERSION), version) };
  const expected = "names with commas between them, each once";
  return { code, hint: say("sec-websocket-protocol", expected, headers["sec-websocket-protocol"]) };
}

const VERSION = 13;

const RETRY_AFTER_SECONDS = 5;

export function upgradeErrorBody({ code, hint }: UpgradeRejection, requestId: string) {
  return { error: UPGRADE_ERRORS[code].error, code, hint, request_id: requestId };
}

export function rejectUpgrade(socket: Duplex, refusal: UpgradeRejection, requestId: string): void {
  const { status } = UPGRADE_ERRORS[refusal.code];
  const retry = status === 503 || status === 429 ? { retryAfter: RETRY_AFTER_SECONDS } : {};
  endUpgrade(socket, { status, body: upgradeErrorBody(refusal, requestId), ...retry }, requestId);
}

/** Headers of a refusal that asks for another protocol version (RFC 6455, 4.4). */
const upgradeHeaders = (status: number) =>
  status === UPGRADE_ERRORS.upgrade_required.status && {
    upgrade: "websocket",
    connection: "upgrade, close",
    "sec-websocket-version": String(VERSION),
  };

/** Answers on the raw socket, which the HTTP server has released, and closes the socket even if the client does not. */
export function endUpgrade(socket: Duplex, errorResponse: ErrorResponse, requestId: string): void {
  const { status, body } = errorResponse;
  const headers = {
    [REQUEST_ID]: requestId,
    ...errorHeaders(errorResponse),
    connection: "close",
    ...upgradeHeaders(status),
  };
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(rawAnswer({ status, headers, body: JSON.stringify(body) }));
}
