/** The start and the end of what operators list: the end comes after the start. */
import type { Instant } from "../core/catalog.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";

type ListedDates = { readonly startDate?: Instant | undefined; readonly endDate?: Instant | undefined };

/** Refuses an end that is not after the start; `named` is the date that the operator gave. */
export function refuseDates(
  { startDate, endDate }: ListedDates,
  named: keyof ListedDates = "endDate",
): Rejection | undefined {
  if (startDate === undefined || endDate === undefined) return undefined;
  if (Date.parse(endDate) > Date.parse(startDate)) return undefined;
  const [expected, got] =
    named === "endDate"
      ? [`after the start, ${startDate} (now unless one is given)`, endDate]
      : [`before the end, ${endDate}`, startDate];
  return reject("invalid_payload", `${named}: expected an instant ${expected}, got "${got}"`);
}
