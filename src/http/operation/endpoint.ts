/**
 * An operation of an interface, described once: the description gives the route, the validation, the types of its handler
 * and the API document.
 */
import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { WrittenJson } from "../../engine/ready-answers.ts";
import type { Context } from "../../context.ts";
import type { Rejection, RejectionCode } from "../../core/rejection.ts";
import type { RequestName } from "../../core/request.ts";
import type { Operator, Role } from "../../signing/operators.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { OwnLimits, RateLimit } from "../guard/rate-limits.ts";
import { pageRows } from "./page-limit.ts";
import type { ErrorText } from "./error-format.ts";

// A refusal as shown in an interface's API document.

/** A refusal that an operation can give; refusals with the same status are documented together. */
export type DocumentedError = {
  readonly status: number;
  readonly description: string;
  readonly schema: TSchema;
  /** Example of its body. */
  readonly example: unknown;
};

/**
 * Credentials that a call accepts. "wallet" is a wallet's signature of the request (L1), "key" an API key's (L2).
 * "-and-builder" and "-or-reader" also accept a builder's key or a read-only key. "key-or-public" needs none if the
 * operator made records public, and "key-or-code" none for a query with a builder code. "operator" is a token.
 */
export type Access =
  | "public"
  | "wallet"
  | "key"
  | "key-and-builder"
  | "key-or-builder"
  | "key-or-reader"
  | "key-or-public"
  | "key-or-code"
  | "operator";

export type WalletClaim = { readonly address: string; readonly nonce: string };

export type Call<Query, Params, Body> = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly query: Query;
  readonly params: Params;
  readonly body: Body;
  /** True at the operator's address, where drafts are shown. */
  readonly forOperators: boolean;
  /** The caller's key; always set with access "key" and "key-and-builder". */
  readonly caller: ActiveKey | undefined;
  /** The builder's key that signed, if the access allows one. */
  readonly builder: ActiveKey | undefined;
  /** The wallet that signed; always set with access "wallet". */
  readonly wallet: WalletClaim | undefined;
  /** Identity of the request, for operations that are executed once. */
  readonly request: RequestName | undefined;
  /** The caller's name and roles; always set with access "operator". */
  readonly operator: Operator | undefined;
  /** Header `Last-Event-ID` of a client that resumes a stream. */
  readonly lastEventId: string | undefined;
  /** Returns the caller's address, of IPv6 its network, which has a share of each slot pool. */
  readonly network: () => string;
};

/** Query and body of a call, from which the answer's number of rows is derived. */
type CallInput<Query, Body> = { readonly query: Query; readonly body: Body };

/**
 * The kind of an operation, which decides its admission under load. Cancels and heartbeats have priority, and placements
 * are the first to be refused. A "service", such as a health check, is never limited; a "read" changes nothing.
 */
export type OperationKind = "placement" | "cancel" | "heartbeat" | "service" | "read" | "write";

/** A heading in an interface's document, with operations below it. */
export type OperationGroup = { readonly name: string; readonly description: string };

export const operationGroup = (name: string, description: string): OperationGroup => ({ name, description });

/** True if the handler may change something. */
export const mayChange = ({ kind }: Pick<Endpoint, "kind">): boolean => kind !== "read" && kind !== "service";

/**
 * The answer of a handler: a body sent as JSON with status 200, ready JSON or bytes, a stream of bytes, or a refusal. Long
 * lists in a body may be `Rows`. A refusal has the form of its interface, or a status and body of its own.
 */
export type Answer =
  | {
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      /** Called with the whole JSON of the body, once it is written. */
      readonly onWritten?: (json: WrittenJson) => void;
    }
  | {
      readonly json: string | Buffer;
      /** SHA-256 of the JSON in base64url; computed if absent. */
      readonly hash?: string | undefined;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly bytes: string | Buffer; readonly headers?: Readonly<Record<string, string>> }
  | StreamedAnswer
  | { readonly rejection: Rejection }
  | { readonly status: number; readonly body: unknown };

export type StreamedAnswer = {
  readonly stream: Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Trailers after the stream, by their lower-case names; read once the stream has ended. */
  readonly trailers?: Readonly<Record<string, () => string>>;
};

/** The schema of a success; a function if the dialects differ. */
type AnswerSchema = TSchema | ((dialect: Dialect) => TSchema);

