/**
 * Times for which clients and caches may keep an answer. The exchange keeps none itself: a request that revalidates
 * gets the state of the last commit.
 */

/** Lifetime of events, markets and series, whose flags, prices and volumes change with trading. */
export const TRADED_SECONDS = 2;

/** Lifetime of names, which their owners change seldom and operators take away at any time. */
export const NAME_SECONDS = 5;

/** Lifetime of tags, which change when somebody lists. */
export const LABEL_SECONDS = 60;
