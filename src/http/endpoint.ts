/**
 * An operation of an interface, described once: its description gives the route, the validation, the types of its
 * handler and the API document.
 */
import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { Context } from "../context.ts";
import type { Rejection, RejectionCode } from "../core/rejection.ts";
import type { RequestName } from "../core/request.ts";
import type { Operator, Role } from "../signing/operators.ts";
import type { ActiveKey } from "../store/keys/api-keys.ts";
import type { Dialect } from "./dialects/dialect.ts";
import type { DocumentedRefusal } from "./documented-refusal.ts";
import type { OwnLimits, RateLimit } from "./guard/rate-limits.ts";
import { pageRows } from "./page-limit.ts";
import type { RefusalText } from "./refusal-form.ts";

/**
 * Credentials that a call takes. "wallet" is a wallet's signature of the request (L1), "key" an API key's (L2). Beside
 * or in place of it a builder's key or a read-only key counts where the name says so. "key-or-public" takes none where
 * the operator made records public, "key-or-code" none for a query with a builder code. "operator" is a token.
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
  /** The caller's key: always there with access "key" and "key-and-builder". */
  readonly caller: ActiveKey | undefined;
  /** The builder's key that signed, where access says that one may. */
  readonly builder: ActiveKey | undefined;
  /** The wallet that signed: always there with access "wallet". */
  readonly wallet: WalletClaim | undefined;
  /** The request by which it is known again, where the operation is carried out once. */
  readonly request: RequestName | undefined;
  /** The caller's name and roles: always there with access "operator". */
  readonly operator: Operator | undefined;
  /** Header `Last-Event-ID` of a client that goes on with a stream. */
  readonly lastEventId: string | undefined;
};

/** Query and body of a call, by which the rows of its answer are counted. */
export type CallInput<Query, Body> = { readonly query: Query; readonly body: Body };

/**
 * The kind of an operation, by which it is admitted under load. Cancels and heartbeats come first, and placements are
 * the first to be refused. A service, which says that the exchange is there, is never limited. Reads change nothing.
 */
export type OperationKind = "placement" | "cancel" | "heartbeat" | "service" | "read" | "write";

/** A heading of an interface's document, below which operations stand. */
export type OperationGroup = { readonly name: string; readonly description: string };

export const operationGroup = (name: string, description: string): OperationGroup => ({ name, description });

/** True if the handler may change something. */
export const mayChange = ({ kind }: Pick<Endpoint, "kind">): boolean => kind !== "read" && kind !== "service";

/**
 * The answer of a handler: a body sent as JSON with status 200, JSON or bytes as they are, a stream of them, or a refusal. A body's long
 * lists may be `Rows`. A refusal has the form of its interface, or a status and body of its own.
 */
export type Answer =
  | { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly json: string | Buffer; readonly headers?: Readonly<Record<string, string>> }
  | { readonly bytes: string | Buffer; readonly headers?: Readonly<Record<string, string>> }
  | StreamedAnswer
  | { readonly rejection: Rejection }
  | { readonly status: number; readonly body: unknown };

export type StreamedAnswer = {
  readonly stream: Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers after the stream, by their lower-case names: known when it has ended. */
  readonly trailers?: Readonly<Record<string, () => string>>;
};

/** The schema of a success; a function where the dialects differ. */
export type AnswerSchema = TSchema | ((dialect: Dialect) => TSchema);

export type Endpoint = {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path with parameters in the form `/markets/:condition_id`. */
  readonly path: string;
  /** Dialects that have it; `undefined` is all of them. */
  readonly dialects: readonly Dialect[] | undefined;
  readonly summary: string;
  readonly group: OperationGroup;
  readonly kind: OperationKind;
  /** Rate limits that it counts against besides its interface's. */
  readonly limits: readonly RateLimit[];
  /** Codes that the handler refuses with, besides those of all operations of its kind. */
  readonly refuses: readonly RejectionCode[];
  /** A refusal with a body of its own, which its handler gives. */
  readonly ownRefusal: DocumentedRefusal | undefined;
  /** Texts of refusals in place of the usual ones; the first that fits counts. */
  readonly texts: readonly RefusalText[];
  readonly access: Access;
  /** Role that the operator must have; `undefined` is any. */
  readonly role: Role | undefined;
  readonly query: TObject | undefined;
  readonly params: TObject | undefined;
  /** Schema of the body. A GET may come without one, which is null then. */
  readonly body: TSchema | undefined;
  readonly answer: AnswerSchema;
  /** Media type of a success that is not JSON: text or bytes. */
  readonly mediaType: string | undefined;
  /** Seconds for which clients and caches may keep a success; `undefined` says nothing about it. */
  readonly maxAgeSeconds: number | undefined;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** True if a refusal carries the keys of a placement answer as well. */
  readonly placement: boolean;
  /** True if the same request is carried out once (once.ts): it may come with an `Idempotency-Key`. */
  readonly once: boolean;
  /**
   * Keys that a request ended, read off its remembered result. The same request is answered again although the key that
   * signs it has ended.
   */
  readonly endedKeys: ((result: unknown) => readonly string[]) | undefined;
  /** True if a parameter that it does not have is refused, even where the dialect ignores such ones. */
  readonly strict: boolean;
  /** The most rows that the answer can have, by which it waits for its turn. */
  readonly rows: (asking: CallInput<unknown, unknown>) => number;
  /** True if its answer is made without the read tables: it waits for no session of theirs. */
  readonly fromMemory: boolean;
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
  refuses: readonly RejectionCode[];
  ownRefusal?: DocumentedRefusal;
  texts?: readonly RefusalText[];
  /** The default: a GET reads, all others write. */
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
  strict?: boolean;
  /** The default: the rows of its page, or one where it has no pages. */
  rows?: number | ((asking: CallInput<Static<Q>, Static<B>>) => number);
  /** False unless given. */
  fromMemory?: boolean;
  handle: (call: Call<Static<Q>, Static<P>, Static<B>>) => Answer | Promise<Answer>;
};

const DEFAULT_BODY_LIMIT = 64 * 1024;

/** Describes an operation. The handler is called only with what its schemas accepted. */
export function endpoint<Q extends TObject, P extends TObject, B extends TSchema>(
  description: Description<Q, P, B>,
): Endpoint {
  const {
    handle,
    texts = [],
    access = "public",
    kind = description.method === "GET" ? "read" : "write",
    bodyLimit = DEFAULT_BODY_LIMIT,
    placement = false,
    once = false,
    fromMemory = false,
    strict = false,
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
    texts,
    kind,
    access,
    bodyLimit,
    placement,
    once,
    fromMemory,
    strict,
    endedKeys: description.endedKeys,
    rows: (typeof rows === "number" ? () => rows : rows) as Endpoint["rows"],
    // The schemas above are what the server checks a call against, so its parts have their types here.
    handle: handle as Endpoint["handle"],
  };
}

/** Method and path of an operation, as in `GET /book`. */
export const routeOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `${method} ${path}`;

/** The schema of an operation's success in a dialect. */
export const answerSchema = ({ answer }: Endpoint, dialect: Dialect): TSchema =>
  typeof answer === "function" ? answer(dialect) : answer;
