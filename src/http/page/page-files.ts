/** Shared parts of the pages that are served here: their policy, and the routes of their files. */
import { STATUS_CODES } from "node:http";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from "fastify";
import { refuseMethod, withHead } from "../server/refuse-method.ts";
import { sendRefusal } from "../server/send-refusal.ts";
import { sendNotFound } from "./page-refusals.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";

/** Policy by which everything comes from the page's own address; `styles` are the sources of style sheets. */
export const pageHeaders = (styles = "'self'") => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
});

/** Hints about conditions of a request for a file, by status. */
const HINTS: Readonly<Record<number, string>> = {
  412: "the headers' condition holds for another copy of the file",
  400: "expected a path of a file, without NUL and with right percent-encoding, got another",
  416: "range: expected bytes within the file",
};

/** Turns faults of a request for a file into the caller's: a range, or a condition on the copy that it has. */
export function refuseFileErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode: status = 500 } = error;
    if (status >= 500) throw error;
    if (status === 403 || status === 404) return sendNotFound(reply, "no such file");
    const [reason = "", hint] = [
      STATUS_CODES[status],
      HINTS[status] ?? "expected another request for a file",
    ];
    return sendRefusal(reply, tradingRefusals.unreadable({ status, reason, hint, requestId: request.id }));
  });
}

const METHODS = ["GET"];

/** A file of a page, or what is made to be one. */
export function serveFile(scope: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  scope.get(url, handler);
  const method = scope.supportedMethods.filter((known) => !withHead(METHODS).includes(known));
  // Before a body is read.
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    refuseMethod(reply, METHODS, tradingRefusals);
  scope.route({ method, url, onRequest: refuse, handler: refuse });
}
