/** Bounds on waiting, each with the name of what was waited for: a caller is never told of another culprit. */
import { NothingDone, StoreUnavailable } from "./unavailable.ts";

/** Gives the promise's value, or throws `late` when that takes longer. The work that it waits for goes on. */
export async function inTime<T>(
  answer: Promise<T>,
  milliseconds: number,
  late: () => Error = () => new StoreUnavailable(),
): Promise<T> {
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(() => end.reject(late()), milliseconds);
  try {
    return await Promise.race([answer, end.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Longest wait for another thread, ms: shorter than that for a whole operation, whose reason is the database. */
export const THREAD_MS = 10_000;

/** Gives the answer of a thread that changes nothing before it answers; one that takes longer is named. */
export const threadInTime = <T>(name: string, answer: Promise<T>, milliseconds = THREAD_MS): Promise<T> =>
  inTime(
    answer,
    milliseconds,
    () => new NothingDone(`the thread of ${name} did not answer in ${milliseconds / 1_000} s`),
  );
