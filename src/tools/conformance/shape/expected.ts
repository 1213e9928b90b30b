/** Tables of the expected values of a record's fields. Fields that the record lacks are not compared. */
import { Difference } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { isObject, parsedJson } from "./json-value.ts";
import { leaf, shown } from "./shape.ts";
import type { Shape } from "./shape.ts";

/** Expected fields of a record: each a value (or its text form) or a shape. Undefined and NaN are not compared. */
export type Expected = { readonly [field: string]: string | number | boolean | Shape | undefined };

const NEAR = 1e-4;

function fits(value: unknown, wanted: string | number | boolean): boolean {
  if (typeof wanted === "number") return value !== "" && Math.abs(Number(value) - wanted) < NEAR;
  const isHex = typeof wanted === "string" && wanted.startsWith("0x");
  return isHex ? String(value).toLowerCase() === wanted.toLowerCase() : value === wanted;
}

export function expectFields(answer: Pick<Answer, "request">, record: unknown, expected: Expected): void {
  if (!isObject(record)) return;
  for (const [field, wanted] of Object.entries(expected)) {
    if (wanted === undefined || Number.isNaN(wanted) || !Object.hasOwn(record, field)) continue;
    const value = record[field];
    if (typeof wanted === "function") {
      const fault = wanted(value, field);
      if (fault !== undefined)
        throw new Difference(answer.request, `${fault.at}: ${fault.expected}`, fault.got);
    } else if (!fits(value, wanted))
      throw new Difference(answer.request, `${field} ${wanted}, of ${shown(record)}`, shown(value));
  }
}

/** Start time of the run and current time, in seconds of the server's clock. */
export type Clock = { readonly start: number; readonly now: () => number };

/** Converts a time of any form, in `unitsOfSecond` per second, to seconds; NaN if it is no time. */
export function parseSeconds(value: unknown, unitsOfSecond = 1): number {
  const number = typeof value === "string" ? (parsedJson(value) ?? value) : value;
  return typeof number === "number" ? number / unitsOfSecond : Date.parse(String(number)) / 1000;
}

const LEEWAY_S = 120;

/** Shape of a time within the run, in ISO 8601 or in `unitsOfSecond` per second. */
export const within = ({ start, now }: Clock, unitsOfSecond = 1, leeway = LEEWAY_S): Shape =>
  leaf(`a time within the run, from ${new Date(start * 1000).toISOString()}`, (value) => {
    const seconds = parseSeconds(value, unitsOfSecond);
    return seconds > start - leeway && seconds < now() + leeway;
  });

export const notAfter = (limit: unknown, name: string): Shape =>
  leaf(`no time after ${name}, ${shown(limit)}`, (value) => !(parseSeconds(value) > parseSeconds(limit)));
export const notBefore = (limit: unknown, name: string): Shape =>
  leaf(`no time before ${name}, ${shown(limit)}`, (value) => !(parseSeconds(value) < parseSeconds(limit)));

export const isRising = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || value >= (values[at - 1] ?? value));
export const isFalling = (values: readonly number[]): boolean => isRising(values.toReversed());
