/**
 * The keys of the requests of one form, which belong together. They stay in the tab's storage only while nobody knows
 * whether all was done, since an equal request of a later form is another one.
 */
import { isUnanswered } from "../../api/client.ts";
import type { KeyStore } from "../../api/send-once.ts";

export type AttemptKeys = KeyStore & {
  /** All was done. */
  end(): void;
  fail(error: unknown): void;
};

export function createAttemptKeys(kept: KeyStore): AttemptKeys {
  const own = new Map<string, string>();
  /** True once a request was not answered, in this attempt or in the one that it goes on with. */
  let isOpen = false;
  const end = (): void => {
    for (const content of own.keys()) kept.delete(content);
  };
  return {
    get: (content) => {
      const key = own.get(content);
      if (key !== undefined) return key;
      const earlier = kept.get(content);
      if (earlier !== undefined) isOpen = true;
      return earlier;
    },
    set: (content, key) => {
      kept.set(content, key);
      own.set(content, key);
    },
    delete: (content) => {
      kept.delete(content);
      own.delete(content);
    },
    end,
    fail: (error) => {
      if (isUnanswered(error)) isOpen = true;
      if (!isOpen) end();
    },
  };
}
