/**
 * Converts query values to the types of their schema. A text in the form of its type becomes a value; any other text stays
 * as it is, for validation to refuse. An empty value counts as absent, and an absent one gets the default. An empty text is
 * kept if the schema sets a minimum length.
 */
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import { spelledAs } from "../../nearest-name.ts";
import { AMOUNT_PATTERN } from "../id-patterns.ts";
import { pageMaximum } from "../page-limit.ts";
import { plainDecimal } from "../meant-amount.ts";
import type { QueryForm } from "../refusal-form.ts";
import { RepeatedList } from "../validation-fault.ts";

/** Marks a text parameter whose repeated values are joined by commas. */
export const JOINED_KEYWORD = "x-joined";

type RawQuery = Readonly<Record<string, string | readonly string[]>>;
type QueryValues = Record<string, unknown>;

/** Reads the values from `query`, the query parser's result: text by name, a list if a name is repeated. */
export function readQueryValues({ properties }: TObject, query: unknown, form: QueryForm): QueryValues {
  const raw = query as RawQuery;
  // Any name may come, including names of the prototype.
  const values: QueryValues = Object.create(null);
  for (const name in raw) if (raw[name] !== "" || refusesEmpty(properties, name)) values[name] = raw[name];
  for (const name in properties) {
    const property = properties[name];
    const given = values[name] === undefined ? undefined : raw[name];
    if (property === undefined) continue;
    if (given !== undefined) values[name] = readValue(property, given, form);
    else if ("default" in property) values[name] = property.default;
  }
  return values;
}

function refusesEmpty(properties: TObject["properties"], name: string): boolean {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return property !== undefined && "minLength" in property;
}

/** Reads one value; a list without items stays the text that it was. */
function readValue(property: TSchema, given: string | readonly string[], form: QueryForm): unknown {
  if (Type.IsArray(property)) {
    if (typeof given !== "string" && form.lists === "with-commas") return new RepeatedList(given);
    const { items } = property;
    const texts = [given]
      .flat()
      .flatMap((text) => text.split(","))
      .filter((text) => text !== "");
    return texts.length === 0 ? [given].flat().join() : texts.map((text) => readText(items, text, form));
  }
  if (typeof given === "string") return readText(property, given, form);
  return JOINED_KEYWORD in property && form.lists === "repeated" ? given.join() : given;
}

/** Keeps only the values that the schema has, so that no handler reads a parameter that its dialect ignores. */
export function keepKnown(schema: TObject | undefined, values: unknown): QueryValues {
  const given = values as QueryValues;
  const names = Object.keys(schema?.properties ?? {}).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** Lists the parameters of a URL's query that the schema does not have, in the order sent. */
export function listUnknown(schema: TObject | undefined, url: string, query: unknown): readonly string[] {
  const isUnknown = (name: string): boolean =>
    schema === undefined || !Object.hasOwn(schema.properties, name);
  for (const name in query as RawQuery)
    if (isUnknown(name))
      return [...new URLSearchParams(url.slice(url.indexOf("?"))).keys()].filter(isUnknown);
  return [];
}

/** Booleans, in any letter case: Python clients write True. */
const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

function readText(schema: TSchema, text: string, { spellings }: QueryForm): unknown {
  if (Type.IsInteger(schema)) return readInteger(schema, text);
  if (Type.IsNumber(schema)) return readNumber(text);
  if (Type.IsBoolean(schema)) return BOOLEANS.get(text.toLowerCase()) ?? readCount(text);
  if (Type.IsEnum(schema) && spellings === "any") return spelledAs(text, schema.enum.map(String)) ?? text;
  if ("pattern" in schema && schema.pattern === AMOUNT_PATTERN) return plainDecimal(text) ?? text;
  return text;
}

function readNumber(text: string): number | string {
  const value = Number(plainDecimal(text) ?? Number.NaN);
  return Number.isFinite(value) ? value : text;
}

function readInteger(schema: TSchema, text: string): number | string {
  const whole = readNumber(text);
  if (typeof whole === "string" || !Number.isInteger(whole)) return text;
  const value = Math.min(whole, pageMaximum(schema) ?? Number.POSITIVE_INFINITY);
  return Number.isSafeInteger(value) ? value : text;
}

/** Reads a boolean written as a number: 0 is false, any other whole number true. */
function readCount(text: string): boolean | string {
  const decimal = plainDecimal(text) ?? "";
  return /^\d+$/.test(decimal) ? decimal !== "0" : text;
}

/** Finds a value with a NUL in it: no stored text has one, and PostgreSQL rejects it. */
export function findNul(values: unknown): { readonly name: string; readonly value: unknown } | undefined {
  const given = values as QueryValues;
  for (const name in given) {
    const value = given[name];
    if (Array.isArray(value) ? value.some(hasNul) : hasNul(value)) return { name, value };
  }
  return undefined;
}

const hasNul = (value: unknown): boolean => typeof value === "string" && value.includes("\0");
