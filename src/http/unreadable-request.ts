/** The answer to what the HTTP parser refuses, before any route is known. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { RefusalForm } from "./refusal-form.ts";

/** What is no HTTP request that can be read, or has headers beyond 16 KiB: answered in the form, and closed. */
export function answerUnreadable(
  form: RefusalForm,
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const reason = STATUS_CODES[status] ?? "";
  const requestId = randomUUID();
  const hint = `the request cannot be read: ${error.message}`;
  const body = JSON.stringify(form.unreadable({ status, reason, hint, requestId }).body);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nx-request-id: ${requestId}\r\n` +
      "content-type: application/json; charset=utf-8\r\n" +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
