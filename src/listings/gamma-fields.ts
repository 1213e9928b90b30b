/**
 * Readers of the fields of one Gamma document. A reader returns the value, or adds a problem and returns a placeholder.
 * The caller checks `problems` once, at the end, and discards the result if there are any. Null counts as absent, and
 * so does a blank text where an optional text cannot be empty.
 */
import type { Instant } from "../core/markets/catalog.ts";
import { findHidden, withoutHidden } from "../core/people/hidden-characters.ts";
import type { TextForm } from "../core/people/hidden-characters.ts";
import { parseCount } from "../core/units.ts";
import { instantAt, parseListedInstant } from "./dates.ts";
import { LISTED_SLUG_PATTERN } from "./slug.ts";

export type Json = Readonly<Record<string, unknown>>;
export type Fields = {
  /** The document. Reading a field removes it from `unread`. */
  source: Json;
  problems: string[];
  /** Descriptions of values that the exchange cannot represent, each with the field and the reason. */
  left: string[];
  /** Fields not read so far, with their values; blank values are left out. */
  unread: Map<string, unknown>;
  /** Number of texts from which hidden characters were removed. */
  cleaned: number;
};

/** Maximum lengths of the catalog's texts, in UTF-16 units. */
export const LIMITS = { slug: 255, title: 1000, label: 250, url: 2048, description: 65_536 } as const;

/** Maximum order delay in seconds, then maximum amount of liquidity rewards. */
export const MAX_DELAY_SECONDS = 3600;
export const MAX_REWARD = 1_000_000_000;

export function createFields(document: Json): Fields {
  const unread = new Map(Object.entries(document).filter(([, value]) => !isBlank(value)));
  const source = new Proxy(document, {
    get(target, name) {
      unread.delete(String(name));
      return Reflect.get(target, name);
    },
  });
  return { source, problems: [], left: [], unread, cleaned: 0 };
}

const BLANKS: ReadonlySet<string> = new Set(["", "null", "[]", "{}"]);

const isBlank = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.keys(value).length === 0
    : BLANKS.has(String(value ?? ""));

/** Formats a value as one short printable line. */
export const shownText = (value: unknown): string => jsonText(value).slice(0, 200).replace(/\p{C}/gu, "?");

function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "a value that nests too deep";
  }
}

/** Merges the result of reading a nested object; `label` prefixes the nested problems. */
export function addInner(fields: Fields, name: string, inner: Fields, label = `${name}.`): void {
  fields.cleaned += inner.cleaned;
  fields.problems.push(...inner.problems.map((problem) => `${label}${problem}`));
  fields.left.push(...inner.left.map((why) => `${name}.${why}`));
  for (const [field, value] of inner.unread) fields.unread.set(`${name}.${field}`, value);
}

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the reason why a text cannot be stored; `undefined` if it can. */
export function findTextProblem(text: string, limit: number): string | undefined {
  if (text.length > limit) return `is longer than ${limit} characters`;
  if (text.includes("\0")) return "contains a NUL character";
  return text.isWellFormed() ? undefined : "contains half of a surrogate pair";
}

/** Removes hidden characters from a text, and counts it: people paste such characters from editors. */
export function cleanText(fields: Fields, text: string, form: TextForm): string {
  const clean = withoutHidden(text, form);
  if (clean !== text) fields.cleaned += 1;
  return clean;
}

/** Reads a text, "" included; `undefined` if it is absent. Converts a number to text. */
export function readOptionalText(
  fields: Fields,
  name: string,
  limit: number,
  form: TextForm = "line",
): string | undefined {
  const value = fields.source[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== "string" && typeof value !== "number") {
    fields.problems.push(`${name} is not text`);
    return undefined;
  }
  const text = String(value);
  const problem = findTextProblem(text, limit);
  if (problem === undefined) return cleanText(fields, text, form);
  fields.problems.push(`${name} ${problem}`);
  return text;
}

/** Reads the URL of a picture. */
export const readPictureUrl = (fields: Fields, name: "image" | "icon"): string | undefined =>
  checkedText(fields, name, findPictureProblem);

