/** Dates of listings: parsing, formatting and checks. */
import type { Instant } from "../core/markets/catalog.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";

// Dates of documents. The catalog holds instants as RFC 3339 text in UTC, and keeps a given text of this form
// unchanged. Dates in PostgreSQL's form, with other offsets or without a time are converted.

const DATE_PATTERN = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d(?::?\d\d)?))?$/;

/** Returns the milliseconds to add to a local time with this offset for UTC; `undefined` for an invalid offset. */
function offsetMs(offset: string): number | undefined {
  if (offset === "Z" || offset === "z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || "0");
  if (hours > 23 || minutes > 59) return undefined;
  const size = (hours * 60 + minutes) * 60_000;
  return offset.startsWith("-") ? size : -size;
}

/** Reads an instant; `undefined` for any other text, such as a nonexistent day or a time without zone. */
export function parseListedInstant(text: string): Instant | undefined {
  const [, date, time = "00:00:00", fraction = "", zone = "Z"] = DATE_PATTERN.exec(text) ?? [];
  const shift = offsetMs(zone);
  if (date === undefined || shift === undefined) return undefined;
  const local = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(local) || instantAt(local) !== `${date}T${time}Z`) return undefined;
  return /^.{10}T.*Z$/.test(text) ? text : instantAt(local + shift).replace("Z", `${fraction}Z`);
}

/** Makes an instant from milliseconds since 1970, truncated to the second. */
export const instantAt = (ms: number): Instant => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Writes an instant for people: "18 March 2027, 14:00 UTC". */
export function longDateText(ms: number): string {
  const months =
    "January February March April May June July August September October November December".split(" ");
  const date = new Date(ms);
  const time = date.toISOString().slice(11, 16);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${time} UTC`;
}

// Checks of start and end dates that operators give: an end must be after the start and not in the past.

type ListedDates = { readonly startDate?: Instant | undefined; readonly endDate?: Instant | undefined };

type GivenDate = {
  /** Field that the operator changed, which a rejection names. */
  readonly named?: keyof ListedDates;
  readonly now: Instant;
};

/** Tolerance for an end date of "now" that was sent a moment ago, ms. */
const END_DATE_TOLERANCE_MS = 60_000;

/** Rejects an end that is not after the start. Rejects a new end in the past, too: traders would get no notice. */
export function rejectDates(
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
  if (named !== "endDate" || Date.parse(endDate) >= Date.parse(now) - END_DATE_TOLERANCE_MS) return undefined;
  return reject(
    "invalid_payload",
    `endDate: expected an instant from now on, ${now}, got "${endDate}", which is over; what ended earlier ends now`,
  );
}
