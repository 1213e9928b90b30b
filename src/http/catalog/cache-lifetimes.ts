/**
 * For how long clients and caches may keep an answer. The exchange keeps none itself: whoever revalidates gets what the
 * last commit left.
 */

/** Of events and markets, whose flags, prices and volumes change with trading. */
export const TRADED_SECONDS = 2;

/** Of tags and series, which change when somebody lists. */
export const LABEL_SECONDS = 60;
