/**
 * The access log: one line per request, written when the answer is complete or the client has gone. A line holds the route
 * pattern, but never the URL, a header, a body or a secret of the caller.
 */
import type { IncomingMessage } from "node:http";
import type { HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import type { Context } from "../../context.ts";
import type { Metrics } from "../../metrics/instruments.ts";
import type { StoredValues } from "../../metrics/stored-histogram.ts";
import { WITH_READER } from "../guard/auth/authenticate.ts";
import type { Caller } from "../guard/auth/caller.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Access, Endpoint } from "../operation/endpoint.ts";
import { findMount } from "../mounts/mount.ts";
import type { Mount } from "../mounts/mount.ts";
import type { ErrorFormat, ErrorResponse } from "../operation/error-format.ts";
import { clientAddress } from "./connection/client-address.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Credentials that the route's operation takes. */
    access?: Access;
    /** Operation that the route serves, if any. */
    operation?: { readonly mount: Mount; readonly endpoint: Endpoint };
  }
}

/** Registers a new request, which is logged when the answer closes. */
type LogRequest = (request: HttpRequest, reply: HttpReply) => void;

/** Makes the function that registers a server's requests; `undefined` if the access log is off. */
export function createAccessLog(
  { log: { access }, config }: Pick<Context, "log" | "config">,
  mounts: readonly Mount[],
): LogRequest | undefined {
  if (access === undefined) return undefined;
  return (request, reply) => {
    const startedAt = performance.now();
    const { raw } = reply;
    const sentBefore = request.raw.socket.bytesWritten;
    const client = clientAddress(request, config.trustedProxies);
    raw.once("close", () => {
      const mount = findMount(mounts, request.url);
      const { url, config: route } = request.routeOptions;
      access({
        method: request.method,
        route: request.is404 ? undefined : url,
        status: raw.statusCode,
        ms: millisecondsSince(startedAt),
        bytes: countBodyBytes(request, reply, sentBefore),
        ...(!raw.writableFinished && { aborted: true }),
        dialect: mount?.dialect,
        interface: mount?.limited,
        ...callerFields(request.identity, route.access),
        client,
        requestId: request.id,
        traceId: request.trace?.id,
      });
    });
  };
}

/**
 * Returns the size of the answer's body in bytes. Without a content-length, counts all bytes that the connection sent
 * meanwhile.
 */
function countBodyBytes({ method, raw }: HttpRequest, reply: HttpReply, sentBefore: number): number {
  const { statusCode } = reply.raw;
  if (method === "HEAD" || statusCode === 204 || statusCode === 304) return 0;
  const length = reply.getHeader("content-length");
  return length === undefined ? raw.socket.bytesWritten - sentBefore : Number(length);
}

/**
 * Names the caller for the log. A read-only key is itself a secret: where such keys are accepted, only the wallet is
 * logged.
 */
function callerFields({ caller, builder, wallet, operator }: Caller, access: Access | undefined) {
  const named = access !== undefined && !WITH_READER.has(access);
  return {
    wallet: caller?.address ?? wallet?.address ?? builder?.address,
    key: named ? (caller?.apiKey ?? builder?.apiKey) : undefined,
    operator: operator?.name,
  };
}

type UpgradeOutcome = {
  readonly status: number;
  readonly route?: string;
  readonly dialect?: Dialect;
};

export type LogUpgrade = (end: UpgradeOutcome) => void;

/** Makes the function that logs an upgrade to a live connection: at its refusal, or when the connection closes. */
export function createUpgradeLog(
  { log: { access }, config }: Pick<Context, "log" | "config">,
  request: IncomingMessage,
  requestId: string,
): LogUpgrade {
  const startedAt = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  const client = clientAddress({ raw: request }, config.trustedProxies);
  return ({ status, ...place }) =>
    access?.({
      method: request.method,
      status,
      ms: millisecondsSince(startedAt),
      bytes: socket.bytesWritten - sentBefore,
      ...place,
      interface: "trading",
      client,
      requestId,
    });
}

/** Returns the milliseconds since a moment of `performance.now`, in whole microseconds. */
export const millisecondsSince = (startedAt: number): number =>
  Math.round((performance.now() - startedAt) * 1_000) / 1_000;

// Metrics of an interface's requests: durations by operation and status, refusals by code.

/** Records the status of an answer and its duration in ms. */
type RecordAnswer = (status: number, ms: number) => void;

/** Returns the interface label of a mount; the console's reads come in at the operator's address. */
const interfaceLabel = ({ limited, forOperators }: Pick<Mount, "limited" | "forOperators">): string =>
  forOperators === true ? "console" : (limited ?? "none");

/** Status classes; the index finds the instrument of a class, which is made on first use. */
const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

export function recordAnswers(
  { requests }: Pick<Metrics, "requests">,
  mount: Mount,
  { method, path }: Pick<Endpoint, "method" | "path">,
): RecordAnswer {
  const place = { interface: interfaceLabel(mount), dialect: mount.dialect, operation: `${method} ${path}` };
  const storedValues: (StoredValues | undefined)[] = CLASSES.map(() => undefined);
  return (status, ms) => {
    const at = Math.floor(status / 100) - 1;
    const known = (storedValues[at] ??= requests.of({ ...place, status: CLASSES[at] ?? "none" }));
    known.observe(ms / 1_000);
  };
}

/** Returns the mount with its refusals counted by code. */
export function countErrors<M extends Mount>({ refusals }: Pick<Metrics, "refusals">, mount: M): M {
  const label = interfaceLabel(mount);
  const countRefusal = (code: string, refused: ErrorResponse): ErrorResponse => {
    refusals.inc({ interface: label, code });
    return refused;
  };
  const { form } = mount;
  const refusing: ErrorFormat = {
    lists: form.lists,
    invalidParameter: (fault) => countRefusal("invalid_payload", form.invalidParameter(fault)),
    missingParameter: (fault) => countRefusal("invalid_payload", form.missingParameter(fault)),
    unknownParameter: (fault) => {
      const refused = form.unknownParameter(fault);
      return refused && countRefusal("invalid_payload", refused);
    },
    rejection: (rejection, asked) => countRefusal(rejection.code, form.rejection(rejection, asked)),
    notFound: (route) => countRefusal("not_found", form.notFound(route)),
    methodNotAllowed: (method) => countRefusal("method_not_allowed", form.methodNotAllowed(method)),
    tooMany: (asked, excess) => countRefusal("rate_limited", form.tooMany(asked, excess)),
    overloaded: (asked, excess) => countRefusal("not_accepting", form.overloaded(asked, excess)),
    unavailable: (asked, failure) => countRefusal(failure.code, form.unavailable(asked, failure)),
    internalError: (requestId) => countRefusal("internal_error", form.internalError(requestId)),
    unreadable: (request) => countRefusal("unreadable", form.unreadable(request)),
  };
  return { ...mount, form: refusing };
}
