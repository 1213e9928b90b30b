/** Texts that PostgreSQL can store: neither NUL nor half of a surrogate pair. */
import { Type } from "typebox";
import { NOT_BLANK } from "./shown-text.ts";

const STORABLE = "[^\\u0000\\ud800-\\udfff]";

const STORED = `^${STORABLE}*$`;

export const isStorable = (text: string): boolean => new RegExp(STORED, "u").test(text);

export const storableText = (maxLength: number) => Type.String({ maxLength, pattern: STORED });

/** Descriptions of the patterns here, in words. */
export const PATTERN_WORDS: ReadonlyMap<unknown, string> = new Map([
  [STORED, "text without NUL and half characters"],
  [NOT_BLANK, "text that is not blank"],
]);
