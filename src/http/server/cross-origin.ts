/**
 * Cross-origin rights (CORS). Pages of all origins may read public data; credentials and changes need an origin that the
 * operator names. Credentials are headers that scripts set, never cookies.
 */
import type { FastifyInstance } from "fastify";
import type { HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import { BUILDER, BUILDER_HEADERS } from "../guard/auth/authenticate-key.ts";
import { CALLER_HEADERS } from "../guard/auth/caller.ts";
import { mayChange } from "../operation/endpoint.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { IDEMPOTENCY_KEY } from "../operation/answer-once.ts";
import type { CrossOrigin } from "../mounts/mount.ts";
import { withHead } from "./send-error.ts";
import { REQUEST_ID, TRACE_ID } from "./request-body.ts";

/** Answer headers that scripts may read. */
const EXPOSED = [
  REQUEST_ID,
  TRACE_ID,
  "x-exchange-mode",
  "x-exchange-clock",
  "x-page-limit",
  "x-next-cursor",
  "x-sequence",
  "x-stream-id",
  "retry-after",
  "etag",
  "idempotency-replayed",
  "ratelimit",
  "ratelimit-policy",
  "poly-ratelimit-remaining",
  "poly-ratelimit-reset",
  "poly-ratelimit-tier",
].join(", ");

/** Lifetime of a preflight answer, in seconds: browsers cap it at two hours. */
const MAX_AGE_SECONDS = 7_200;

const isPublicRead = (endpoint: Endpoint): boolean => endpoint.access === "public" && !mayChange(endpoint);

/** Sets the CORS headers on an answer of the operation. */
export type ShareHeaders = (request: HttpRequest, reply: HttpReply) => void;

export function createSharingHeaders(crossOrigin: CrossOrigin, endpoint: Endpoint): ShareHeaders {
  const fixedHeaders = sharedWithAll(crossOrigin, endpoint);
  if ("access-control-allow-origin" in fixedHeaders)
    return (_request, reply) => {
      reply.headers(fixedHeaders);
    };
  const { origins } = crossOrigin;
  return (request, reply) => {
    reply.headers(fixedHeaders);
    const { origin } = request.headers;
    if (origin !== undefined && origins.has(origin))
      reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", EXPOSED);
  };
}

/** Headers of answers that pages of all origins may read. */
export const FOR_ALL_ORIGINS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED,
};

/** Returns the CORS headers of every answer of the operation, whatever the origin. */
export const sharedWithAll = ({ origins }: CrossOrigin, endpoint: Endpoint): Record<string, string> =>
  isPublicRead(endpoint) || origins.all ? FOR_ALL_ORIGINS : { vary: "origin" };

/** Returns the CORS headers of a refusal before any operation is known. Such a refusal holds only public information. */
export const crossOriginErrorHeaders = (crossOrigin: CrossOrigin | undefined): Record<string, string> =>
  crossOrigin === undefined ? {} : FOR_ALL_ORIGINS;

type PathOperations = { readonly url: string; readonly endpoints: readonly Endpoint[] };

/** Answers OPTIONS of a path with 204: its methods, and the headers that a page may send. */
export function answerOptions(
  scope: FastifyInstance,
  { url, endpoints }: PathOperations,
  crossOrigin: CrossOrigin | undefined,
): void {
  const allowedMethods = withHead(endpoints.map(({ method }) => method));
  const preflights = new Map<string, ShareHeaders>(
    crossOrigin === undefined
      ? []
      : endpoints.map((endpoint) => [endpoint.method, createPreflightHeaders(crossOrigin, endpoint)]),
  );
  const answer = async (request: HttpRequest, reply: HttpReply): Promise<HttpReply> => {
    preflights.get(request.headers["access-control-request-method"] ?? "")?.(request, reply);
    return reply.header("allow", allowedMethods.join(", ")).code(204).send();
  };
  // Answers before a body is read.
  scope.route({ method: "OPTIONS", url, onRequest: answer, handler: answer });
}

function createPreflightHeaders(crossOrigin: CrossOrigin, endpoint: Endpoint): ShareHeaders {
  const share = createSharingHeaders(crossOrigin, endpoint);
  const headers = [
    "content-type",
    "if-none-match",
    IDEMPOTENCY_KEY,
    REQUEST_ID,
    "traceparent",
    "tracestate",
    ...listAuthHeaders(crossOrigin),
  ].join(", ");
  return (request, reply) => {
    share(request, reply);
    reply
      .removeHeader("access-control-expose-headers")
      .header("access-control-allow-methods", endpoint.method)
      .header("access-control-allow-headers", headers)
      .header("access-control-max-age", String(MAX_AGE_SECONDS));
  };
}

const AUTH_HEADERS = [...CALLER_HEADERS, ...BUILDER_HEADERS.map((name) => BUILDER + name)];

const listAuthHeaders = ({ headerPrefixes }: CrossOrigin): string[] =>
  headerPrefixes.flatMap((prefix) => AUTH_HEADERS.map((name) => (prefix + name).toLowerCase()));