export type Endpoint = {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path with parameters in the form `/markets/:condition_id`. */
  readonly path: string;
  /** Dialects that have the operation; `undefined` means all. */
  readonly dialects: readonly Dialect[] | undefined;
  readonly summary: string;
  readonly group: OperationGroup;
  readonly kind: OperationKind;
  /** Rate limits that the operation counts against besides the interface's limit. */
  readonly limits: readonly RateLimit[];
  /** Codes of the handler's rejections, besides those of all operations of the same kind. */
  readonly refuses: readonly RejectionCode[];
  /** A refusal with its own body, which the handler builds. */
  readonly ownRefusal: DocumentedError | undefined;
  /** Texts of refusals that replace the usual ones; the first match applies. */
  readonly texts: readonly ErrorText[];
  readonly access: Access;
  /** Role that the operator must have; `undefined` if the operation is for no operator. */
  readonly role: Role | undefined;
  readonly query: TObject | undefined;
  readonly params: TObject | undefined;
  /** Schema of the body; `undefined` if the operation takes no body. The body of a GET may be null. */
  readonly body: TSchema | undefined;
  readonly answer: AnswerSchema;
  /** Media type of a success that is not JSON: text or bytes. */
  readonly mediaType: string | undefined;
  /** Seconds for which clients and caches may store a success; `undefined` sends no such header. */
  readonly maxAgeSeconds: number | undefined;
  /** Maximum body size in bytes. */
  readonly bodyLimit: number;
  /** True if a refusal also has the keys of a placement answer. */
  readonly placement: boolean;
  /** True if repeats of a request are executed once (answer-once.ts); requests may carry an `Idempotency-Key`. */
  readonly once: boolean;
  /**
   * Returns the keys that a request revoked, from its remembered result. A repeat of the request is answered although the
   * key that signs it is revoked.
   */
  readonly endedKeys: ((result: unknown) => readonly string[]) | undefined;
  /** Counts the orders that the request cancelled, by its answer, where its body does not name them. */
  readonly countCanceled: ((body: unknown) => number) | undefined;
  /** True if unknown parameters are refused, even if the dialect ignores them. */
  readonly strict: boolean;
  /** Maximum rows of the answer, which select its slow-query queue. */
  readonly rows: (asking: CallInput<unknown, unknown>) => number;
  /** True if the answer is made from memory: it waits for no session of the read tables. */
  readonly fromMemory: boolean;
  /** True if only the process of the engine can answer: it changes or tells more than the journal has. */
  readonly ofEngine: boolean;
  readonly handle: (call: Call<unknown, unknown, unknown>) => Answer | Promise<Answer>;
};

/** An operation as its file describes it; `endpoint` fills in the rest. */
export type Description<Q extends TObject, P extends TObject, B extends TSchema> = {
  method: Endpoint["method"];
  path: string;
  dialects?: readonly Dialect[];
  summary: string;
  group: OperationGroup;
  limits: OwnLimits;
  /** Defaults to none. */
  refuses?: readonly RejectionCode[];
  ownRefusal?: DocumentedError;
  texts?: readonly ErrorText[];
  /** Defaults to "read" for a GET and "write" for all others. */
  kind?: OperationKind;
  access?: Access;
  role?: Role;
  query?: Q;
  params?: P;
  body?: B;
  answer: AnswerSchema;
  mediaType?: string;
  maxAgeSeconds?: number;
  bodyLimit?: number;
  placement?: boolean;
  once?: boolean;
  endedKeys?: (result: unknown) => readonly string[];
  countCanceled?: (body: unknown) => number;
  strict?: boolean;
  /** Defaults to the rows of its page, or one without pages. */
  rows?: number | ((asking: CallInput<Static<Q>, Static<B>>) => number);
  /** Defaults to false. */
  fromMemory?: boolean;
  /** Defaults to true for operators, writes and heartbeats. */
  ofEngine?: boolean;
  handle: (call: Call<Static<Q>, Static<P>, Static<B>>) => Answer | Promise<Answer>;
};

const DEFAULT_BODY_LIMIT = 64 * 1024;

/** Describes an operation. The handler is called only with values that its schemas accepted. */
export function endpoint<Q extends TObject, P extends TObject, B extends TSchema>(
  description: Description<Q, P, B>,
): Endpoint {
  const {
    handle,
    refuses = [],
    texts = [],
    access = "public",
    kind = description.method === "GET" ? "read" : "write",
    bodyLimit = DEFAULT_BODY_LIMIT,
    placement = false,
    once = false,
    fromMemory = false,
    strict = false,
    ofEngine = access === "operator" || kind === "write" || kind === "heartbeat" || once,
    rows = ({ query }) => pageRows(description.query, query) ?? 1,
    ...rest
  } = description;
  return {
    ...rest,
    dialects: description.dialects,
    ownRefusal: description.ownRefusal,
    role: description.role,
    query: description.query,
    params: description.params,
    body: description.body,
    mediaType: description.mediaType,
    maxAgeSeconds: description.maxAgeSeconds,
    refuses,
    texts,
    kind,
    access,
    bodyLimit,
    placement,
    once,
    fromMemory,
    ofEngine,
    strict,
    endedKeys: description.endedKeys,
    countCanceled: description.countCanceled,
    rows: (typeof rows === "number" ? () => rows : rows) as Endpoint["rows"],
    // The server validates calls against the schemas above, so a call's parts have the types that the handler expects.
    handle: handle as Endpoint["handle"],
  };
}

/** Returns method and path of an operation, as in `GET /book`. */
export const formatRoute = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `${method} ${path}`;

/** Returns the schema of an operation's success in a dialect. */
export const answerSchema = ({ answer }: Endpoint, dialect: Dialect): TSchema =>
  typeof answer === "function" ? answer(dialect) : answer;

// An operation of the data or the catalog interface, whose refusals have a text but no code.

export type UncodedOperation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "refuses" | "texts"
>;

/** Describes an operation whose handler gives no rejection codes. */
export const uncodedOperation = <Q extends TObject, P extends TObject, B extends TSchema>(
  description: UncodedOperation<Q, P, B>,
): Endpoint => endpoint<Q, P, B>(description);
