/** Faults that a schema finds in a request: the location, the expected and the received value, and the nearest valid one. */
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import type { TSchema } from "typebox";
import { Errors } from "typebox/schema";
import { PICTURE_PATTERN, PICTURE_WORDS, SOURCE_PATTERN, SOURCE_WORDS } from "../../listings/gamma-fields.ts";
import { LISTED_SLUG_PATTERN, MADE_SLUG_PATTERN, MADE_SLUG_WORDS } from "../../listings/slug.ts";
import { escapeHidden } from "../../core/people/hidden-characters.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { joinShort } from "../../base/short-list.ts";
import { checksumAddress, parseAddress } from "../../signing/address.ts";
import {
  ADDRESS_PATTERN,
  AMOUNT_PATTERN,
  BUILDER_PATTERN,
  CATALOG_ID_PATTERN,
  CONDITION_FORM,
  CONDITION_PATTERN,
  DAY_PATTERN,
  LOWER_NAME_PATTERN,
  GROUP_PATTERN,
  ORDER_PATTERN,
  STORED_HASH_PATTERN,
  STORED_WALLET_PATTERN,
  TOKEN_PATTERN,
  otherId,
} from "./id-patterns.ts";
import { parseIntendedDecimal, nearestAmounts } from "../values/intended-amount.ts";
import { COLOUR_PATTERN, COLOUR_WORDS } from "../page/brand-colours.ts";
import { PATTERN_WORDS, findHiddenFault } from "../values/shown-text.ts";
import { WALLET_FORMAT } from "../values/wallets.ts";

// Describes in words the values that a schema accepts, and finds the valid value nearest to a wrong value, for the hints of
// refusals.

/** A JSON Schema as the validator passes it. */
export type Schema = { readonly [keyword: string]: unknown };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ID_WORDS: ReadonlyMap<unknown, string> = new Map([
  [CONDITION_PATTERN, CONDITION_FORM],
  [ORDER_PATTERN, "an order id, 0x and 64 hex digits"],
  [GROUP_PATTERN, "a name of 1 to 64 letters, digits, _ and -"],
  [BUILDER_PATTERN, "a builder code, 0x and 64 hex digits"],
  [CATALOG_ID_PATTERN, "a whole number above 0 in decimal digits"],
  [STORED_HASH_PATTERN, "0x and 64 hex digits in lower case"],
  [STORED_WALLET_PATTERN, "0x and 40 hex digits in lower case"],
  [LISTED_SLUG_PATTERN, "visible text without blanks, slashes, ?, #, % and \\, and not . or .."],
  [MADE_SLUG_PATTERN, MADE_SLUG_WORDS],
  [PICTURE_PATTERN, PICTURE_WORDS],
  [SOURCE_PATTERN, SOURCE_WORDS],
  [TOKEN_PATTERN, "a token id of up to 78 decimal digits"],
  [DAY_PATTERN, "a day of the calendar, YYYY-MM-DD"],
  [AMOUNT_PATTERN, "an amount with up to ten digits and six decimals"],
  [ADDRESS_PATTERN, "0x and 40 hex digits"],
  [LOWER_NAME_PATTERN, "1 to 64 small letters, digits, points, dashes and underscores, the first no sign"],
  [COLOUR_PATTERN, COLOUR_WORDS],
  ["\\S", "text that is not blank"],
]);

/** Describes a schema as in "an integer from 1 to 500". */
export const describeSchema = (schema: Schema): string => joinWords([...new Set(listOptions(schema))], "or");

/** Lists each of the values, or kinds of values, that a schema accepts. */
function listOptions(schema: Schema): string[] {
  const { const: only, enum: names, anyOf, type } = schema;
  if (only !== undefined) return [only === "" ? '""' : String(only)];
  if (Array.isArray(names)) return names.map(String);
  if (Array.isArray(anyOf)) return anyOf.filter(isSchema).flatMap(listOptions);
  if (Array.isArray(type)) return type.map((one) => describeOneSchema({ ...schema, type: one }));
  return [describeOneSchema(schema)];
}

function describeOneSchema(schema: Schema): string {
  const { format, pattern } = schema;
  if (format === WALLET_FORMAT) return "a wallet address, 0x and 40 hex digits";
  const words =
    typeof pattern === "string"
      ? (PATTERN_WORDS.get(pattern) ?? ID_WORDS.get(pattern) ?? describeUnknownSchema(schema))
      : describeId(schema);
  if (words === undefined) return describeType(schema);
  return schema["maxLength"] === undefined
    ? words
    : `${words}, at most ${String(schema["maxLength"])} characters`;
}

