/** Requests to the server under check, their answers, and expectations of these. */
import type { EndpointName, InterfaceName } from "./endpoints.ts";
import { parsedJson } from "./json-value.ts";
import { shown } from "./shape.ts";
import type { Shape } from "./shape.ts";

export type SentRequest = {
  readonly method?: "GET" | "POST" | "DELETE";
  /** Path with query. */
  readonly path: string;
  /** The body as it is sent. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = {
  /** The request for a person: method, address and body. */
  readonly request: string;
  readonly status: number;
  readonly contentType: string;
  /** The parsed body; undefined where it is no JSON. */
  readonly json: unknown;
  readonly content: string;
};

/** Sends a request to an interface; throws `Unchecked` where its address is not known, `NoAnswer` where none comes. */
export type AskServer = (at: InterfaceName, sent: SentRequest) => Promise<Answer>;

/** An answer that differs from the specification; ends its check. */
export class Difference extends Error {
  readonly request: string;
  readonly expected: string;
  readonly got: string;

  constructor(request: string, expected: string, got: string) {
    super(`${request}: expected ${expected}, got ${got}`);
    this.request = request;
    this.expected = expected;
    this.got = got;
  }
}

/** The reason for which a check cannot be made; ends it. */
export class Unchecked extends Error {}

/** Thrown where the server has no such live channel; ends its checks. */
export class NotOffered extends Error {}

/** The server gave no answer. */
export class NoAnswer extends Difference {}

/** Sends a request, and waits this long for the whole answer. */
export async function send(base: string, sent: SentRequest, timeoutMs: number): Promise<Answer> {
  const { method = "GET", path, body, headers } = sent;
  const request = `${method} ${base}${path}${body === undefined ? "" : ` ${body}`}`;
  try {
    const response = await fetch(base + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body }),
    });
    const content = await response.text();
    const contentType = response.headers.get("content-type") ?? "";
    return { request, status: response.status, contentType, content, json: parsedJson(content) };
  } catch (error) {
    throw new NoAnswer(request, `an answer within ${timeoutMs / 1000} s`, causeOf(error));
  }
}

/** Waits for an answer of another endpoint than the one under check; gives undefined where none comes. */
export async function answered(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** Waits likewise; throws `Unchecked` where no answer comes, since that is no difference of the endpoint under check. */
export async function needed(asked: Promise<Answer>, endpoint: EndpointName): Promise<Answer> {
  const answer = await answered(asked);
  if (answer === undefined) throw new Unchecked(`no answer of ${endpoint}, which this needs`);
  return answer;
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "none";
  const { cause } = error;
  return cause instanceof Error ? `no connection: ${cause.message || cause.name}` : error.message;
}

export function expectThat(answer: Answer, holds: boolean, expected: string, got: unknown): void {
  if (!holds) throw new Difference(answer.request, expected, typeof got === "string" ? got : shown(got));
}

/** Expects one of these statuses, JSON, and its shape; gives the JSON. */
export function expectJson(answer: Answer, statuses: number | readonly number[], shape: Shape): unknown {
  const allowed = typeof statuses === "number" ? [statuses] : statuses;
  const came = `${answer.status} ${shownContent(answer)}`;
  expectThat(answer, allowed.includes(answer.status), `status ${allowed.join(" or ")}`, came);
  expectThat(
    answer,
    /^application\/json\s*(;|$)/i.test(answer.contentType),
    "content type application/json",
    answer.contentType || "none",
  );
  expectThat(answer, answer.json !== undefined, "JSON", shownContent(answer));
  const fault = shape(answer.json, "");
  if (fault !== undefined)
    throw new Difference(answer.request, `${fault.at || "body"}: ${fault.expected}`, fault.got);
  return answer.json;
}

const MAX_SHOWN = 300;

const shownContent = ({ content }: Answer): string =>
  content.length > MAX_SHOWN ? `${content.slice(0, MAX_SHOWN)}...` : content;
