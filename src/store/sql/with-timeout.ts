/** Timeouts, each with the name of what was waited for, so that an error never names another cause. */
import { withTimeout } from "../../base/async.ts";
import { NotAttempted, StoreUnavailable } from "./unavailable.ts";

/** Returns the answer of the database, or throws `StoreUnavailable` after the time limit. */
export const withStoreTimeout = <T>(answer: Promise<T>, milliseconds: number): Promise<T> =>
  withTimeout(answer, milliseconds, () => new StoreUnavailable());

/** Timeout for another thread, ms: shorter than that for a whole operation, which blames the database. */
export const THREAD_TIMEOUT_MS = 10_000;

/** Returns the answer of a thread that changes nothing before it answers; on timeout the error names the thread. */
export const askThreadWithTimeout = <T>(
  name: string,
  answer: Promise<T>,
  milliseconds = THREAD_TIMEOUT_MS,
): Promise<T> =>
  withTimeout(
    answer,
    milliseconds,
    () => new NotAttempted(`the thread of ${name} did not answer in ${milliseconds / 1_000} s`),
  );
