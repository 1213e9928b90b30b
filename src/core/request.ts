/** The name of a request that changes something: the exchange remembers it, so that it is carried out once. */

/** Hashes are SHA-256 as 64 lower-case hex digits. */
export type RequestName = {
  /** The lower-case address of an owner, `operator NAME`, `anyone`, or `exchange` for what it does by itself. */
  readonly caller: string;
  /** Hash of the caller and its `Idempotency-Key`; absent when the request came without one. */
  readonly key?: string | undefined;
  /** Hash of everything that the caller signed, which the query is not part of; absent when nothing was signed. */
  readonly signed?: string | undefined;
  /** Hash of the operation with its path, query and body. */
  readonly content: string;
};

/** Relation of a request to an earlier one: sent again, or with its key or its signature and something else. */
export type Repeat = "same" | "key-reused" | "signature-reused";

/**
 * Compares a request with an earlier one; `undefined` when they are two. A key tells requests apart that are otherwise
 * equal: two with different keys are two, although they were signed alike. A request without a key is told by its
 * signature, which does not cover the query; one whose signature came without a key cannot be given one.
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
 * Finds the request that a later one repeats. One with its key counts before all with its signature, since a key names a
 * request and a signature may belong to several; of equals the first counts.
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
