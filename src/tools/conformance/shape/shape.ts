/** Shapes of JSON values, and the first position at which a value differs. Fields beyond those of a shape are allowed. */
import { isObject } from "./json-value.ts";

/** A mismatch at a path, such as `data[0].price`. */
export type ShapeFault = { readonly at: string; readonly expected: string; readonly got: string };

export type Shape = (value: unknown, at: string) => ShapeFault | undefined;

export const leaf =
  (expected: string, fits: (value: unknown) => boolean): Shape =>
  (value, at) =>
    fits(value) ? undefined : { at, expected, got: shown(value) };

const textShape = (expected: string, form: RegExp): Shape =>
  leaf(expected, (value) => typeof value === "string" && form.test(value));

export const text = leaf("a text", (value) => typeof value === "string");
export const name = textShape("a text that is not empty", /./s);
/** Shape of an amount as text: `"0.52"`. */
export const amount = textShape("a decimal number as text", /^-?\d+(\.\d+)?$/);
/** Shape of an amount as text, or of an empty text. */
export const amountOrBlank = textShape("a decimal number as text, or an empty text", /^(-?\d+(\.\d+)?)?$/);
export const digits = textShape("digits as text", /^\d+$/);
export const seconds = textShape("unix seconds as text", /^\d{9,10}$/);
export const milliseconds = textShape("unix milliseconds as text", /^\d{12,13}$/);
export const hash = textShape("0x and 64 hex digits", /^0x[0-9a-fA-F]{64}$/);
export const wallet = textShape("0x and 40 hex digits", /^0x[0-9a-fA-F]{40}$/);
export const outcomeAsset = textShape("<condition id>:<outcome index>", /^0x[0-9a-fA-F]{64}:\d+$/);
export const instant = textShape(
  "an ISO 8601 timestamp",
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/,
);
export const textList = textShape(
  "a JSON array of texts, written as text",
  /^\[("([^"\\]|\\.)*"(, ?"([^"\\]|\\.)*")*)?\]$/,
);
export const number = leaf("a number", (value) => typeof value === "number");
export const integer = leaf("an integer", Number.isSafeInteger);
export const flag = leaf("true or false", (value) => typeof value === "boolean");
export const object = leaf("an object", isObject);

export const anyShape = (...values: readonly string[]): Shape =>
  leaf(`one of ${values.join(", ")}`, (value) => typeof value === "string" && values.includes(value));

export const nullable =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? undefined : shape(value, at);

export const blankable =
  (shape: Shape): Shape =>
  (value, at) =>
    value === "" ? undefined : shape(value, at);

export type Fields = { readonly [name: string]: Shape };

/** Makes fields of one shape. */
export const shapeFields = (shape: Shape, ...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((field) => [field, shape]));

/** Makes the shape of an object with these fields, and any of `optional`. */
export const record =
  (fields: Fields, optional: Fields = {}): Shape =>
  (value, at) => {
    if (!isObject(value)) return { at, expected: "an object", got: shown(value) };
    const inside = (field: string): string => (at === "" ? field : `${at}.${field}`);
    for (const [field, shape] of Object.entries(fields)) {
      const fault = Object.hasOwn(value, field)
        ? shape(value[field], inside(field))
        : { at: inside(field), expected: "this field", got: `the fields ${Object.keys(value).join(", ")}` };
      if (fault !== undefined) return fault;
    }
    return firstFault(Object.entries(optional), ([field, shape]) =>
      Object.hasOwn(value, field) ? shape(value[field], inside(field)) : undefined,
    );
  };

export const arrayShape =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value)
      ? firstFault(value, (item: unknown, index) => shape(item, `${at}[${index}]`))
      : { at, expected: "an array", got: shown(value) };

export const recordShape =
  (shape: Shape): Shape =>
  (value, at) =>
    isObject(value)
      ? firstFault(Object.entries(value), ([key, item]) => shape(item, `${at}[${key}]`))
      : { at, expected: "an object", got: shown(value) };

function firstFault<T>(
  items: readonly T[],
  faultOf: (item: T, index: number) => ShapeFault | undefined,
): ShapeFault | undefined {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const MAX_SHOWN = 200;

/** Formats a value as text for people; shortens a long one. */
export function shown(value: unknown): string {
  const written = JSON.stringify(value) ?? "nothing";
  return written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}...` : written;
}
