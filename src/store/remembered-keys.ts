/**
 * Keys that were read from the database, kept so that not every request asks for them again, and names under which there
 * is none: looking for one twice takes as long as it does for one that is there. What is forgotten when a key is made or
 * revoked is never given again, even when it was being read at that moment.
 */
export type RememberedKeys<Key> = {
  /** The key as it can be used now; `undefined` when it is unknown or revoked. */
  find(apiKey: string): Promise<Key | undefined>;
  /** To be called once the key, or its revocation, is stored. */
  forget(apiKey: string): void;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_REMEMBERED = 100_000;
const MAX_UNKNOWN = 10_000;

/** Whether the text is a lower-case UUID: no key is anything else. */
export const isUuid = (text: string): boolean => UUID.test(text);

export function rememberKeys<Key>(read: (apiKey: string) => Promise<Key | undefined>): RememberedKeys<Key> {
  const remembered = new Map<string, Key>();
  const unknown = new Set<string>();
  let changes = 0;

  async function find(apiKey: string): Promise<Key | undefined> {
    const known = remembered.get(apiKey);
    if (known !== undefined) return known;
    if (!isUuid(apiKey) || unknown.has(apiKey)) return undefined;
    const changedBefore = changes;
    const key = await read(apiKey);
    // What was read before a change must not outlive it.
    if (changes === changedBefore) remember(apiKey, key);
    return key;
  }

  function remember(apiKey: string, key: Key | undefined): void {
    if (key === undefined) {
      if (unknown.size >= MAX_UNKNOWN) unknown.clear();
      unknown.add(apiKey);
      return;
    }
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(apiKey, key);
  }

  function forget(apiKey: string): void {
    changes += 1;
    remembered.delete(apiKey);
    unknown.delete(apiKey);
  }

  return { find, forget };
}
