/** Identity of a request that changes something. The exchange remembers it, so that the request is carried out once. */

/** Hashes that identify a request: SHA-256 as 64 lower-case hex digits. */
export type RequestName = {
  /** The lower-case address of an owner, `operator NAME`, `anyone`, or `exchange` for automatic steps. */
  readonly caller: string;
  /** Hash of the caller and its `Idempotency-Key`; absent when the request came without one. */
  readonly key?: string | undefined;
  /** Hash of everything that the caller signed, which excludes the query; absent if nothing was signed. */
  readonly signed?: string | undefined;
  /** Hash of the operation with its path, query and body. */
  readonly content: string;
};

/** Relation of a request to an earlier one: the same again, or the same key or signature with different content. */
export type Repeat = "same" | "key-reused" | "signature-reused";

/**
 * Compares a request with an earlier one; `undefined` if they are unrelated. Requests with different keys differ, even if
 * they are otherwise equal and were signed alike. A request without a key is identified by its signature, which does not
 * cover the query. A signature that came without a key cannot be given one later.
 */
export function compareRequests(earlier: RequestName, later: RequestName): Repeat | undefined {
  const isSame = earlier.content === later.content;
  if (later.key !== undefined && earlier.key !== undefined) {
    if (later.key !== earlier.key) return undefined;
    return isSame ? "same" : "key-reused";
  }
  if (later.signed === undefined || later.signed !== earlier.signed) return undefined;
  return isSame && later.key === undefined ? "same" : "signature-reused";
}

/**
 * Finds the request that a later one repeats. A match of the key takes precedence over matches of the signature, since
 * several requests may share a signature. Among equals the first is taken.
 */
export function findEarlierRequest<Earlier extends { readonly name: RequestName | undefined }>(
  earlier: readonly Earlier[],
  later: RequestName,
): Earlier | undefined {
  const alike = earlier.filter(
    ({ name }) => name !== undefined && compareRequests(name, later) !== undefined,
  );
  return alike.find(({ name }) => later.key !== undefined && name?.key === later.key) ?? alike[0];
}