/** Reads the resolution source of a market. */
export const readSource = (fields: Fields): string | undefined =>
  checkedText(fields, "resolutionSource", findSourceProblem);

function checkedText(
  fields: Fields,
  name: string,
  problemOf: (text: string) => string | undefined,
): string | undefined {
  const text = readOptionalText(fields, name, LIMITS.url);
  const problem = text === undefined ? undefined : problemOf(text);
  if (problem !== undefined && findTextProblem(text ?? "", LIMITS.url) === undefined)
    fields.problems.push(`${name} ${problem}`);
  return text;
}

/** Reads a text that must not be blank. */
export function readRequiredText(fields: Fields, name: string, limit: number): string {
  const text = readOptionalText(fields, name, limit) ?? "";
  if (text.trim() === "" && !fields.problems.some((problem) => problem.startsWith(`${name} `)))
    fields.problems.push(`no ${name}`);
  return text;
}

const LISTED_SLUG = new RegExp(LISTED_SLUG_PATTERN, "u");

/** Reads a slug: one segment of a URL, without invisible characters or characters that a URL escapes. */
export function readSlug(fields: Fields, name = "slug"): string {
  const slug = readRequiredText(fields, name, LIMITS.slug);
  const given = String(fields.source[name] ?? "");
  const isVisible = LISTED_SLUG.test(slug) && findHidden(given, "line") === undefined;
  if (slug !== "" && !isVisible) fields.problems.push(`${name} is not one visible path segment`);
  return slug;
}

/** Reads a numeric id as canonical decimal text, 1 to 2^53 - 1. */
export function readId(fields: Fields): string {
  const id = readRequiredText(fields, "id", LIMITS.slug);
  if (id !== "" && !(Number(parseCount(id)) > 0))
    fields.problems.push("id is not a whole number from 1 to 2^53 - 1");
  return id;
}

/** Accepted forms of true: JSON booleans, database numbers, and texts of tables. */
const TRUE_FORMS: ReadonlySet<unknown> = new Set([true, 1, "1", "1.0", "true", "True", "TRUE", "t"]);
const FALSE_FORMS: ReadonlySet<unknown> = new Set([false, 0, "0", "0.0", "false", "False", "FALSE", "f"]);

export function readFlag(fields: Fields, name: string, fallback: boolean): boolean {
  const value = fields.source[name] ?? "";
  if (value === "") return fallback;
  if (TRUE_FORMS.has(value)) return true;
  if (FALSE_FORMS.has(value)) return false;
  fields.problems.push(`${name} is not true or false`);
  return fallback;
}

/** Reads 32 bytes as 0x and 64 hexadecimal digits, in lower case; `undefined` if absent or blank. */
export function readOptionalHash(fields: Fields, name: string): string | undefined {
  const text = readOptionalText(fields, name, LIMITS.url);
  if (text === undefined || text === "") return undefined;
  if (!/^0x[0-9a-f]{64}$/i.test(text)) fields.problems.push(`${name} is not 0x and 64 hexadecimal digits`);
  return text.toLowerCase();
}

/** Smallest number read as a date in seconds since 1970: a day of 1973. */
const MIN_EPOCH_SECONDS = 1e8;
/** Smallest number read as a date in milliseconds since 1970. */
const MIN_EPOCH_MS = 1e11;
/** Start of the year 10000, from which ISO 8601 dates have no four-digit year. */
const YEAR_10000_MS = 253_402_300_800_000;

/**
 * Reads a date: a text, as UTC if no zone is given, or seconds or milliseconds since 1970. Text that is no instant
 * counts as absent, since no trading rule depends on dates.
 */
export function readInstant(fields: Fields, name: string): Instant | undefined {
  const value = fields.source[name];
  if (isBlank(value)) return undefined;
  const text = typeof value === "string" ? value : "";
  const read =
    parseListedInstant(text) ?? parseListedInstant(`${text}Z`) ?? epochInstant(readNumber(value) ?? 0);
  if (read === undefined) fields.left.push(`${name} ${shownText(value)}: names no instant`);
  return read;
}

