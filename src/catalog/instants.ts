/**
 * Dates of documents. An instant of the catalog is RFC 3339 text in UTC, and kept letter for letter when it comes so.
 * The text form of PostgreSQL, other offsets and plain dates are rewritten to it.
 */
import type { Instant } from "../core/catalog.ts";

const FORM = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d(?::?\d\d)?))?$/;

/** Gives the milliseconds to add to a local time of this offset to get UTC; `undefined` for an invalid offset. */
function offsetMs(offset: string): number | undefined {
  if (offset === "Z" || offset === "z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || "0");
  if (hours > 23 || minutes > 59) return undefined;
  const size = (hours * 60 + minutes) * 60_000;
  return offset.startsWith("-") ? size : -size;
}

/** Reads an instant; `undefined` when the text names none, as a day that does not exist or a time without zone. */
export function instantOf(text: string): Instant | undefined {
  const [, date, time = "00:00:00", fraction = "", zone = "Z"] = FORM.exec(text) ?? [];
  const shift = offsetMs(zone);
  if (date === undefined || shift === undefined) return undefined;
  const local = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(local) || instantAt(local) !== `${date}T${time}Z`) return undefined;
  return /^.{10}T.*Z$/.test(text) ? text : instantAt(local + shift).replace("Z", `${fraction}Z`);
}

/** Makes an instant of milliseconds since 1970, cut to the whole second. */
export const instantAt = (ms: number): Instant => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Writes an instant for people: "18 March 2027, 14:00 UTC". */
export function longDateText(ms: number): string {
  const months =
    "January February March April May June July August September October November December".split(" ");
  const date = new Date(ms);
  const time = date.toISOString().slice(11, 16);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${time} UTC`;
}
