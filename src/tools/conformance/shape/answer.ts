/** Requests to the server under test, its answers, and expectations of them. */
import type { EndpointName, InterfaceName } from "../endpoints.ts";
import { parsedJson } from "./json-value.ts";
import { shown } from "./shape.ts";
import type { Shape } from "./shape.ts";

export type SentRequest = {
  readonly method?: "GET" | "POST" | "DELETE";
  /** Path with query. */
  readonly path: string;
  /** The request body. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = {
  /** The request as text: method, address and body. */
  readonly request: string;
  readonly status: number;
  readonly contentType: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  readonly content: string;
};

/** Sends a request to an interface. Throws `Unchecked` if its address is unknown, and `NoAnswer` if no answer comes. */
export type AskServer = (at: InterfaceName, sent: SentRequest) => Promise<Answer>;

/** Thrown for an answer that differs from the specification; the check fails. */
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

/** Thrown if a check cannot be made, with the reason. */
export class Unchecked extends Error {}

/** Thrown if the server lacks a live channel; the channel's checks are then not made. */
export class NotOffered extends Error {}

/** Thrown if the server gives no answer. */
export class NoAnswer extends Difference {}

/** Sends a request, and waits up to the timeout for the complete answer. */
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
    throw new NoAnswer(request, `an answer within ${timeoutMs / 1000} s`, describeCause(error));
  }
}

/** Waits for an answer of an endpoint other than the one under test; returns undefined if no answer comes. */
export async function answerOrUndefined(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/**
 * Waits for an answer of an endpoint other than the one under test. Throws `Unchecked` if no answer comes, since the
 * endpoint under test is not at fault.
 */
export async function requireAnswer(asked: Promise<Answer>, endpoint: EndpointName): Promise<Answer> {
  const answer = await answerOrUndefined(asked);
  if (answer === undefined) throw new Unchecked(`no answer of ${endpoint}, which this needs`);
  return answer;
}

function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "none";
  const { cause } = error;
  return cause instanceof Error ? `no connection: ${cause.message || cause.name}` : error.message;
}

export function expectThat(answer: Answer, holds: boolean, expected: string, got: unknown): void {
  if (!holds) throw new Difference(answer.request, expected, typeof got === "string" ? got : shown(got));
}

/** Expects one of these statuses and JSON of this shape; returns the JSON. */
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
