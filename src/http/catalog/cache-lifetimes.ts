/**
 * Cache lifetimes of answers for clients and proxies. The exchange caches none of them itself: a request that revalidates
 * gets the state of the last commit.
 */

/** Lifetime of events, markets and series, whose flags, prices and volumes change with trading. */
export const TRADED_SECONDS = 2;

/** Lifetime of names, which owners rarely change and operators may remove at any time. */
export const NAME_SECONDS = 5;

/** Lifetime of tags, which change only with listings. */
export const LABEL_SECONDS = 60;
