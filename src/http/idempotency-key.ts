/** The header `Idempotency-Key`: its name and the form of a key. */

export const IDEMPOTENCY_KEY = "idempotency-key";

/** JSON Schema of a key: visible ASCII without blanks. */
export const KEY_SCHEMA = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" };

const VISIBLE = new RegExp(KEY_SCHEMA.pattern);

export const isIdempotencyKey = (text: string): boolean =>
  text.length <= KEY_SCHEMA.maxLength && VISIBLE.test(text);
