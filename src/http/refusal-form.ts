/**
 * Refusals of an interface: of a request that is at fault before a handler sees it, of a handler's own, and of our
 * faults. Each interface has one form.
 */
import type { Rejection, RejectionCode, RejectionValues } from "../core/rejection.ts";
import type { Dialect } from "./dialects/dialect.ts";
import type { ValueFault } from "./validation-fault.ts";

/** A refusal as it is sent. */
export type Refused = {
  readonly status: number;
  readonly body: unknown;
  /** Seconds after which the caller may try again. */
  readonly retryAfter?: number;
};

/** A text that an operation refuses with in place of the usual one. */
export type RefusalText = {
  readonly dialects: readonly Dialect[];
  readonly code: RejectionCode;
  /** Values that the rejection must have. */
  readonly of?: RejectionValues;
  /** Status in place of the usual one. */
  readonly status?: number;
  /** A name in braces stands for that value of the rejection, or for its `hint`. */
  readonly error: string;
};

/** The request that is refused. */
export type RefusedRequest = {
  readonly dialect: Dialect;
  /** The operation's own texts, of which the first that fits counts. */
  readonly texts: readonly RefusalText[];
  readonly requestId: string;
  /** True if it placed an order. */
  readonly placement: boolean;
};

/** A parameter of the query or the path, what would have been right, and what came: not yet clipped. */
export type ParameterFault = RefusedRequest & ValueFault & { readonly name: string };

/** A parameter of the query that the operation does not have. */
export type UnknownParameter = RefusedRequest & {
  readonly name: string;
  /** Parameters that the operation has. */
  readonly known: readonly string[];
  /** True if the operation refuses such parameters in every dialect. */
  readonly strict: boolean;
};

/** More than there is room for now. */
export type LimitExcess = {
  readonly hint: string;
  /** Seconds after which there is room. */
  readonly retryAfter: number;
};

/** A failure of the store that passes by itself. */
export type StoreFailure = {
  /** Kind of the request: a read, a command that is not done, or one that may be done. */
  readonly code: "read_unavailable" | "not_accepting" | "outcome_unknown";
  /** The failure in words, and a remedy. */
  readonly hint: string;
};

/** A request that reaches no operation. */
export type UnknownRoute = {
  readonly dialect: Dialect;
  /** Place of the route, or the route that is near. */
  readonly hint: string;
  readonly requestId: string;
};

/** A request whose route has other methods. */
export type WrongMethod = {
  readonly allowed: readonly string[];
  readonly got: string;
  readonly requestId: string;
};

/** Bytes that the HTTP parser could not read. */
export type UnreadableRequest = {
  readonly status: number;
  /** The phrase of the status. */
  readonly reason: string;
  readonly hint: string;
  readonly requestId: string;
};

export const isRefused = (answer: object): answer is Refused => "status" in answer && "body" in answer;

/** Forms of the values of a query. */
export type QueryForm = {
  /** A list is one value with commas, or its name repeated as well. */
  readonly lists: "with-commas" | "repeated";
  /** Names to choose from are written as they are described, or in any case and with any separators. */
  readonly spellings: "exact" | "any";
};

export type RefusalForm = {
  /** Gives the form of lists in a query. */
  lists(dialect: Dialect): QueryForm["lists"];
  /** A value of the query or the path that is not of its type or not within its bounds. */
  invalidParameter(fault: ParameterFault): Refused;
  missingParameter(fault: ParameterFault): Refused;
  /** `undefined` where such parameters are ignored. */
  unknownParameter(fault: UnknownParameter): Refused | undefined;
  /** A handler's rejection, or a body that cannot be read. */
  rejection(rejection: Rejection, asked: RefusedRequest): Refused;
  /** No such route, or a URL that no route can have. */
  notFound(request: UnknownRoute): Refused;
  methodNotAllowed(request: WrongMethod): Refused;
  /** The client asks for more than it may at a time. */
  tooMany(asked: RefusedRequest, excess: LimitExcess): Refused;
  /** The exchange has more to do than it can; `hint` names the kind of load. */
  overloaded(asked: RefusedRequest, excess: LimitExcess): Refused;
  /** The store could not be asked. */
  unavailable(asked: RefusedRequest, failure: StoreFailure): Refused;
  /** A bug: nothing of it is told but the request's id. */
  internalError(requestId: string): Refused;
  /** The status is given; the connection closes. */
  unreadable(request: UnreadableRequest): Refused;
};
