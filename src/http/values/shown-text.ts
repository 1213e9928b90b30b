/**
 * Texts of operators that others read, without hidden characters. `storableText` is the form of search texts, which may be
 * any text that the database can store.
 */
import { Type } from "typebox";
import { findHidden, withoutHidden } from "../../core/people/hidden-characters.ts";
import type { HiddenCharacter, TextForm } from "../../core/people/hidden-characters.ts";
import { MAX_NAME_TEXT } from "../../core/people/trader-name.ts";

/** JSON Schema formats of the two forms. */
export const TEXT_LINE = "text-line";
const TEXT_LINES = "text-lines";

const FORMS: ReadonlyMap<unknown, TextForm> = new Map([
  [TEXT_LINE, "line"],
  [TEXT_LINES, "lines"],
]);

/** The formats, for the validator. */
export const SHOWN_FORMATS = Object.fromEntries(
  [...FORMS].map(([format, form]) => [format, (text: string) => findHidden(text, form) === undefined]),
);

/** Pattern of a text that is not blank. */
const NOT_BLANK = "\\S";

type ShownText = {
  readonly form: TextForm;
  readonly maxLength: number;
  /** True if the text may be blank. */
  readonly blank: boolean;
  readonly description?: string | undefined;
};

const shownText = ({ form, maxLength, blank, description }: ShownText) =>
  Type.String({
    maxLength,
    format: form === "line" ? TEXT_LINE : TEXT_LINES,
    ...(!blank && { pattern: NOT_BLANK }),
    ...(description !== undefined && { description }),
  });

/** Creates the schema of a text of one line, which may be blank. */
export const lineOrBlank = (maxLength: number, description?: string) =>
  shownText({ form: "line", maxLength, blank: true, description });

/** Creates the schema of a text of one line. */
export const textLine = (maxLength: number, description?: string) =>
  shownText({ form: "line", maxLength, blank: false, description });

/** Creates the schema of a text that may have newlines and tabs, and may be blank. */
export const linesOrBlank = (maxLength: number, description?: string) =>
  shownText({ form: "lines", maxLength, blank: true, description });

/** Creates the schema of a text that may have newlines and tabs. */
export const textLines = (maxLength: number, description?: string) =>
  shownText({ form: "lines", maxLength, blank: false, description });

/** A hidden character in a value, and the value without it. */
type HiddenFault = HiddenCharacter & { readonly clean: string };

/**
 * Finds the hidden character because of which a schema rejects a value; `undefined` if the value is rejected for another
 * reason.
 */
export function findHiddenFault(
  schema: { readonly [keyword: string]: unknown },
  value: unknown,
): HiddenFault | undefined {
  const form = FORMS.get(schema["format"]);
  if (form === undefined || typeof value !== "string") return undefined;
  const hidden = findHidden(value, form);
  return hidden && { ...hidden, clean: withoutHidden(value, form) };
}

// Texts that PostgreSQL can store: neither NUL nor half of a surrogate pair.

const STORABLE = "[^\\u0000\\ud800-\\udfff]";

const STORABLE_TEXT = `^${STORABLE}*$`;

export const isStorable = (text: string): boolean => new RegExp(STORABLE_TEXT, "u").test(text);

export const storableText = (maxLength: number) => Type.String({ maxLength, pattern: STORABLE_TEXT });

/** Descriptions of the patterns here, in words. */
export const PATTERN_WORDS: ReadonlyMap<unknown, string> = new Map([
  [STORABLE_TEXT, "text without NUL and half characters"],
  [NOT_BLANK, "text that is not blank"],
]);

// The text of a search for people, and the order of the results.

export const PersonText = {
  ...storableText(MAX_NAME_TEXT),
  description:
    "The beginning of a name, or of a later word of a chosen one, without regard to case, accents and separators; or that of an address, from 0x on",
};

export const FOUND_ORDER =
  "Chosen names first, those that are the text before longer ones, then generated names; addresses in their order";
