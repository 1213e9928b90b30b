/** Refusals of requests for a live connection, before there is one: HTTP, in the trading interface's form. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { rawAnswer } from "../http/server/raw-answer.ts";
import { REQUEST_ID } from "../http/server/request-id.ts";
import type { Refused } from "../http/refusal-form.ts";
import { refusalHeaders } from "../http/server/send-refusal.ts";
import { describeMistake } from "../http/validation-fault.ts";

export const UPGRADE_REFUSALS = {
  invalid_handshake: { status: 400, error: "invalid WebSocket handshake" },
  unknown_channel: { status: 404, error: "not found" },
  origin_not_allowed: { status: 403, error: "origin not allowed" },
  upgrade_required: { status: 426, error: "upgrade required" },
  too_many_streams_of_address: { status: 429, error: "too many connections from this address" },
  too_many_streams: { status: 503, error: "too many connections" },
  stopping: { status: 503, error: "the exchange is stopping" },
} as const;

export type UpgradeCode = keyof typeof UPGRADE_REFUSALS;

/** A refused request; `hint` says what would have been right. */
export type UpgradeRefusal = { readonly code: UpgradeCode; readonly hint: string };

/** A key of 16 bytes, as the library takes it. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** Says what is wrong with a handshake that the library refused, in the order of its checks. */
export function handshakeFault({ method, headers }: IncomingMessage): UpgradeRefusal {
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

export function refusalBody({ code, hint }: UpgradeRefusal, requestId: string) {
  return { error: UPGRADE_REFUSALS[code].error, code, hint, request_id: requestId };
}

export function refuseUpgrade(socket: Duplex, refusal: UpgradeRefusal, requestId: string): void {
  const { status } = UPGRADE_REFUSALS[refusal.code];
  const retry = status === 503 || status === 429 ? { retryAfter: RETRY_AFTER_SECONDS } : {};
  endUpgrade(socket, { status, body: refusalBody(refusal, requestId), ...retry }, requestId);
}

/** Headers of a refusal that asks for another version (RFC 6455, 4.4). */
const upgradeHeaders = (status: number) =>
  status === UPGRADE_REFUSALS.upgrade_required.status && {
    upgrade: "websocket",
    connection: "upgrade, close",
    "sec-websocket-version": String(VERSION),
  };

/** Answers on the socket itself, which the server has let go, and ends it whether the client closes or not. */
export function endUpgrade(socket: Duplex, refused: Refused, requestId: string): void {
  const { status, body } = refused;
  const headers = {
    [REQUEST_ID]: requestId,
    ...refusalHeaders(refused),
    connection: "close",
    ...upgradeHeaders(status),
  };
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(rawAnswer({ status, headers, body: JSON.stringify(body) }));
}
