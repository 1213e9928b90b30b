/** Texts that PostgreSQL can store: neither NUL nor half of a surrogate pair. */
import { Type } from "typebox";

const STORABLE = "[^\\u0000\\ud800-\\udfff]";

export const storableText = (maxLength: number) => Type.String({ maxLength, pattern: `^${STORABLE}*$` });

/** A text with more than blanks in it. */
export const nonBlankText = (maxLength: number, description?: string) =>
  Type.String({
    maxLength,
    pattern: `^${STORABLE}*[^\\s\\u0000\\ud800-\\udfff]${STORABLE}*$`,
    ...(description !== undefined && { description }),
  });
