/**
 * Requests that change something, each carried out once. The same request has one `Idempotency-Key` until it is answered,
 * however often it is sent, and while it is underway it is not sent again.
 */

import { isUnanswered, RefusedError } from "./client.ts";
import type { SendOnce } from "./client.ts";

/** Keys of requests, by the content of these. */
export type KeyStore = {
  get(content: string): string | undefined;
  set(content: string, key: string): void;
  delete(content: string): void;
};

type Terms = {
  /** True for the requests of one form that belong together: their keys stay when they are answered. */
  readonly keepsAnswered?: boolean;
  /** The keys so far; none unless given. */
  readonly keys?: KeyStore;
};

export function createSendOnce({ keepsAnswered = false, keys = new Map() }: Terms = {}): SendOnce {
  const underway = new Map<string, Promise<unknown>>();
  return <Answer>(content: string, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    // The promise of equal content has the answer of the same operation.
    const earlier = underway.get(content) as Promise<Answer> | undefined;
    if (earlier !== undefined) return earlier;
    const earlierKey = keys.get(content);
    const key = earlierKey ?? newKey();
    keys.set(content, key);
    const sent = send(key)
      .then((answer) => {
        if (!keepsAnswered) keys.delete(content);
        return answer;
      })
      .catch((error: unknown) => {
        // A refusal of a later try leaves open whether the first one was carried out.
        if (earlierKey === undefined && isRefusal(error)) keys.delete(content);
        throw error;
      })
      .finally(() => underway.delete(content));
    underway.set(content, sent);
    return sent;
  };
}

const isRefusal = (error: unknown): boolean => error instanceof RefusedError && !isUnanswered(error);

const KEY_BYTES = 16;

/** Draws a key. `crypto.randomUUID` is missing where the page came without TLS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
