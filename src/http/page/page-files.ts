/** Shared parts of the pages that are served here: their policy, and the routes of their files. */
import { STATUS_CODES } from "node:http";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from "fastify";
import type { KeptImages } from "../../store/catalog/images.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import { isKept, sendNotModified } from "../server/caching.ts";
import { refuseMethod, withHead } from "../server/refuse-method.ts";
import { sendRefusal } from "../server/send-refusal.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";

// Refusals of the pictures that the page's address serves, in the form of the trading interface.

const askedOf = ({ request: { id } }: FastifyReply) =>
  ({ dialect: "spec", texts: [], requestId: id, placement: false }) as const;

export const sendNotFound = (reply: FastifyReply, hint: string): FastifyReply =>
  sendRefusal(reply, tradingRefusals.notFound({ ...askedOf(reply), hint }));

export const sendBusy = (reply: FastifyReply, hint: string, retryAfter: number): FastifyReply =>
  sendRefusal(reply, tradingRefusals.overloaded(askedOf(reply), { hint, retryAfter }));

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

// Pictures that operators added, at every address: records name them by path. A path names the bytes, for ever.

const FOR_EVER = "public, max-age=31536000, immutable";
const RETRY_SECONDS = 1;

/** A picture that is opened by itself may load nothing, and pages of other addresses may show it. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
};

/** Adds the pictures alone to a server that does not listen yet. */
export function addImages(server: FastifyInstance, images: Pick<KeptImages, "find">): void {
  void server.register(async (scope) => {
    refuseFileErrors(scope);
    serveImages(scope, images);
  });
}

export function serveImages(scope: FastifyInstance, images: Pick<KeptImages, "find">): void {
  serveFile(scope, "/images/:image", async (request, reply) => {
    const hash = hashOf(request);
    const found = await images.find(hash).catch((error: unknown) => {
      if (isUnavailable(error)) return "busy" as const;
      throw error;
    });
    if (found === "unknown") return sendNotFound(reply, UNKNOWN);
    if (found === "busy") return sendBusy(reply, "too many pictures are read now", RETRY_SECONDS);
    reply.headers(HEADERS).type(found.mediaType);
    return isKept(reply, Buffer.from(hash, "hex").toString("base64url"), FOR_EVER)
      ? sendNotModified(reply)
      : reply.send(found.bytes);
  });
}

const UNKNOWN = "no such picture: expected the 64 hexadecimal digits by which one was added";

const hashOf = ({ params }: FastifyRequest): string =>
  typeof params === "object" && params !== null && "image" in params ? String(params.image) : "";
