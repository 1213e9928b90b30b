/** The name of a request that changes something: the exchange remembers it, so that it is carried out once. */

/** Hashes are SHA-256 as 64 lower-case hex digits. */
export type RequestName = {
  /** The lower-case address of an owner, or `operator NAME`. */
  readonly caller: string;
  /** Hash of the caller and its `Idempotency-Key`; absent when the request came without one. */
  readonly key?: string | undefined;
  /** Hash of everything that the caller signed; absent when nothing was signed. */
  readonly signed?: string | undefined;
  /** Hash of the operation with its path, query and body. */
  readonly content: string;
};

/**
 * Whether `later` is `earlier` sent again. A key tells requests apart that are otherwise equal: two with different keys
 * are two, although they were signed alike. One without a key is told by its signature alone.
 */
export function isRepeat(earlier: RequestName, later: RequestName): boolean {
  if (later.key !== undefined && earlier.key !== undefined) return earlier.key === later.key;
  return later.signed !== undefined && earlier.signed === later.signed;
}
