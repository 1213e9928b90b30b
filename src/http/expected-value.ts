/**
 * Describes in words the values that a schema accepts, and finds the valid value nearest to a wrong one: for the hints
 * of refusals.
 */
import { PICTURE_PATTERN, PICTURE_WORDS, SOURCE_PATTERN, SOURCE_WORDS } from "../catalog/addresses.ts";
import { LISTED_SLUG_PATTERN, MADE_SLUG_PATTERN, MADE_SLUG_WORDS } from "../catalog/slug.ts";
import { nearestName } from "../nearest-name.ts";
import { checksumAddress, parseAddress } from "../signing/address.ts";
import {
  ADDRESS_PATTERN,
  AMOUNT_PATTERN,
  BUILDER_PATTERN,
  CATALOG_ID_PATTERN,
  CONDITION_PATTERN,
  DAY_PATTERN,
  LOWER_NAME_PATTERN,
  STORED_HASH_PATTERN,
  STORED_WALLET_PATTERN,
  TOKEN_PATTERN,
} from "./id-patterns.ts";
import { COLOUR_PATTERN, COLOUR_WORDS } from "./page/brand-colours.ts";
import { PATTERN_WORDS } from "./shown-text.ts";
import { meantDecimal, nearestAmounts } from "./meant-amount.ts";
import { WALLET_FORMAT } from "./wallets.ts";

/** A JSON Schema as the validator passes it. */
export type Schema = { readonly [keyword: string]: unknown };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ID_WORDS: ReadonlyMap<unknown, string> = new Map([
  [CONDITION_PATTERN, "a condition id, 0x and 64 hex digits"],
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
export const wordsFor = (schema: Schema): string => joined([...new Set(optionsOf(schema))], "or");

/** Lists each of the values, or kinds of values, that a schema accepts. */
function optionsOf(schema: Schema): string[] {
  const { const: only, enum: names, anyOf, type } = schema;
  if (only !== undefined) return [only === "" ? '""' : String(only)];
  if (Array.isArray(names)) return names.map(String);
  if (Array.isArray(anyOf)) return anyOf.filter(isSchema).flatMap(optionsOf);
  if (Array.isArray(type)) return type.map((one) => wordsForOne({ ...schema, type: one }));
  return [wordsForOne(schema)];
}

function wordsForOne(schema: Schema): string {
  const { format, pattern } = schema;
  if (format === WALLET_FORMAT) return "a wallet address, 0x and 40 hex digits";
  const words =
    typeof pattern === "string"
      ? (PATTERN_WORDS.get(pattern) ?? ID_WORDS.get(pattern) ?? wordsOfUnknown(schema))
      : wordsOfId(schema);
  if (words === undefined) return wordsForType(schema);
  return schema["maxLength"] === undefined
    ? words
    : `${words}, at most ${String(schema["maxLength"])} characters`;
}

/** Names an id of a known form by its kind, the beginning of its description. */
function wordsOfId({ type, description }: Schema): string | undefined {
  if (type !== "string" || typeof description !== "string" || !ID_BEGIN.test(description)) return undefined;
  const [kind = ""] = description.split(/[;:.] /, 1);
  return `${kind.startsWith("O") ? "an" : "a"} ${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
}

const ID_BEGIN = /^(?:Token|Condition|Order) id\b/;

/** Describes a pattern without words of its own by the document's description, never by the pattern itself. */
const wordsOfUnknown = ({ description }: Schema): string =>
  typeof description === "string" ? `text: ${description}` : "text of another form";

function wordsForType(schema: Schema): string {
  switch (schema["type"]) {
    case "integer":
      return `an integer${within(schema)}`;
    case "number":
      return `a number${within(schema)}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "string":
      return `text${counted(schema["minLength"], schema["maxLength"], "characters")}`;
    case "array":
      if (Array.isArray(schema["items"]))
        return `[${schema["items"].filter(isSchema).map(wordsFor).join(", ")}]`;
      return `a list${counted(schema["minItems"], schema["maxItems"], "items")}`;
    case "object":
      return Array.isArray(schema["required"])
        ? `an object with ${joined(schema["required"].map(String), "and")}`
        : "an object";
    default:
      return "another value";
  }
}

function within({ minimum: least, maximum: most, exclusiveMinimum, exclusiveMaximum }: Schema): string {
  if (exclusiveMinimum !== undefined || exclusiveMaximum !== undefined) {
    const bounds = [
      ["above", exclusiveMinimum],
      ["at least", least],
      ["below", exclusiveMaximum],
      ["at most", most],
    ];
    const words = bounds.flatMap(([word, bound]) =>
      bound === undefined ? [] : [`${word} ${String(bound)}`],
    );
    return ` ${words.join(" and ")}`;
  }
  if (least === undefined) return most === undefined ? "" : ` of at most ${String(most)}`;
  return most === undefined ? ` of at least ${String(least)}` : ` from ${String(least)} to ${String(most)}`;
}

function counted(least: unknown, most: unknown, what: string): string {
  if (least === undefined) return most === undefined ? "" : ` of at most ${String(most)} ${what}`;
  if (most === undefined) return ` of at least ${String(least)} ${what}`;
  return least === most ? ` of ${String(least)} ${what}` : ` of ${String(least)} to ${String(most)} ${what}`;
}

/** Joins words, as in "GTC, GTD or FOK". */
function joined(words: readonly string[], last: string): string {
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
  const meant = meantDecimal(got);
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
  const meant = meantDecimal(got);
  if (meant === undefined) return undefined;
  const whole = schema["type"] === "integer";
  const bound = (name: string, otherwise: number): number => {
    const value = schema[name];
    return typeof value === "number" ? value : otherwise;
  };
  const [above, below] = [bound("exclusiveMinimum", -Infinity), bound("exclusiveMaximum", Infinity)];
  const beside = whole ? 1 : 0;
  const least = Math.max(bound("minimum", Number.MIN_SAFE_INTEGER), above + beside);
  const most = Math.min(bound("maximum", Number.MAX_SAFE_INTEGER), below - beside);
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
