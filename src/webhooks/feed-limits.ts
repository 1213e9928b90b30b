/** Limits of the deliveries of an endpoint. */
import { RETRY_PAUSES_MS } from "./retry-schedule.ts";

export type FeedLimits = {
  /** Events of a feed that were read, not delivered yet, and have no row. */
  readonly underway: number;
  /** Deliveries of a feed that wait in rows. */
  readonly waiting: number;
  /** Dead deliveries of an endpoint that are retained. */
  readonly dead: number;
  /** Concurrent attempts of an endpoint. */
  readonly attempts: number;
  readonly pausesMs: readonly number[];
};

export const FEED_LIMITS: FeedLimits = {
  underway: 200,
  waiting: 1_000,
  dead: 10_000,
  attempts: 8,
  pausesMs: RETRY_PAUSES_MS,
};
