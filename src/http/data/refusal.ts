/** Refusals of the data interface: a body of exactly one error, a text of a kind and its subject. */
import { escapeHidden } from "../../core/hidden-characters.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { otherKind } from "../id-patterns.ts";
import type { ParameterFault, RefusalForm, Refused } from "../refusal-form.ts";

const refused = (status: number, error: string): Refused => ({
  status,
  body: { error: escapeHidden(error) },
});

/** Characters of a parameter's name that a refusal repeats. */
const MAX_NAME = 100;

function aboutField(kind: string, name: string): Refused {
  const shown = [...name].slice(0, MAX_NAME);
  return refused(400, `${kind}: ${shown.join("")}`);
}

/** Text of all services for a client that asks for too much. */
const TOO_MANY = "Too Many Requests";

/** A parameter whose value cannot be used. */
export const invalidField = (name: string): Refused => aboutField("invalid_field", name);

/** A parameter that is needed and was not sent. */
export const missingField = (name: string): Refused => aboutField("missing_field", name);

/** A parameter whose value cannot be used, for a reason that the parameter alone does not tell. */
export const invalidFieldBecause = (name: string, hint: string): Refused =>
  refused(400, `invalid_field: ${name}: ${hint}`);

function refuseValue(fault: ParameterFault): Refused {
  const { name, expected, choice, dialect } = fault;
  // The specification has the bare text.
  const other =
    choice && DIFFERENCES.allowedValues.does[dialect] === "named" ? `expected ${expected}` : otherKind(fault);
  return other === undefined ? invalidField(name) : invalidFieldBecause(name, other);
}

/** The caller's address is not on the operator's list. */
export const NOT_ALLOWLISTED: Refused = refused(401, "unauthorized: ip_not_allowlisted");

export const dataRefusals: RefusalForm = {
  lists: (dialect) => DIFFERENCES.dataLists.does[dialect],
  invalidParameter: refuseValue,
  missingParameter: ({ name }) => missingField(name),
  unknownParameter: ({ name, dialect, strict }) =>
    DIFFERENCES.unknownParameter.does[dialect] === "ignored" && !strict
      ? undefined
      : aboutField("unknown_field", name),
  rejection: ({ code, hint }) => refused(400, `${code}: ${hint}`),
  notFound: () => refused(404, "not found"),
  methodNotAllowed: () => refused(405, "method not allowed"),
  tooMany: (_asked, { retryAfter }) => ({ ...refused(429, TOO_MANY), retryAfter }),
  overloaded: (_asked, { retryAfter }) => ({ ...refused(503, "unavailable: overloaded"), retryAfter }),
  unavailable: (_asked, { hint }) => ({ ...refused(503, `unavailable: ${hint}`), retryAfter: 1 }),
  internalError: (requestId) => refused(500, `internal_error: unexpected failure, request ${requestId}`),
  unreadable: ({ status, hint }) => refused(status, `invalid_request: ${hint}`),
};
