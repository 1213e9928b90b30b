/** The start and the end of what operators list: the end comes after the start, and is not over yet when it is given. */
import type { Instant } from "../core/catalog.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";

type ListedDates = { readonly startDate?: Instant | undefined; readonly endDate?: Instant | undefined };

type GivenDate = {
  /** The date that the operator gave. */
  readonly named?: keyof ListedDates;
  readonly now: Instant;
};

/** Time for which an end that was meant to be now may be underway, ms. */
const ON_ITS_WAY_MS = 60_000;

/** Refuses an end that is not after the start, or that is given although it is over: traders would have had no notice of it. */
export function refuseDates(
  { startDate, endDate }: ListedDates,
  { named = "endDate", now }: GivenDate,
): Rejection | undefined {
  if (endDate === undefined) return undefined;
  if (startDate !== undefined && Date.parse(endDate) <= Date.parse(startDate)) {
    const [expected, got] =
      named === "endDate"
        ? [`after the start, ${startDate} (now unless one is given)`, endDate]
        : [`before the end, ${endDate}`, startDate];
    return reject("invalid_payload", `${named}: expected an instant ${expected}, got "${got}"`);
  }
  if (named !== "endDate" || Date.parse(endDate) >= Date.parse(now) - ON_ITS_WAY_MS) return undefined;
  return reject(
    "invalid_payload",
    `endDate: expected an instant from now on, ${now}, got "${endDate}", which is over; what ended earlier ends now`,
  );
}
