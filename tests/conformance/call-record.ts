/**
 * Record of all calls to the client libraries: public method, requested routes and refusal. docs/reference/compatibility.md is
 * checked against it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";

/** A class of a client library, as in the heading of its table. */
export type Surface = string;

export type Call = {
  readonly surface: Surface;
  readonly method: string;
  /** Client and dialect of the call. */
  readonly target: string;
  /** Requests of the call, as "GET /book", in order. */
  readonly requests: string[];
  /** Text of the refusal; empty when it succeeded. */
  refusal: string;
  answer: unknown;
};

/**
 * The result of a client's method. It is untyped, since several declarations of the libraries differ from what
 * services send.
 */
// A wrong shape fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = any;

/** A client by the names of its methods. These are untyped as well: a call of one that a library lacks fails its test. */
export type Client = { readonly [method: string]: Answer };

export type CallRecord = {
  /** All calls so far. */
  readonly calls: readonly Call[];
  /**
   * Wraps a client so that every call to it is recorded. The client's calls of its own methods are not, so the record
   * has only its user's calls.
   */
  record(client: object, surface: Surface, target: string): Client;
};

export function createCallRecord(): CallRecord {
  const running = new AsyncLocalStorage<Call>();
  const calls: Call[] = [];
  subscribe("http.client.request.created", (message) => {
    const { request } = message as { request: ClientRequest };
    running.getStore()?.requests.push(`${request.method} ${request.path.replace(/\?.*$/s, "")}`);
  });
  const record: CallRecord["record"] = (client, surface, target) => {
    const get = (raw: object, name: string | symbol): unknown => {
      const member: unknown = Reflect.get(raw, name);
      if (typeof member !== "function" || typeof name !== "string") return member;
      return (...args: readonly unknown[]) => {
        const call: Call = { surface, method: name, target, requests: [], refusal: "", answer: undefined };
        calls.push(call);
        return running.run(call, () => settle(call, () => Reflect.apply(member, raw, args)));
      };
    };
    return new Proxy(client, { get }) as Client;
  };
  return { calls, record };
}

async function settle(call: Call, run: () => unknown): Promise<unknown> {
  try {
    const answer = await run();
    call.answer = answer;
    call.refusal = refusalIn(answer);
    return answer;
  } catch (error) {
    call.refusal = error instanceof Error ? error.message : String(error);
    throw error;
  }
}

/** Text of a refusal. Clients return it as an object with `error`, beside the other keys of the answer. */
function refusalIn(answer: unknown): string {
  if (typeof answer !== "object" || answer === null || !("error" in answer) || answer.error === null)
    return "";
  return typeof answer.error === "string" ? answer.error : JSON.stringify(answer.error);
}
