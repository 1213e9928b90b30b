/** Texts that PostgreSQL can store: neither NUL nor half of a surrogate pair. */
import { Type } from "typebox";

const STORABLE = "[^\\u0000\\ud800-\\udfff]";

const STORED = `^${STORABLE}*$`;

export const isStorable = (text: string): boolean => new RegExp(STORED, "u").test(text);

export const storableText = (maxLength: number) => Type.String({ maxLength, pattern: STORED });

const NOT_BLANK = `^${STORABLE}*[^\\s\\u0000\\ud800-\\udfff]${STORABLE}*$`;

/** A text with more than blanks in it. */
export const nonBlankText = (maxLength: number, description?: string) =>
  Type.String({
    maxLength,
    pattern: NOT_BLANK,
    ...(description !== undefined && { description }),
  });

/** Descriptions of the patterns here, in words. */
export const PATTERN_WORDS: ReadonlyMap<unknown, string> = new Map([
  [STORED, "text without NUL and half characters"],
  [NOT_BLANK, "text that is not blank, without NUL and half characters"],
]);
