/**
 * Cache lifetimes of answers for clients and proxies. The exchange itself always gives the state of the last commit, also
 * to a request that revalidates.
 */

/** Cache lifetime of events, markets and series, whose flags, prices and volumes change with trading. */
export const TRADED_SECONDS = 2;

/** Cache lifetime of names, which owners rarely change and operators may remove at any time. */
export const NAME_SECONDS = 5;

/** Cache lifetime of tags, which change only with listings. */
export const LABEL_SECONDS = 60;
