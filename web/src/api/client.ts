/**
 * A typed client of the interfaces, with types generated from their documents. It throws `RejectedError` with the code and
 * hint of a refusal, and `UnreachableError` without an answer.
 */
/** Request and answer of one operation. Operations are named "METHOD /path". */
type Operation = {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
  readonly answer: unknown;
};

export type RequestOptions<O extends Operation> = {
  readonly params?: O["params"];
  readonly query?: O["query"];
  readonly body?: O["body"];
  readonly headers?: HeaderBuilder;
  /** Sends the request so that it is executed once, even if it is repeated. */
  readonly once?: SendOnce;
  readonly signal?: AbortSignal;
};

/** Sends a request with an idempotency key; `content` distinguishes it from other requests. */
export type SendOnce = <Answer>(content: string, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/** Makes headers of a request from its method, path and body, for example its signature. */
export type HeaderBuilder = (request: {
  readonly method: string;
  /** Path without the interface's base address and without the query. */
  readonly path: string;
  readonly body: string;
}) => Promise<Readonly<Record<string, string>>>;

export class RejectedError extends Error {
  readonly status: number;
  readonly code: string;
  /** Expected and received values, in the words of the exchange; empty if it gives none. */
  readonly hint: string;
  /** Nearest slug to one that nothing has; empty if the exchange names none. */
  readonly nearestSlug: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, answer: unknown, retryAfter: string | null) {
    const { error = "", errorMsg = "", code = "", hint = "", didYouMean = "" } = readErrorFields(answer);
    super(error || errorMsg || `the exchange answered with status ${status}`);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.nearestSlug = didYouMean;
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

export class UnreachableError extends Error {}

/** Missing answer to a request that is executed once: it may have been executed, and can safely be repeated. */
export class UnansweredError extends UnreachableError {}

/** Missing answer to a request that may have been executed, and would be executed again if repeated. */
export class UnsafeRetryError extends UnreachableError {}

/** Tells whether a request may have been executed, and can safely be repeated. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof UnansweredError || (error instanceof RejectedError && error.code === "outcome_unknown");

type ErrorFields = { error?: string; errorMsg?: string; code?: string; hint?: string; didYouMean?: string };

function readErrorFields(answer: unknown): ErrorFields {
  if (typeof answer !== "object" || answer === null) return {};
  const entries = Object.entries(answer).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(entries);
}

/** Creates a client of the interface at `base`: a path of this origin, or an absolute address. */
export function createClient<Operations extends { readonly [name in keyof Operations]: Operation }>(
  base: string,
) {
  return async <Name extends keyof Operations & string>(
    name: Name,
    options: RequestOptions<Operations[Name]> = {},
  ): Promise<Operations[Name]["answer"]> => {
    const { params = {}, query = {}, body, once, signal } = options;
    const [method = "GET", template = "/"] = name.split(" ");
    const path = fillPath(template, params);
    const text = body === undefined ? "" : JSON.stringify(body);
    const send = async (keyed: Readonly<Record<string, string>>): Promise<Operations[Name]["answer"]> => {
      const signedHeaders = (await options.headers?.({ method, path, body: text })) ?? {};
      const answer = await reach(`${base}${path}${formatQuery(query)}`, {
        method,
        // The query cache of the page decides about repeated requests, not the cache of the browser.
        cache: "no-store",
        headers: {
          accept: "application/json",
          ...(text !== "" && { "content-type": "application/json" }),
          ...keyed,
          ...signedHeaders,
        },
        ...(text !== "" && { body: text }),
        ...(signal && { signal }),
      });
      return readAnswer(answer);
    };
    if (once === undefined) return send({});
    return once(`${name} ${path}${formatQuery(query)} ${text}`, (key) =>
      send({ "idempotency-key": key }).catch(throwUnanswered),
    );
  };
}

async function readAnswer(answer: Response): Promise<unknown> {
  const text = await answer.text().catch(failUnreachable);
  const content = parseJson(text);
  if (!answer.ok) throw new RejectedError(answer.status, content, answer.headers.get("retry-after"));
  return content;
}

/** Parses JSON; returns `undefined` for other text, such as a proxy's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FIRST_SERVER_FAULT = 500;

/** Converts the error of a request that is executed once. If a proxy answered instead of the exchange, the result is unknown. */
export function throwUnanswered(cause: unknown): never {
  if (isMissingAnswer(cause)) throw new UnansweredError("the exchange did not answer", { cause });
  throw cause;
}

/** Tells whether the exchange itself did not answer. */
function isMissingAnswer(cause: unknown): boolean {
  const isProxys = cause instanceof RejectedError && cause.status >= FIRST_SERVER_FAULT && cause.code === "";
  return cause instanceof UnreachableError || isProxys;
}

/** Converts the error of a request that a repetition would execute again. */
export function throwDoneAgain(cause: unknown): never {
  if (isMissingAnswer(cause)) throw new UnsafeRetryError("the exchange did not answer", { cause });
  throw cause;
}

const reach = (url: string, init: RequestInit): Promise<Response> => fetch(url, init).catch(failUnreachable);

function failUnreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
  throw new UnreachableError("the exchange cannot be reached", { cause });
}

const fillPath = (template: string, params: object): string =>
  Object.entries(params).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
    template,
  );

function formatQuery(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
