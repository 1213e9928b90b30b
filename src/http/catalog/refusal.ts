/**
 * Refusals of the catalog: a body of exactly a type and an error, both texts that clients match. Bad values are 400 in
 * the specification's dialect and in Kuest's, 422 in Polymarket's; the texts are the same in all three.
 */
import { escapeHidden } from "../../core/hidden-characters.ts";
import { didYouMean } from "../../nearest-name.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { otherKind } from "../id-patterns.ts";
import type { RefusalForm, Refused } from "../refusal-form.ts";
import { clip } from "../validation-fault.ts";

const refused = (status: number, type: string, error: string): Refused => ({
  status,
  body: { type, error: escapeHidden(error) },
});

function badRequest(error: string, dialect: Dialect): Refused {
  return DIFFERENCES.badValue.does[dialect] === "validation-error"
    ? refused(422, "validation error", error)
    : refused(400, "bad request", error);
}

/** A parameter whose value cannot be used, with the reason where clients do not know the bare text. */
export const badParameter = (name: string, dialect: Dialect, because?: string): Refused =>
  badRequest(
    withReason(name === "order" ? "order fields are not valid" : `${name} is invalid`, because),
    dialect,
  );

/** Refuses an id or slug that nothing has, or something out of scope. */
export const notFoundBy = (name: "id" | "slug", because?: string): Refused =>
  refused(404, "not found error", withReason(`${name} not found`, because));

const withReason = (text: string, because: string | undefined): string =>
  because === undefined ? text : `${text}: ${because}`;

/** Refuses the profile of a wallet that has no account. */
export const profileNotFound: Refused = refused(404, "not found error", "profile not found");

/** Longest part of a name that is answered. */
const MAX_NAME = 100;

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

export const catalogRefusals: RefusalForm = {
  lists: (dialect) => DIFFERENCES.catalogLists.does[dialect],
  invalidParameter: (fault) => {
    const { name, got, dialect } = fault;
    if (name === "q" && isBlank(got)) return badRequest("q is required", dialect);
    // Clients match the bare text, which the contract has; Polymarket's know no other.
    const reason = DIFFERENCES.otherKindReasons.does[dialect] === "none" ? undefined : otherKind(fault);
    const isNamed = fault.choice && DIFFERENCES.allowedValues.does[dialect] === "named";
    return badParameter(name, dialect, isNamed ? `expected ${fault.expected}` : reason);
  },
  missingParameter: ({ name, dialect }) => badRequest(`${name} is required`, dialect),
  unknownParameter: ({ name, known, dialect, strict }) => {
    if (!strict && DIFFERENCES.unknownInCatalog.does[dialect] === "ignored") return undefined;
    const allowed = known.length === 0 ? "expected none" : `expected one of ${known.join(", ")}`;
    return badRequest(
      `${clip(name, MAX_NAME)} is not supported${didYouMean(name, known)}: ${allowed}`,
      dialect,
    );
  },
  rejection: ({ code, hint }, { dialect }) =>
    code === "payload_too_large" ? refused(413, "bad request", hint) : badRequest(hint, dialect),
  notFound: () => refused(404, "not found error", "not found"),
  methodNotAllowed: () => refused(405, "method not allowed", "method not allowed"),
  tooMany: (_asked, { retryAfter }) => ({
    ...refused(429, "too many requests", "Too Many Requests"),
    retryAfter,
  }),
  overloaded: (_asked, { retryAfter }) => ({ ...refused(503, "unavailable", "overloaded"), retryAfter }),
  unavailable: (_asked, { hint }) => ({ ...refused(503, "unavailable", hint), retryAfter: 1 }),
  internalError: () => refused(500, "internal error", "internal error"),
  unreadable: ({ status, hint }) => refused(status, "bad request", hint),
};
