/**
 * Sends requests that change something, each executed once. The same request has one `Idempotency-Key` until it is
 * answered, however often it is sent. While it is in flight, it is not sent again.
 */

import { isUnanswered, RejectedError } from "./client.ts";
import type { SendOnce } from "./client.ts";

/** Idempotency keys, by the content of their requests. */
export type KeyStore = {
  get(content: string): string | undefined;
  set(content: string, key: string): void;
  delete(content: string): void;
};

type SendOptions = {
  /** True for the requests of one form that belong together: their keys stay after the answer. */
  readonly keepsAnswered?: boolean;
  /** The keys so far; empty by default. */
  readonly keys?: KeyStore;
};

export function createSendOnce({ keepsAnswered = false, keys = new Map() }: SendOptions = {}): SendOnce {
  const requestsInFlight = new Map<string, Promise<unknown>>();
  return <Answer>(content: string, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    // The earlier request has the same content, so its answer has the type of this operation.
    const earlier = requestsInFlight.get(content) as Promise<Answer> | undefined;
    if (earlier !== undefined) return earlier;
    const earlierKey = keys.get(content);
    const key = earlierKey ?? createKey();
    keys.set(content, key);
    const sent = send(key)
      .then((answer) => {
        if (!keepsAnswered) keys.delete(content);
        return answer;
      })
      .catch((error: unknown) => {
        // If a retry is refused, the first request may still have been executed.
        if (earlierKey === undefined && isRejection(error)) keys.delete(content);
        throw error;
      })
      .finally(() => requestsInFlight.delete(content));
    requestsInFlight.set(content, sent);
    return sent;
  };
}

const isRejection = (error: unknown): boolean => error instanceof RejectedError && !isUnanswered(error);

const KEY_BYTES = 16;

/** Creates a random key. `crypto.randomUUID` is missing on pages without TLS. */
const createKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
