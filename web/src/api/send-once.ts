/**
 * Requests that change something, each carried out once. The same request has one `Idempotency-Key` until it is answered,
 * however often it is sent, and while it is underway it is not sent again.
 */

/** Sends a request by its key; `content` is all that tells it from others. */
export type SendOnce = <Answer>(content: string, send: (key: string) => Promise<Answer>) => Promise<Answer>;

type Terms = {
  /** True for the requests of one form that belong together: their keys stay when they are answered. */
  readonly keepsAnswered: boolean;
};

export function createSendOnce({ keepsAnswered }: Terms = { keepsAnswered: false }): SendOnce {
  const keys = new Map<string, string>();
  const underway = new Map<string, Promise<unknown>>();
  return <Answer>(content: string, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    // The promise of equal content has the answer of the same operation.
    const earlier = underway.get(content) as Promise<Answer> | undefined;
    if (earlier !== undefined) return earlier;
    const key = keys.get(content) ?? newKey();
    keys.set(content, key);
    const sent = send(key)
      .then((answer) => {
        if (!keepsAnswered) keys.delete(content);
        return answer;
      })
      .finally(() => underway.delete(content));
    underway.set(content, sent);
    return sent;
  };
}

const KEY_BYTES = 16;

/** Draws a key. `crypto.randomUUID` is missing where the page came without TLS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
