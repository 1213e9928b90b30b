/** Shared parts of the served pages: their policy, and the routes of their files. */
import { STATUS_CODES } from "node:http";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from "fastify";
import { Type } from "typebox";
import type { ImageCache } from "../../store/catalog/images.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { endpoint, operationGroup } from "../operation/endpoint.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { INTERFACES, onePortPrefix } from "../mounts/interfaces.ts";
import type { Mount } from "../mounts/mount.ts";
import { isCachedByCaller, sendNotModified } from "../server/caching.ts";
import type { HttpReply } from "../operation/http-exchange.ts";
import { rejectMethod, withHead, sendErrorResponse } from "../server/send-error.ts";
import { tradingErrorFormat } from "../trading/error-format.ts";

// Refusals of files have the form of the interface at the address; refusals of the page itself have the trading
// interface's form.

/** Form and dialect of refusals at an address. */
type FileErrorContext = Pick<Mount, "form" | "dialect">;

const PAGE: FileErrorContext = { form: tradingErrorFormat, dialect: "spec" };

const describeFileRequest = ({ request: { id } }: FastifyReply, { dialect }: FileErrorContext) =>
  ({ dialect, texts: [], requestId: id, placement: false }) as const;

export const sendNotFound = (reply: FastifyReply, hint: string, place = PAGE): HttpReply =>
  sendErrorResponse(reply, place.form.notFound({ ...describeFileRequest(reply, place), hint }));

type BusyFile = { readonly hint: string; readonly retryAfter: number };

export const sendBusy = (reply: FastifyReply, busy: BusyFile, place = PAGE): HttpReply =>
  sendErrorResponse(reply, place.form.overloaded(describeFileRequest(reply, place), busy));

/** Makes headers with a policy that allows only the page's own address; `styles` are the sources of style sheets. */
export const makePageHeaders = (styles = "'self'") => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
});

/** Hints about faulty conditions of a file request, by status. */
const HINTS: Readonly<Record<number, string>> = {
  412: "the headers' condition holds for another copy of the file",
  400: "expected a path of a file, without NUL and with right percent-encoding, got another",
  416: "range: expected bytes within the file",
};

/** Answers faults of a file request as the caller's: an invalid range, or a condition on the caller's copy. */
export function rejectFileErrors(scope: FastifyInstance, place = PAGE): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode: status = 500 } = error;
    if (status >= 500) throw error;
    if (status === 403 || status === 404) return sendNotFound(reply, "no such file", place);
    const [reason = "", hint] = [
      STATUS_CODES[status],
      HINTS[status] ?? "expected another request for a file",
    ];
    return sendErrorResponse(reply, place.form.unreadable({ status, reason, hint, requestId: request.id }));
  });
}

const METHODS = ["GET"];

/** Serves a file of a page, or a generated one. */
export function serveFile(
  scope: FastifyInstance,
  url: string,
  handler: RouteHandlerMethod,
  { form } = PAGE,
): void {
  scope.get(url, handler);
  const method = scope.supportedMethods.filter((known) => !withHead(METHODS).includes(known));
  // Refuses other methods before a body is read.
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<HttpReply> =>
    rejectMethod(reply, METHODS, form);
  scope.route({ method, url, onRequest: refuse, handler: refuse });
}

// Pictures that operators added, at every address, since records name pictures by path. A path contains the hash of the
// bytes, so the answer can be cached forever.

/** Caching of a file whose name contains the hash of its content. */
export const IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable";
const RETRY_SECONDS = 1;

/**
 * Headers of pictures: a picture that is opened as a page may load nothing, and pages of other origins may embed
 * pictures.
 */
const HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
};

/** Adds the route of the pictures to an interface's server that is not listening yet. */
export function addImageRoutes(
  server: FastifyInstance,
  images: Pick<ImageCache, "find">,
  place: FileErrorContext | undefined,
): void {
  void server.register(async (scope) => {
    rejectFileErrors(scope, place);
    serveImages(scope, images, place);
  });
}

export function serveImages(scope: FastifyInstance, images: Pick<ImageCache, "find">, place = PAGE): void {
  const find: RouteHandlerMethod = async (request, reply) => {
    const hash = readParam(request, "image");
    const found = await images.find(hash).catch((error: unknown) => {
      if (isUnavailable(error)) return "busy" as const;
      throw error;
    });
    if (found === "unknown") return sendNotFound(reply, UNKNOWN, place);
    if (found === "busy") return sendBusy(reply, BUSY, place);
    reply.headers(HEADERS).type(found.mediaType);
    return isCachedByCaller(reply, Buffer.from(hash, "hex").toString("base64url"), IMMUTABLE_CACHE_CONTROL)
      ? sendNotModified(reply)
      : reply.send(found.bytes);
  };
  serveFile(scope, "/images/:image", find, place);
}

const BUSY = { hint: "too many pictures are read now", retryAfter: RETRY_SECONDS };

const UNKNOWN = "no such picture: expected the 64 hexadecimal digits by which one was added";

/** Returns a parameter of the path; "" for a missing parameter. */
export const readParam = ({ params }: FastifyRequest, name: string): string =>
  String(new Map(Object.entries(params ?? {})).get(name) ?? "");

// GET / of the single-port address: the interfaces there, and their paths.

/** Heading of the single-port address's own operations. */
export const INDEX = operationGroup("Index", "What is mounted here, and whether it answers");

const Prefixes = Type.Object({ trading: Type.String(), data: Type.String(), catalog: Type.String() });

export function indexEndpoint(dialects: readonly Dialect[]): Endpoint {
  const prefixes = dialects.map((dialect) => [
    dialect,
    Object.fromEntries(INTERFACES.map((name) => [name, onePortPrefix(dialect, name)])),
  ]);
  return endpoint({
    method: "GET",
    kind: "service",
    path: "/",
    summary: "List the interfaces that are mounted on this address",
    group: INDEX,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: Type.Object({
      name: Type.String(),
      spec: Prefixes,
      polymarket: Type.Optional(Prefixes),
      kuest: Type.Optional(Prefixes),
    }),
    handle: () => ({ body: { name: "presage", ...Object.fromEntries(prefixes) } }),
  });
}
