/**
 * Forms of an interface's refusals: of invalid requests before the handler runs, of the handler's rejections, and of
 * internal errors. Each interface has one form.
 */
import type { Rejection, RejectionCode, RejectionValues } from "../../core/rejection.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ValueFault } from "./validation-fault.ts";

/** A refusal ready to send. */
export type ErrorResponse = {
  readonly status: number;
  readonly body: unknown;
  /** Seconds after which the caller may retry. */
  readonly retryAfter?: number | undefined;
};

/** Error text of single operations that replaces the usual text. */
export type ErrorText = {
  readonly dialects: readonly Dialect[];
  readonly code: RejectionCode;
  /** Values that the rejection must have. */
  readonly of?: RejectionValues;
  /** Status in place of the usual status. */
  readonly status?: number;
  /** Error text; a name in braces stands for that value of the rejection, or for the rejection's `hint`. */
  readonly error: string;
};

/** The request that is refused. */
export type FailedRequest = {
  readonly dialect: Dialect;
  /** The operation's own texts; the first match applies. */
  readonly texts: readonly ErrorText[];
  readonly requestId: string;
  /** True if the request is a placement. */
  readonly placement: boolean;
};

/** A parameter of the query or the path with its expected and its received value, not yet shortened. */
export type ParameterFault = FailedRequest & ValueFault & { readonly name: string };

/** A query parameter that the operation does not have. */
export type UnknownParameter = FailedRequest & {
  readonly name: string;
  /** Parameters that the operation has. */
  readonly known: readonly string[];
  /** True if the operation refuses such parameters in every dialect. */
  readonly strict: boolean;
};

/** A limit that a request exceeds. */
export type LimitExcess = {
  readonly hint: string;
  /** Seconds after which there is room again; `undefined` if there is never room for the request. */
  readonly retryAfter: number | undefined;
};

/** A temporary failure of the store. */
export type StoreFailure = {
  /** Kind of failure: a failed read, a command that was not executed, or a command that may have been executed. */
  readonly code: "read_unavailable" | "not_accepting" | "outcome_unknown";
  /** The failure in words, with a remedy. */
  readonly hint: string;
};

/** A request that matches no operation. */
export type UnknownRoute = {
  readonly dialect: Dialect;
  /** Location of the route, or a similar route. */
  readonly hint: string;
  readonly requestId: string;
};

/** A request whose route exists with other methods. */
export type WrongMethod = {
  readonly allowed: readonly string[];
  readonly got: string;
  readonly requestId: string;
};

/** Bytes that the HTTP parser could not read. */
export type UnreadableRequest = {
  readonly status: number;
  /** The status phrase. */
  readonly reason: string;
  readonly hint: string;
  readonly requestId: string;
};

export const isErrorResponse = (answer: object): answer is ErrorResponse =>
  "status" in answer && "body" in answer;

/** Forms of the values in a query. */
export type QueryForm = {
  /** Form of lists: only one value with commas, or also a repeated name. */
  readonly lists: "with-commas" | "repeated";
  /** Accepted spelling of enumerated names: exact, or in any letter case and with any separators. */
  readonly spellings: "exact" | "any";
};

export type ErrorFormat = {
  /** Returns the form of lists in a query. */
  lists(dialect: Dialect): QueryForm["lists"];
  /** Refuses a value of the query or the path with a wrong type or out of bounds. */
  invalidParameter(fault: ParameterFault): ErrorResponse;
  missingParameter(fault: ParameterFault): ErrorResponse;
  /** Refuses an unknown parameter; `undefined` if such parameters are ignored. */
  unknownParameter(fault: UnknownParameter): ErrorResponse | undefined;
  /** Converts a rejection by the handler, or of an unreadable body. */
  rejection(rejection: Rejection, asked: FailedRequest): ErrorResponse;
  /** Refuses a request without a route, or a URL that no route can have. */
  notFound(request: UnknownRoute): ErrorResponse;
  methodNotAllowed(request: WrongMethod): ErrorResponse;
  /** Refuses a client that exceeds its rate limit. */
  tooMany(asked: FailedRequest, excess: LimitExcess): ErrorResponse;
  /** Refuses a request because the exchange is overloaded; `hint` names the kind of load. */
  overloaded(asked: FailedRequest, excess: LimitExcess): ErrorResponse;
  /** Refuses a request because the store did not answer. */
  unavailable(asked: FailedRequest, failure: StoreFailure): ErrorResponse;
  /** Answers a bug, and discloses nothing but the request's id. */
  internalError(requestId: string): ErrorResponse;
  /** Refuses unreadable bytes with the given status, after which the connection closes. */
  unreadable(request: UnreadableRequest): ErrorResponse;
};
