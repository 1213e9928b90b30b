/** The id of a request: the caller's own, where it names one that can stand in a header and a log, or a new one. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export const REQUEST_ID = "x-request-id";
/** Names the trace of a request beside it, where requests are traced. */
export const TRACE_ID = "x-trace-id";

/** Shorter than any secret of the exchange, so that none is answered and logged where somebody mistakes a header. */
const SANE = /^[A-Za-z0-9._-]{1,40}$/;

/** A header that came twice is joined by Node with a comma, which no id has. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID];
  return typeof given === "string" && SANE.test(given) ? given : randomUUID();
}

const HEADERS = /\r\nx-request-id:[ \t]*([^\r]*)/gi;

/** The same of the text of a request's line and headers. */
export function requestIdIn(head: string): string {
  const [first, ...others] = head.matchAll(HEADERS);
  const given = first?.[1]?.trimEnd() ?? "";
  return others.length === 0 && SANE.test(given) ? given : randomUUID();
}
