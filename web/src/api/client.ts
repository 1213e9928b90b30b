/**
 * Asks the interfaces of the exchange, with types made from their documents. What is refused is thrown as `Refused`,
 * with the code and the hint that the exchange gives; what cannot be reached as `Unreachable`.
 */

/** What an interface's operations are asked with and answer, by "METHOD /path". */
type Operation = {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
  readonly answer: unknown;
};

export type Asked<O extends Operation> = {
  readonly params?: O["params"];
  readonly query?: O["query"];
  readonly body?: O["body"];
  readonly headers?: Headers;
  readonly signal?: AbortSignal;
};

/** Headers for a request, once its method, path and body are known; they may sign it. */
export type Headers = (request: {
  readonly method: string;
  /** Without the interface's base address and the query. */
  readonly path: string;
  readonly body: string;
}) => Promise<Readonly<Record<string, string>>>;

export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** What was expected and what came, in the exchange's words; empty when it says none. */
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

export class Unreachable extends Error {}

type RefusalFields = { error?: string; errorMsg?: string; code?: string; hint?: string };

function fieldsOf(answer: unknown): RefusalFields {
  if (typeof answer !== "object" || answer === null) return {};
  const entries = Object.entries(answer).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(entries);
}

/** A client of the interface at `base`, which is a path of this origin or the address of another. */
export function clientOf<Operations extends { readonly [name in keyof Operations]: Operation }>(
  base: string,
) {
  return async <Name extends keyof Operations & string>(
    name: Name,
    asked: Asked<Operations[Name]> = {},
  ): Promise<Operations[Name]["answer"]> => {
    const [method = "GET", template = "/"] = name.split(" ");
    const path = pathOf(template, asked.params ?? {});
    const body = asked.body === undefined ? "" : JSON.stringify(asked.body);
    const signed = (await asked.headers?.({ method, path, body })) ?? {};
    const answer = await reach(`${base}${path}${queryOf(asked.query ?? {})}`, {
      method,
      // What is kept is kept by the page, which knows when to ask anew.
      cache: "no-store",
      headers: {
        accept: "application/json",
        ...(body !== "" && { "content-type": "application/json" }),
        ...signed,
      },
      ...(body !== "" && { body }),
      ...(asked.signal && { signal: asked.signal }),
    });
    const content: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) throw new Refused(answer.status, content, answer.headers.get("retry-after"));
    return content;
  };
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable("the exchange cannot be reached", { cause: error });
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
