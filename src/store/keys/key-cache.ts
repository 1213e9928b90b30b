/**
 * Cache of keys read from the database, so that not every request reads them again. Unknown ids are cached too, so that a
 * repeated search for one takes as long as for an existing key. A key that is dropped, because it was made or revoked, is
 * never returned again, even if it was being read at that moment.
 */
export type KeyCache<Key> = {
  /** Finds a usable key; `undefined` if it is unknown or revoked. */
  find(apiKey: string): Promise<Key | undefined>;
  /** Returns true if `find` needs no database query for this key. */
  isRemembered(apiKey: string): boolean;
  /** Drops a key; to be called once the key, or its revocation, is stored. */
  forget(apiKey: string): void;
  /** Drops all keys: the database was put back to an earlier state. */
  forgetAll(): void;
  /** Caches keys that were read before any request could ask for one. */
  keep(keys: Iterable<readonly [apiKey: string, key: Key]>): void;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_CACHED_KEYS = 100_000;
const MAX_UNKNOWN = 10_000;
/** Number of keys of a kind that a start reads, the latest: a client's first request then needs no query either. */
export const CACHED_AT_START = 20_000;

/** Returns true for a lower-case UUID, the only form of a key. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Caches what `read` returns. `onForget` is called with each key that is dropped by itself. */
export function cacheKeys<Key>(
  read: (apiKey: string) => Promise<Key | undefined>,
  onForget: (apiKey: string) => void = () => {},
): KeyCache<Key> {
  const cachedKeys = new Map<string, Key>();
  const unknownIds = new Set<string>();
  let changes = 0;

  async function find(apiKey: string): Promise<Key | undefined> {
    const known = cachedKeys.get(apiKey);
    if (known !== undefined) return known;
    if (!isUuid(apiKey) || unknownIds.has(apiKey)) return undefined;
    const changedBefore = changes;
    const key = await read(apiKey);
    // A read that began before a change must not be cached.
    if (changes === changedBefore) remember(apiKey, key);
    return key;
  }

  function remember(apiKey: string, key: Key | undefined): void {
    if (key === undefined) {
      dropOldest(unknownIds, MAX_UNKNOWN);
      unknownIds.add(apiKey);
      return;
    }
    dropOldest(cachedKeys, MAX_CACHED_KEYS);
    cachedKeys.set(apiKey, key);
  }

  function forget(apiKey: string): void {
    changes += 1;
    cachedKeys.delete(apiKey);
    unknownIds.delete(apiKey);
    onForget(apiKey);
  }

  function forgetAll(): void {
    changes += 1;
    cachedKeys.clear();
    unknownIds.clear();
  }

  const isRemembered = (apiKey: string): boolean =>
    cachedKeys.has(apiKey) || unknownIds.has(apiKey) || !isUuid(apiKey);
  const keep: KeyCache<Key>["keep"] = (keys) => {
    for (const [apiKey, key] of keys) remember(apiKey, key);
  };
  return { find, isRemembered, forget, forgetAll, keep };
}

/** Makes room for one more: the first entry of a map or set is the oldest. */
function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = kept.size < most ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
