/** Least and largest values of what is listed: amounts and dates, as parameters and as they are compared. */
import { Type } from "typebox";
import { instantOf } from "../../catalog/instants.ts";
import type { InputFault } from "../../core/input-fault.ts";
import { MAX_MICROS, micros, parseDecimal } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { dateKey } from "../../store/catalog/catalog-entries.ts";
import type { Bounds } from "../../store/catalog/catalog-pages.ts";

/** Collateral with what its unit has of decimals, up to what a number of micros can hold and a little more. */
const AMOUNT = "^(0|[1-9]\\d{0,9})(\\.\\d{1,6})?$";
export const Amount = (description: string) => Type.Optional(Type.String({ pattern: AMOUNT, description }));

/** Larger than any amount is the largest. */
export const readAmount = (text: string | undefined): Micros | undefined =>
  text === undefined ? undefined : micros(parseDecimal(text, 6) ?? MAX_MICROS);

const Moment = (description: string) =>
  Type.Optional(Type.String({ description: `${description}: ISO 8601, or a date` }));

export const DateParameters = {
  start_date_min: Moment("Earliest start"),
  start_date_max: Moment("Latest start"),
  end_date_min: Moment("Earliest end"),
  end_date_max: Moment("Latest end"),
};

const DATES = ["start_date_min", "start_date_max", "end_date_min", "end_date_max"] as const;
type DateQuery = { readonly [Name in (typeof DATES)[number]]?: string };

/** Reads the bounds; the fault is the name of the parameter that is no date. */
export function readDates(
  query: DateQuery,
): Pick<Bounds, "startDateMin" | "startDateMax" | "endDateMin" | "endDateMax"> | InputFault {
  const wrong = DATES.find((name) => query[name] !== undefined && instantOf(query[name]) === undefined);
  if (wrong !== undefined) return { fault: wrong };
  return {
    startDateMin: keyOf(query.start_date_min),
    startDateMax: keyOf(query.start_date_max),
    endDateMin: keyOf(query.end_date_min),
    endDateMax: keyOf(query.end_date_max),
  };
}

const keyOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : dateKey(instantOf(text));
