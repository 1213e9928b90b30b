/** Reads the fields of a form by name. */
import { ONE } from "../../../../src/core/units.ts";
import { formatTicks, readCents, readTicks } from "../../base/money.ts";

/** Reads the trimmed text of a field; empty if the form has no such field. */
export type FieldReader = (name: string) => string;

export const readEmptyField: FieldReader = () => "";

export function readForm(form: HTMLFormElement): FieldReader {
  const texts = new Map<string, string>();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && !texts.has(name)) texts.set(name, value.trim());
  return (name) => texts.get(name) ?? "";
}

/** Replaces the decimal comma of some languages by a point, in numbers without a thousands separator. */
export const toDecimalPoint = (text: string): string => text.replace(",", ".");

const CENTS = /^(\d*[.,]?\d+) *¢?$/;

/**
 * Reads a price that is typed in cents, as 50 or 50¢, or as a part of 1, as 0.50. Returns its decimal text; `undefined` for
 * other text, and for prices that no share can have.
 */
export function readPrice(text: string): string | undefined {
  const number = toDecimalPoint(CENTS.exec(text)?.[1] ?? "");
  const price = text.endsWith("¢") || Number(number) >= 1 ? readCents(number) : readTicks(number);
  return price !== undefined && price > 0 && price < ONE ? formatTicks(price) : undefined;
}

/** Time zone of the browser, in which dates are typed. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

type FilledFields<Name extends string> = { readonly [N in Name]?: string };

/** Picks the fields that are not empty, for a request whose other parameters are left out. */
export const readFilledFields = <Name extends string>(
  readField: FieldReader,
  names: readonly Name[],
): FilledFields<Name> => readFilledAs(readField, names, (text) => text);

/** Converts a local date and time to the interfaces' format, UTC in seconds. */
export const toInstantText = (local: string): string => new Date(local).toISOString().replace(/\.\d+Z$/, "Z");

/** Picks the dates that are not empty, converted by `toInstantText`. */
export const readFilledInstants = <Name extends string>(
  readField: FieldReader,
  names: readonly Name[],
): FilledFields<Name> => readFilledAs(readField, names, toInstantText);

function readFilledAs<Name extends string>(
  readField: FieldReader,
  names: readonly Name[],
  write: (text: string) => string,
): FilledFields<Name> {
  const written = names
    .filter((name) => readField(name) !== "")
    .map((name) => [name, write(readField(name))] as const);
  // `Object.fromEntries` loses the names from the type.
  return Object.fromEntries(written) as FilledFields<Name>;
}

/** Reads a list whose items are separated by line breaks, blanks, commas or semicolons. */
export const readList = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((item) => item !== "");

/** Reads the version of a market; v1, the standard, is left out. */
export const readVersion = (readField: FieldReader): { readonly version?: "v2" } =>
  readField("protocolV2") === "" ? {} : { version: "v2" };