/** Names an id of a known form by the beginning of the schema's description. */
function describeId({ type, description }: Schema): string | undefined {
  if (type !== "string" || typeof description !== "string" || !ID_BEGIN.test(description)) return undefined;
  const [kind = ""] = description.split(/[;:.] /, 1);
  return `${kind.startsWith("O") ? "an" : "a"} ${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
}

const ID_BEGIN = /^(?:Token|Condition|Order) id\b/;

/** Describes a schema without its own words by the document's description, never by the pattern. */
const describeUnknownSchema = ({ description }: Schema): string =>
  typeof description === "string" ? `text: ${description}` : "text of another form";

function describeType(schema: Schema): string {
  switch (schema["type"]) {
    case "integer":
      return `an integer${formatBounds(schema)}`;
    case "number":
      return `a number${formatBounds(schema)}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "string":
      return `text${formatCount(schema["minLength"], schema["maxLength"], "characters")}`;
    case "array":
      if (Array.isArray(schema["items"]))
        return `[${schema["items"].filter(isSchema).map(describeSchema).join(", ")}]`;
      return `a list${formatCount(schema["minItems"], schema["maxItems"], "items")}`;
    case "object":
      return Array.isArray(schema["required"])
        ? `an object with ${joinWords(schema["required"].map(String), "and")}`
        : "an object";
    default:
      return "another value";
  }
}

function formatBounds({ minimum: least, maximum: most, exclusiveMinimum, exclusiveMaximum }: Schema): string {
  if (exclusiveMinimum !== undefined || exclusiveMaximum !== undefined) {
    const bounds = [
      ["above", exclusiveMinimum],
      ["at least", least],
      ["below", exclusiveMaximum],
      ["at most", most],
    ];
    const words = bounds.flatMap(([word, limit]) =>
      limit === undefined ? [] : [`${word} ${String(limit)}`],
    );
    return ` ${words.join(" and ")}`;
  }
  if (least === undefined) return most === undefined ? "" : ` of at most ${String(most)}`;
  return most === undefined ? ` of at least ${String(least)}` : ` from ${String(least)} to ${String(most)}`;
}

function formatCount(least: unknown, most: unknown, what: string): string {
  if (least === undefined) return most === undefined ? "" : ` of at most ${String(most)} ${what}`;
  if (most === undefined) return ` of at least ${String(least)} ${what}`;
  return least === most ? ` of ${String(least)} ${what}` : ` of ${String(least)} to ${String(most)} ${what}`;
}

/** Joins words, as in "GTC, GTD or FOK". */
function joinWords(words: readonly string[], last: string): string {
  const [end = "", ...others] = words.toReversed();
  return others.length === 0 ? end : `${others.toReversed().join(", ")} ${last} ${end}`;
}

/** Finds the valid value that was most likely meant, as JSON except for names; `undefined` if none is near. */
export function nearestValue(schema: Schema, got: unknown): string | undefined {
  const { const: only, enum: names, anyOf, format, type, pattern } = schema;
  if (only !== undefined) return nearestOnly([only], got);
  if (Array.isArray(names)) return typeof got === "string" ? nearestName(got, names.map(String)) : undefined;
  if (Array.isArray(anyOf)) return nearestOption(anyOf.filter(isSchema), got);
  if (format === WALLET_FORMAT) return typeof got === "string" ? nearestWallet(got) : undefined;
  if (typeof pattern === "string" && typeof got === "string") return nearestText(schema, pattern, got);
  switch (type) {
    case "integer":
    case "number":
      return nearestNumber(schema, got);
    case "boolean":
      return got === "true" || got === "false" ? got : undefined;
    case "string":
      return typeof got === "number" && Number.isSafeInteger(got) ? JSON.stringify(String(got)) : undefined;
    default:
      return undefined;
  }
}

function nearestOption(options: readonly Schema[], got: unknown): string | undefined {
  const only = options.map((option) => option["const"]).filter((value) => value !== undefined);
  const others = options.filter((option) => option["const"] === undefined);
  return (
    nearestOnly(only, got) ??
    others.map((option) => nearestValue(option, got)).find((nearest) => nearest !== undefined)
  );
}

/** Finds the valid value nearest to a single wrong one: a similar name, or the nearest number. */
function nearestOnly(values: readonly unknown[], got: unknown): string | undefined {
  const meant = parseIntendedDecimal(got);
  if (meant !== undefined) {
    const [nearest] = values
      .filter((value) => typeof value === "number")
      .toSorted((one, other) => Math.abs(one - Number(meant)) - Math.abs(other - Number(meant)));
    if (nearest !== undefined) return String(nearest);
  }
  const names = values.filter((value) => typeof value === "string");
  return typeof got === "string" ? nearestName(got, names) : undefined;
}

