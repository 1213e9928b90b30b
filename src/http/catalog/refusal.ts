/**
 * Errors of the catalog: a body with only a type and an error, texts that clients match. Invalid values give status 400, in
 * Polymarket's dialect 422; the texts are the same in all dialects.
 */
import { escapeHidden } from "../../core/people/hidden-characters.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { otherKind } from "../operation/id-patterns.ts";
import type { ErrorFormat, ErrorResponse } from "../operation/error-format.ts";
import { clip, describeFault } from "../operation/validation-fault.ts";

type CatalogError = ErrorResponse & { readonly body: { readonly type: string; readonly error: string } };

const errorResponse = (status: number, type: string, error: string): CatalogError => ({
  status,
  body: { type, error: escapeHidden(error) },
});

function badRequestResponse(error: string, dialect: Dialect): ErrorResponse {
  return DIFFERENCES.badValue.does[dialect] === "validation-error"
    ? errorResponse(422, "validation error", error)
    : errorResponse(400, "bad request", error);
}

/** Returns the error of a parameter with an invalid value. A reason is given if clients do not match the bare text. */
export const badParameter = (name: string, dialect: Dialect, because?: string): ErrorResponse =>
  badRequestResponse(
    withReason(name === "order" ? "order fields are not valid" : `${name} is invalid`, because),
    dialect,
  );

/** Returns the error of an id or slug that matches no record in scope. */
export const notFoundBy = (name: "id" | "slug", because?: string): CatalogError =>
  errorResponse(404, "not found error", withReason(`${name} not found`, because));

/** Returns the error of a slug that matches no record in scope, with the nearest one that does. */
export const slugNotFound = (nearest: string | undefined): ErrorResponse => {
  const { status, body } = notFoundBy("slug");
  return nearest === undefined ? { status, body } : { status, body: { ...body, didYouMean: nearest } };
};

const withReason = (text: string, because: string | undefined): string =>
  because === undefined ? text : `${text}: ${because}`;

/** Error of a wallet's profile if it has no account. */
export const profileNotFound: ErrorResponse = errorResponse(404, "not found error", "profile not found");

/** Maximum length of a name repeated in an answer. */
const MAX_NAME = 100;

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

export const catalogErrorFormat: ErrorFormat = {
  lists: (dialect) => DIFFERENCES.catalogLists.does[dialect],
  invalidParameter: (fault) => {
    const { name, got, dialect } = fault;
    if (name === "q" && isBlank(got)) return badRequestResponse("q is required", dialect);
    // Clients match the bare text of the specification; Polymarket's know no other.
    const reason = DIFFERENCES.otherKindReasons.does[dialect] === "none" ? undefined : otherKind(fault);
    const isNamed = fault.choice && DIFFERENCES.allowedValues.does[dialect] === "named";
    return badParameter(name, dialect, isNamed ? describeFault(fault) : reason);
  },
  missingParameter: ({ name, dialect }) => badRequestResponse(`${name} is required`, dialect),
  unknownParameter: ({ name, known, dialect, strict }) => {
    if (!strict && DIFFERENCES.unknownInCatalog.does[dialect] === "ignored") return undefined;
    const allowed = known.length === 0 ? "expected none" : `expected one of ${known.join(", ")}`;
    return badRequestResponse(
      `${clip(name, MAX_NAME)} is not supported${didYouMean(name, known)}: ${allowed}`,
      dialect,
    );
  },
  rejection: ({ code, hint }, { dialect }) =>
    code === "payload_too_large"
      ? errorResponse(413, "bad request", hint)
      : badRequestResponse(hint, dialect),
  notFound: () => errorResponse(404, "not found error", "not found"),
  methodNotAllowed: () => errorResponse(405, "method not allowed", "method not allowed"),
  tooMany: (_asked, { retryAfter }) => ({
    ...errorResponse(429, "too many requests", "Too Many Requests"),
    retryAfter,
  }),
  overloaded: (_asked, { retryAfter }) => ({
    ...errorResponse(503, "unavailable", "overloaded"),
    retryAfter,
  }),
  unavailable: (_asked, { hint }) => ({ ...errorResponse(503, "unavailable", hint), retryAfter: 1 }),
  internalError: () => errorResponse(500, "internal error", "internal error"),
  unreadable: ({ status, hint }) => errorResponse(status, "bad request", hint),
};
