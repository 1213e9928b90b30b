/**
 * Keys that were read from the database, kept so that not every request asks for them again. A key that is forgotten
 * when it is revoked is never given again, even when it was being read at that moment.
 */
export type RememberedKeys<Key> = {
  /** The key as it can be used now; `undefined` when it is unknown or revoked. */
  find(apiKey: string): Promise<Key | undefined>;
  /** To be called once the revocation is stored. */
  forget(apiKey: string): void;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_REMEMBERED = 100_000;

/** Whether the text is a lower-case UUID: no key is anything else. */
export const isUuid = (text: string): boolean => UUID.test(text);

export function rememberKeys<Key>(read: (apiKey: string) => Promise<Key | undefined>): RememberedKeys<Key> {
  const remembered = new Map<string, Key>();
  let revocations = 0;

  async function find(apiKey: string): Promise<Key | undefined> {
    const known = remembered.get(apiKey);
    if (known !== undefined) return known;
    if (!isUuid(apiKey)) return undefined;
    const revokedBefore = revocations;
    const key = await read(apiKey);
    // What was read before a revocation must not outlive it.
    if (key === undefined || revocations !== revokedBefore) return key;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(apiKey, key);
    return key;
  }

  function forget(apiKey: string): void {
    revocations += 1;
    remembered.delete(apiKey);
  }

  return { find, forget };
}