/** Finds the nearest number within the bounds. Next to an exclusive bound there is a nearest integer only. */
function nearestNumber(schema: Schema, got: unknown): string | undefined {
  const meant = parseIntendedDecimal(got);
  if (meant === undefined) return undefined;
  const whole = schema["type"] === "integer";
  const readBound = (name: string, otherwise: number): number => {
    const value = schema[name];
    return typeof value === "number" ? value : otherwise;
  };
  const [above, below] = [readBound("exclusiveMinimum", -Infinity), readBound("exclusiveMaximum", Infinity)];
  const exclusiveStep = whole ? 1 : 0;
  const least = Math.max(readBound("minimum", Number.MIN_SAFE_INTEGER), above + exclusiveStep);
  const most = Math.min(readBound("maximum", Number.MAX_SAFE_INTEGER), below - exclusiveStep);
  const inside = Math.min(Math.max(Number(meant), least), most);
  const value = whole ? Math.round(inside) : inside;
  return value > above && value < below ? String(value) : undefined;
}

const nearestWallet = (got: string): string | undefined => {
  const lower = parseAddress(got.trim().toLowerCase());
  return lower && checksumAddress(lower);
};

/** Amounts that match AMOUNT_PATTERN: ten digits and six decimals. */
const AMOUNTS = { places: 6, least: 0, most: 9_999_999_999_999_999n };

/** Repairs a text whose only faults are surrounding blanks, the case of letters or a missing 0x. */
function nearestText({ maxLength }: Schema, pattern: string, got: string): string | undefined {
  if (pattern === AMOUNT_PATTERN) return nearestAmounts(got, AMOUNTS)[0];
  const form = new RegExp(pattern, "u");
  const bare = got.trim();
  const most = typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY;
  const forms = [bare, bare.toLowerCase(), ...(/^[0-9a-f]+$/i.test(bare) ? [`0x${bare}`] : [])];
  return forms.find((text) => text !== got && text.length <= most && form.test(text));
}

type SchemaError = FastifySchemaValidationError & {
  readonly data?: unknown;
  readonly parentSchema?: unknown;
};

/** Expected and received value at a location. */
export type ValueFault = {
  /** Description as in "BUY or SELL". */
  readonly expected: string;
  /** The faulty part of the received value, in words; absent if the whole value is at fault. */
  readonly part?: string | undefined;
  /** Received value; `undefined` if no value was sent. */
  readonly got: unknown;
  /** Valid value nearest to `got`. */
  readonly nearest?: string | undefined;
  /** Suggestion for another value, if no valid one is near. */
  readonly instead?: string | undefined;
  /** True if `expected` lists all allowed names. */
  readonly choice?: boolean;
};

export type ValidationFault = ValueFault & {
  /** Path of names to the value, each after a slash: "/order/side"; "" is the whole request part. */
  readonly path: string;
  /** True if the value is missing. */
  readonly missing: boolean;
};

/** A list whose parameter was repeated although the list must be one value; every schema rejects such a list. */
export class RepeatedList {
  readonly values: readonly string[];
  constructor(values: readonly string[]) {
    this.values = values;
  }
}

/** Returns the first fault, with all values that would have been valid there. */
export function firstFault(found: readonly SchemaError[]): ValidationFault {
  const [first] = found;
  const path = first?.instancePath ?? "";
  const choice = found.find(({ keyword, instancePath }) => keyword === "anyOf" && instancePath === path);
  const { keyword, params = {}, data, parentSchema } = choice ?? first ?? {};
  const schema = isSchema(parentSchema) ? parentSchema : {};
  if (keyword === "required") {
    const fault = missingFault(path, schema, String(params["missingProperty"]));
    return { ...fault, instead: findMisspelling(fault, schema, data) };
  }
  if (keyword === "additionalProperties")
    return unknownFault(path, schema, String(params["additionalProperty"]));
  if (data instanceof RepeatedList) {
    const { values } = data;
    const expected = "one value with commas between the items";
    return { path, missing: false, expected, got: values, nearest: JSON.stringify(values.join()) };
  }
  const hidden = hiddenFault(path, schema, data);
  if (hidden !== undefined) return hidden;
  const nearest = nearestValue(schema, data);
  const instead = typeof data === "string" ? otherId(schema["pattern"], data) : undefined;
  const isChoice = Array.isArray(schema["enum"]);
  return {
    path,
    missing: false,
    choice: isChoice,
    expected: describeSchema(schema),
    got: data,
    nearest,
    instead,
  };
}

