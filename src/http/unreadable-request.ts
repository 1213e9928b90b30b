/** The answer to what the HTTP parser refuses, before any route is known. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { RefusalForm } from "./refusal-form.ts";

/** Bytes of a request's line and headers: room for the longest list of condition ids that an operation takes. */
export const MAX_HEAD = 48 * 1024;
export const REQUEST_TIMEOUT_MS = 20_000;

/** By the parser's codes. */
const UNREADABLE: ReadonlyMap<string | undefined, { readonly status: number; readonly hint: string }> =
  new Map([
    [
      "HPE_HEADER_OVERFLOW",
      { status: 431, hint: `expected a request line and headers of at most ${MAX_HEAD} bytes, got more` },
    ],
    [
      "ERR_HTTP_REQUEST_TIMEOUT",
      { status: 408, hint: `expected a request within ${REQUEST_TIMEOUT_MS / 1000} s, got a part of one` },
    ],
  ]);

/** What is no HTTP request that can be read, is too long, or does not end: answered in the form, and closed. */
export function answerUnreadable(
  form: RefusalForm,
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, hint } = UNREADABLE.get(error.code) ?? {
    status: 400,
    hint: `expected an HTTP/1.1 request, got what cannot be read: ${error.message}`,
  };
  const reason = STATUS_CODES[status] ?? "";
  const requestId = randomUUID();
  const body = JSON.stringify(form.unreadable({ status, reason, hint, requestId }).body);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nx-request-id: ${requestId}\r\n` +
      "content-type: application/json; charset=utf-8\r\n" +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
