/**
 * The values of a query in the types of its schema. What has the form of its type becomes a value of it; what has not
 * stays the text that it was, for validation to refuse with that text. Empty is absent, absent is the default.
 */
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import { pageMaximum } from "./page-limit.ts";
import type { RefusalForm } from "./refusal-form.ts";

type RawQuery = Readonly<Record<string, string | readonly string[]>>;
type QueryValues = Record<string, unknown>;
type Lists = RefusalForm["lists"];

/** `query` is what the query parser gives: text by name, a list where a name is repeated. */
export function readQueryValues(schema: TObject, query: unknown, lists: Lists): QueryValues {
  const raw = query as RawQuery;
  const values: QueryValues = Object.fromEntries(Object.entries(raw).filter(([, text]) => text !== ""));
  for (const [name, property] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(values, name) ? raw[name] : undefined;
    const value = given === undefined ? undefined : readValue(property, given, lists);
    if (value !== undefined) values[name] = value;
    else if ("default" in property) values[name] = property.default;
    else delete values[name];
  }
  return values;
}

/** A list without items, or one that may not be repeated and is, stays the text that it was. */
function readValue(property: TSchema, given: string | readonly string[], lists: Lists): unknown {
  if (Type.IsArray(property)) {
    if (typeof given !== "string" && lists === "with-commas") return given.join();
    const { items } = property;
    const texts = [given]
      .flat()
      .flatMap((text) => text.split(","))
      .filter((text) => text !== "");
    return texts.length === 0 ? [given].flat().join() : texts.map((text) => readText(items, text));
  }
  return typeof given === "string" ? readText(property, given) : given;
}

/** The first parameter of a URL's query, in the order sent, that the schema does not have. */
export function findUnknown(schema: TObject | undefined, url: string): string | undefined {
  const at = url.indexOf("?");
  if (at === -1) return undefined;
  const names = [...new URLSearchParams(url.slice(at)).keys()];
  return names.find((name) => schema === undefined || !Object.hasOwn(schema.properties, name));
}

/** In any case of letters: Python's clients write True. */
const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

/** JSON's numbers, and leading zeros. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function readText(schema: TSchema, text: string): unknown {
  if (Type.IsInteger(schema)) return readInteger(schema, text);
  if (Type.IsNumber(schema)) return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
  if (Type.IsBoolean(schema)) return BOOLEANS.get(text.toLowerCase()) ?? text;
  return text;
}

function readInteger(schema: TSchema, text: string): number | string {
  if (!/^-?\d+$/.test(text)) return text;
  const value = Math.min(Number(text), pageMaximum(schema) ?? Number.POSITIVE_INFINITY);
  return Number.isSafeInteger(value) ? value : text;
}

/** A value with a NUL in it, which no stored text has and PostgreSQL does not take. */
export function findNul(values: unknown): { readonly name: string; readonly value: unknown } | undefined {
  const found = Object.entries(values ?? {}).find(([, value]) => [value].flat().some(hasNul));
  return found && { name: found[0], value: found[1] };
}

const hasNul = (value: unknown): boolean => typeof value === "string" && value.includes("\0");
