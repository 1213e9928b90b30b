/** Requests to every operation of a running exchange by its name, of which the first answer of each is recorded. */
import assert from "node:assert/strict";
import { requestHeaders } from "../../support/trader.ts";
import type { Headers, Trader } from "../../support/trader.ts";
import { operationNamed } from "./operations.ts";
import type { ExampleInterface } from "./operations.ts";
import { shortened } from "./shortened.ts";

export type Example = {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** JSON of an answer, or the text of one that is not JSON. */
  readonly answer: unknown;
};
export type Examples = Readonly<Record<ExampleInterface, Readonly<Record<string, Example>>>>;

export type Asked = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The trader whose key signs. */
  readonly as?: Pick<Trader, "account" | "credentials">;
  readonly headers?: Headers;
};

// Answers of any operation, of which the story reads a few fields.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

export type Recorder = {
  readonly examples: Record<ExampleInterface, Record<string, Example>>;
  /** Time of the exchange's clock, ms. */
  readonly clock: { now: number };
  /** Asks an operation, records its first answer, and gives the answer, which must not be a refusal. */
  ask(interfaceName: ExampleInterface, operationId: string, asked?: Asked): Promise<Answer>;
  /** Asks an operator's operation without recording it. */
  peek(operationId: string, asked?: Asked): Promise<Answer>;
};

export type Recorded = {
  /** Base address by interface. */
  readonly bases: Readonly<Record<ExampleInterface, string>>;
  readonly operatorToken: string;
  /** Time of the exchange's clock at the start, ms. */
  readonly now: number;
  /** Texts of this run, such as its ports, each with the standard one that the examples have. */
  readonly standard: readonly (readonly [own: string, standard: string])[];
};

/** Characters of a stream that are enough. */
const STREAM_CHARACTERS = 400;

export function createRecorder({ bases, operatorToken, now, standard }: Recorded): Recorder {
  const examples: Recorder["examples"] = { trading: {}, data: {}, catalog: {}, operator: {} };
  const clock = { now };
  const withStandard = <T>(value: T): T =>
    JSON.parse(standard.reduce((text, [own, other]) => text.replaceAll(own, other), JSON.stringify(value)));
  const send = async (interfaceName: ExampleInterface, operationId: string, asked: Asked) => {
    const { method, path: pattern, status } = operationNamed(interfaceName, operationId);
    const path = pathOf(pattern, asked);
    const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
    const response = await fetch(bases[interfaceName] + path, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(interfaceName === "operator" && { authorization: `Bearer ${operatorToken}` }),
        ...(asked.as !== undefined && requestHeaders(asked.as, { method, path, body, now: clock.now })),
        ...asked.headers,
      },
      ...(body !== undefined && { body }),
    });
    const answer = await answerOf(response);
    assert.equal(response.status, status, `${operationId}: ${method} ${path}: ${JSON.stringify(answer)}`);
    return { method, path, ...(body !== undefined && { body: asked.body }), status, answer };
  };
  return {
    examples,
    clock,
    async ask(interfaceName, operationId, asked = {}) {
      const example = await send(interfaceName, operationId, asked);
      const answer = shortened(example.answer);
      examples[interfaceName][operationId] ??= withStandard({ ...example, answer });
      return example.answer;
    },
    peek: async (operationId, asked = {}) => (await send("operator", operationId, asked)).answer,
  };
}

function pathOf(pattern: string, { params, query }: Asked): string {
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ""),
  );
  const written = new URLSearchParams(query).toString().replaceAll("%2C", ",");
  return written === "" ? path : `${path}?${written}`;
}

async function answerOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return firstMessage(response);
  const text = await response.text();
  return type.startsWith("application/json") ? JSON.parse(text) : text;
}

/** The first message of a stream, which is then closed. */
async function firstMessage({ body }: Response): Promise<string> {
  if (body === null) throw new Error("the stream has no body");
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("\n\n", text.indexOf("data:") + 1) || text.length < STREAM_CHARACTERS) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text.slice(0, text.indexOf("\n\n", text.indexOf("data:")) + 1);
}