/** Describes a hidden character in a text, for whichever of the schema's alternatives. */
function hiddenFault(path: string, schema: Schema, data: unknown): ValidationFault | undefined {
  const { anyOf } = schema;
  const options = Array.isArray(anyOf) ? anyOf.filter(isSchema) : [schema];
  for (const option of options) {
    const found = findHiddenFault(option, data);
    if (found === undefined) continue;
    const { code, position, clean } = found;
    const nearest = clean === "" || clean.length > MAX_GOT ? undefined : JSON.stringify(clean);
    const part = `${code} at character ${position}`;
    return { path, missing: false, expected: "text without hidden characters", got: data, part, nearest };
  }
  return undefined;
}

const getProperties = ({ properties }: Schema): Schema => (isSchema(properties) ? properties : {});

function missingFault(path: string, schema: Schema, name: string): ValidationFault {
  const property = getProperties(schema)[name];
  const expected = isSchema(property) ? describeSchema(property) : "a value";
  return { path: `${path}/${name}`, missing: true, expected, got: undefined };
}

/** Other operations' names for an id, by the id's description. */
const ID_NAMES: readonly (readonly [kind: string, names: RegExp])[] = [
  ["a token id", /^(?:token|asset)(?:_?id)?$/i],
  ["a condition id", /^(?:market|condition)(?:_?id)?$/i],
  ["an order id", /^(?:id|order(?:_?id)?)$/i],
];

/** Finds the name under which the missing value was most likely sent. */
function findMisspelling(
  { path, expected }: ValidationFault,
  schema: Schema,
  data: unknown,
): string | undefined {
  const known = getProperties(schema);
  const others = Object.keys(isSchema(data) ? data : {}).filter((name) => !Object.hasOwn(known, name));
  const names = ID_NAMES.find(([kind]) => expected.startsWith(kind))?.[1];
  const near =
    nearestName(path.slice(path.lastIndexOf("/") + 1), others) ?? others.find((name) => names?.test(name));
  return near === undefined ? undefined : `it came as ${near}`;
}

function unknownFault(path: string, schema: Schema, name: string): ValidationFault {
  const names = Object.keys(getProperties(schema));
  const nearest = nearestName(name, names);
  return {
    path,
    missing: false,
    expected: names.length === 0 ? "no field" : `no field but ${joinShort(names)}`,
    got: name,
    nearest,
  };
}

/** Describes a mistake: `order.side: expected BUY or SELL, got "buy"; nearest: BUY`. */
export const describeMistake = (place: string, fault: ValueFault): string =>
  `${place}: ${describeFault(fault)}`;

/** Describes the mistake without its location. */
export function describeFault({ expected, got, part, nearest, instead }: ValueFault): string {
  const near = nearest === undefined ? ((instead && `; ${instead}`) ?? "") : `; nearest: ${nearest}`;
  const given = part ?? (got === undefined ? "nothing" : formatReceived(got));
  return `expected ${expected}, got ${given}${near}`;
}

/** Returns the dotted name of the value at a fault's path; `whole` names the part of the request. */
export const formatFaultPath = (path: string, whole: string): string =>
  path === "" ? whole : path.slice(1).replaceAll("/", ".");

/** Maximum characters of a value that a hint quotes. */
const MAX_GOT = 80;

function formatReceived(got: unknown): string {
  const text = escapeHidden(clip(JSON.stringify(got), MAX_GOT));
  if (Array.isArray(got) && got.length > 1) return `${got.length} items, ${text}`;
  return typeof got === "string" && got.length > MAX_GOT ? `${got.length} characters, ${text}` : text;
}

export const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}...` : text;

// Validates a single value, such as an item of a list or a message, and describes its fault.

/** Describes the fault in the wording of the whole body's validation; `index` is the item's index in the list. */
export function describeItemFault(schema: TSchema, item: unknown, index: number): string {
  const fault = findFault(schema, item);
  return describeMistake(formatFaultPath(`/${index}${fault.path}`, "body"), fault);
}

/** Describes the fault of an invalid message; `whole` names the message in the text. */
export function describeMessageFault(schema: TSchema, message: unknown, whole = "message"): string {
  const fault = findFault(schema, message);
  return describeMistake(formatFaultPath(fault.path, whole), fault);
}

function findFault(schema: TSchema, item: unknown): ValidationFault {
  const [, errors] = Errors(schema, item);
  const found = errors.map(({ keyword, instancePath, schemaPath, params, message }) => ({
    keyword,
    instancePath,
    schemaPath,
    message,
    params: "requiredProperties" in params ? { missingProperty: params.requiredProperties[0] ?? "" } : {},
    data: valueAt(item, instancePath),
    parentSchema: valueAt(schema, schemaPath),
  }));
  return firstFault(found);
}

/** Returns the value at a path of names, each after a slash. */
const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      whole,
    );
