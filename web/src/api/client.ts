/**
 * A typed client of the interfaces, with types generated from their documents. It throws `RefusedError` with the code and
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
  readonly signal?: AbortSignal;
};

/** Makes the headers of a request, for example its signature, from method, path and body. */
export type HeaderBuilder = (request: {
  readonly method: string;
  /** Path without the interface's base address and without the query. */
  readonly path: string;
  readonly body: string;
}) => Promise<Readonly<Record<string, string>>>;

export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  /** Expected and received values, in the words of the exchange; empty if it gives none. */
  readonly hint: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, answer: unknown, retryAfter: string | null) {
    const { error = "", errorMsg = "", code = "", hint = "" } = fieldsOf(answer);
    super(error || errorMsg || `the exchange answered with status ${status}`);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

export class UnreachableError extends Error {}

type RefusalFields = { error?: string; errorMsg?: string; code?: string; hint?: string };

function fieldsOf(answer: unknown): RefusalFields {
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
    const [method = "GET", template = "/"] = name.split(" ");
    const path = pathOf(template, options.params ?? {});
    const body = options.body === undefined ? "" : JSON.stringify(options.body);
    const signed = (await options.headers?.({ method, path, body })) ?? {};
    const answer = await reach(`${base}${path}${queryOf(options.query ?? {})}`, {
      method,
      // The query cache of the page decides about repeated requests, not the cache of the browser.
      cache: "no-store",
      headers: {
        accept: "application/json",
        ...(body !== "" && { "content-type": "application/json" }),
        ...signed,
      },
      ...(body !== "" && { body }),
      ...(options.signal && { signal: options.signal }),
    });
    const content: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) throw new RefusedError(answer.status, content, answer.headers.get("retry-after"));
    return content;
  };
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new UnreachableError("the exchange cannot be reached", { cause: error });
  }
}

const pathOf = (template: string, params: object): string =>
  Object.entries(params).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
    template,
  );

function queryOf(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
