/** Errors of the data interface: the body has only an `error`, which names the kind of fault and the subject. */
import { escapeHidden } from "../../core/people/hidden-characters.ts";
import type { Config } from "../../settings/config.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { LIVE_PATH, READY_PATH } from "../health/health-endpoints.ts";
import type { Admission } from "../mounts/mount.ts";
import { OPENAPI_PATH } from "../openapi/with-openapi.ts";
import type { ErrorFormat, ErrorResponse, ParameterFault } from "../operation/error-format.ts";
import { otherKind } from "../operation/id-patterns.ts";
import { describeFault } from "../operation/validation-fault.ts";
import { clientAddress } from "../server/connection/client-address.ts";

const errorResponse = (status: number, error: string): ErrorResponse => ({
  status,
  body: { error: escapeHidden(error) },
});

/** Maximum characters of a parameter's name repeated in an error. */
const MAX_NAME = 100;

function aboutField(kind: string, name: string): ErrorResponse {
  const shown = [...name].slice(0, MAX_NAME);
  return errorResponse(400, `${kind}: ${shown.join("")}`);
}

/** Text of Polymarket and Kuest for a client above its rate limit. */
const RATE_LIMITED_TEXT = "Too Many Requests";

/** Returns the error of a parameter with an invalid value. */
export const invalidField = (name: string): ErrorResponse => aboutField("invalid_field", name);

/** Returns the error of a missing required parameter. */
export const missingField = (name: string): ErrorResponse => aboutField("missing_field", name);

/** Returns the error of a parameter with an invalid value, with a hint about the reason. */
export const invalidFieldBecause = (name: string, hint: string): ErrorResponse =>
  errorResponse(400, `invalid_field: ${name}: ${hint}`);

function rejectValue(fault: ParameterFault): ErrorResponse {
  const { name, choice, dialect } = fault;
  // The specification's dialect uses the text without the hint.
  const other =
    choice && DIFFERENCES.allowedValues.does[dialect] === "named" ? describeFault(fault) : otherKind(fault);
  return other === undefined ? invalidField(name) : invalidFieldBecause(name, other);
}

/** Error of a caller whose address is not on the operator's allowlist. */
export const NOT_ALLOWLISTED: ErrorResponse = errorResponse(401, "unauthorized: ip_not_allowlisted");

export const dataErrorFormat: ErrorFormat = {
  lists: (dialect) => DIFFERENCES.dataLists.does[dialect],
  invalidParameter: rejectValue,
  missingParameter: ({ name }) => missingField(name),
  unknownParameter: ({ name, dialect, strict }) =>
    DIFFERENCES.unknownParameter.does[dialect] === "ignored" && !strict
      ? undefined
      : aboutField("unknown_field", name),
  rejection: ({ code, hint }) => errorResponse(400, `${code}: ${hint}`),
  notFound: () => errorResponse(404, "not found"),
  methodNotAllowed: () => errorResponse(405, "method not allowed"),
  tooMany: (_asked, { retryAfter }) => ({ ...errorResponse(429, RATE_LIMITED_TEXT), retryAfter }),
  overloaded: (_asked, { retryAfter }) => ({ ...errorResponse(503, "unavailable: overloaded"), retryAfter }),
  unavailable: (_asked, { hint }) => ({ ...errorResponse(503, `unavailable: ${hint}`), retryAfter: 1 }),
  internalError: (requestId) =>
    errorResponse(500, `internal_error: unexpected failure, request ${requestId}`),
  unreadable: ({ status, hint }) => errorResponse(status, `invalid_request: ${hint}`),
};

// Access to the data interface: for everyone, or for callers on the operator's allowlist.

/**
 * Paths that the allowlist does not restrict: statistics of the whole exchange, the value of a wallet, and the API
 * description.
 */
const OPEN_PATHS: ReadonlySet<string> = new Set([
  "/",
  LIVE_PATH,
  READY_PATH,
  OPENAPI_PATH,
  "/value",
  "/oi",
  "/live-volume",
  "/v1/leaderboard",
  "/v1/biggest-winners",
  "/v1/builders/leaderboard",
  "/v1/builders/volume",
  "/v2/value",
  "/v2/oi",
  "/v2/live-volume",
  "/v2/leaderboard",
  "/v2/builders/leaderboard",
  "/v2/status",
]);

export const needsAllowlist = (path: string): boolean => !OPEN_PATHS.has(path);

/** Returns the access check; `undefined` if there is no allowlist. */
export function createAllowlistAdmission({
  dataAllowlist,
  trustedProxies,
}: Pick<Config, "dataAllowlist" | "trustedProxies">): Admission | undefined {
  if (dataAllowlist === undefined) return undefined;
  return (request, { path }) =>
    !needsAllowlist(path) || dataAllowlist.includes(clientAddress(request, trustedProxies))
      ? undefined
      : NOT_ALLOWLISTED;
}
