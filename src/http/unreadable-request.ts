/** The answer to what the HTTP parser refuses, before any route is known. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";

/** What is no HTTP request that can be read, or has headers beyond 16 KiB: answered in our form, and closed. */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    error.code === "HPE_HEADER_OVERFLOW" ? [431, "Request Header Fields Too Large"] : [400, "Bad Request"];
  const id = randomUUID();
  const hint = `the request cannot be read: ${error.message}`;
  const body = JSON.stringify({ error: reason.toLowerCase(), code: "invalid_payload", hint, request_id: id });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nx-request-id: ${id}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
