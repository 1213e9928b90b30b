/** A bound on how long an operation may leave its caller without an answer: a database that stopped answers nothing at all. */
import { StoreUnavailable } from "../../store/sql/unavailable.ts";

/** Gives the promise's value, or `StoreUnavailable` when that takes longer. The work that it waits for goes on. */
export async function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StoreUnavailable()), milliseconds);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
