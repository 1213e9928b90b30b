/** Bounds of amounts and dates in listings: the parameters, and their values for comparisons. */
import { Type } from "typebox";
import { instantAt, parseListedInstant } from "../../listings/dates.ts";
import type { Instant } from "../../core/markets/catalog.ts";
import type { InputFault } from "../../core/values/input-fault.ts";
import { MAX_MICROS, micros, parseDecimal } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { AMOUNT_PATTERN } from "../operation/id-patterns.ts";
import { dateKey } from "../../store/catalog/catalog-entries.ts";
import type { EventFilter } from "../../store/catalog/catalog-events.ts";
import type { Bounds } from "../../store/catalog/catalog-pages.ts";

export const Amount = (description: string) =>
  Type.Optional(Type.String({ pattern: AMOUNT_PATTERN, description }));

/** Parses an amount; a value above the maximum amount becomes the maximum. */
export const readAmount = (text: string | undefined): Micros | undefined =>
  text === undefined ? undefined : micros(parseDecimal(text, 6) ?? MAX_MICROS);

const AMOUNT_TEXT = new RegExp(AMOUNT_PATTERN);

/** Converts a number by its shortest decimal form to an amount; `undefined` if the form is no valid amount. */
export function toMicros(number: number): Micros | undefined {
  const text = String(number);
  return AMOUNT_TEXT.test(text) ? readAmount(text) : undefined;
}

export const Moment = (description: string) =>
  Type.Optional(Type.String({ description: `${description}: ISO 8601, a date, or unix seconds` }));

export const DateParameters = {
  start_date_min: Moment("Earliest start"),
  start_date_max: Moment("Latest start"),
  end_date_min: Moment("Earliest end"),
  end_date_max: Moment("Latest end"),
};

const DATES = [
  "start_date_min",
  "start_date_max",
  "end_date_min",
  "end_date_max",
  "start_time_min",
  "start_time_max",
] as const;
type DateBounds = Pick<Bounds, "startDateMin" | "startDateMax" | "endDateMin" | "endDateMax"> &
  Pick<EventFilter, "startTimeMin" | "startTimeMax">;
type DateQuery = { readonly [Name in (typeof DATES)[number]]?: string | undefined };

/** Parses the bounds; the fault names the parameter with an invalid date. */
export function readDates(query: DateQuery, dialect: Dialect): DateBounds | InputFault {
  const keyOf = (name: keyof DateQuery): string | undefined =>
    query[name] === undefined ? undefined : dateKey(parseTime(query[name], dialect));
  const wrong = DATES.find(
    (name) => query[name] !== undefined && parseTime(query[name], dialect) === undefined,
  );
  if (wrong !== undefined) return { fault: wrong };
  return {
    startDateMin: keyOf("start_date_min"),
    startDateMax: keyOf("start_date_max"),
    endDateMin: keyOf("end_date_min"),
    endDateMax: keyOf("end_date_max"),
    startTimeMin: keyOf("start_time_min"),
    startTimeMax: keyOf("start_time_max"),
  };
}

/** Returns the first and the last date key of the day of a time; `undefined` if the text is no valid time. */
export function dayKeys(
  text: string,
  dialect: Dialect,
): { readonly first: string; readonly last: string } | undefined {
  const instant = parseTime(text, dialect);
  const day = instant?.slice(0, "2026-01-01".length);
  return day === undefined ? undefined : { first: dateKey(`${day}T00:00:00Z`), last: `${day}T23:59:59.~` };
}

/** Pattern of unix seconds from 1973 to 2286: fewer digits are a year or a mistake. */
const UNIX_SECONDS = /^\d{9,10}$/;

/** Parses a time. A time without a zone is read as UTC, except in the specification's dialect, where it is invalid. */
function parseTime(text: string, dialect: Dialect): Instant | undefined {
  if (UNIX_SECONDS.test(text)) return instantAt(Number(text) * 1000);
  const instant = parseListedInstant(text);
  return instant === undefined && DIFFERENCES.zonelessTimes.does[dialect] === "utc"
    ? parseListedInstant(`${text}Z`)
    : instant;
}