function epochInstant(value: number): Instant | undefined {
  const ms = value < MIN_EPOCH_MS ? value * 1000 : value;
  return value >= MIN_EPOCH_SECONDS && ms < YEAR_10000_MS ? instantAt(ms) : undefined;
}

/** Reads a number or its text; `undefined` if absent or blank, NaN for any other value. */
export function readNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" && !/^(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(value)) return Number.NaN;
  return typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
}

/** Reads an array or its JSON text; `undefined` if absent or blank. */
export function readArray(fields: Fields, name: string): readonly unknown[] | undefined {
  const value = fields.source[name] ?? "";
  if (value === "") return undefined;
  const list = typeof value === "string" ? parseLooseJson(value) : value;
  if (Array.isArray(list)) return list;
  fields.problems.push(`${name} is not a list`);
  return undefined;
}

/**
 * Parses JSON, or a Python literal as in tables that Python wrote; `undefined` for other text. Whole numbers that
 * JavaScript would round, such as token ids, become texts.
 */
export function parseLooseJson(text: string): unknown {
  try {
    return JSON.parse(LONG_NUMBER.test(text) ? convertPythonJson(text) : text);
  } catch {
    try {
      return JSON.parse(convertPythonJson(text));
    } catch {
      return undefined;
    }
  }
}

const LONG_NUMBER = /[[,:]\s*\d{17}/;
const PYTHON_TOKENS =
  /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|(?<![\d.])\d{17,}(?![\d.eE])|\b(?:True|False|None|NaN)\b/gs;

const convertPythonJson = (text: string): string =>
  text.replace(PYTHON_TOKENS, (token, quoted: string | undefined) => {
    if (quoted !== undefined) return `"${quoted.replace(/\\\\|\\x(..)|\\'|"/g, jsonEscape)}"`;
    if (token.startsWith('"')) return token;
    if (/^\d/.test(token)) return `"${token}"`;
    return token === "None" || token === "NaN" ? "null" : token.toLowerCase();
  });

function jsonEscape(escape: string, hex: string | undefined): string {
  if (hex !== undefined) return `\\u00${hex}`;
  if (escape === "\\'") return "'";
  return escape === '"' ? '\\"' : escape;
}

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops the keys whose value is `undefined`: an absent field stays absent. */
export function omitUndefined<T extends object>(values: T): DefinedFields<T>;
export function omitUndefined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

// Checks of URLs in listings: pictures, and resolution sources of markets. Allowed are only URLs that a browser opens
// as a page or picture.

const STORABLE_CHARACTER = "[^\\u0000\\ud800-\\udfff]";
const HTTP = "[hH][tT][tT][pP][sS]?://";

/** Pattern of a picture: a web URL, the path of a picture stored here, or an empty text. */
export const PICTURE_PATTERN = `^(?:|${HTTP}[^\\p{Cc}\\ud800-\\udfff]+|/images/[0-9a-f]{64})$`;
export const PICTURE_WORDS =
  'an address with http:// or https://, the path /images/ of a picture here, or ""';

/**
 * Pattern of a resolution source: a web URL, or words. Also refuses hidden schemes: browsers ignore blanks before a
 * scheme, and line breaks and tabs within.
 */
export const SOURCE_PATTERN = `^(?![\\s\\p{Cc}\\p{Cf}]*(?!${HTTP})[a-zA-Z][-a-zA-Z0-9+.\\t\\n\\r]*:)${STORABLE_CHARACTER}*$`;
export const SOURCE_WORDS =
  "an address with http:// or https://, or text that does not begin like another scheme, such as javascript: or Source:";

const PICTURE = new RegExp(PICTURE_PATTERN, "u");
const SOURCE = new RegExp(SOURCE_PATTERN, "u");

/** Returns the reason why a picture's URL is rejected; `undefined` if it is valid. */
export const findPictureProblem = (text: string): string | undefined =>
  PICTURE.test(text) ? undefined : `is not ${PICTURE_WORDS}`;

/** Returns the reason why a resolution source is rejected; `undefined` if it is valid. */
export const findSourceProblem = (text: string): string | undefined =>
  SOURCE.test(text) ? undefined : `is not ${SOURCE_WORDS}`;
