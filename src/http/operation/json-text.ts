/** Parses untrusted JSON safely: no field reaches an object's prototype, and nesting is bounded. */
import secureJson from "secure-json-parse";

const MAX_DEPTH = 32;

/** A text that is rejected. The message states the expected and the received form, and quotes little of the text. */
export class JsonFault extends Error {
  /** True if the text is valid JSON, but in a rejected form. */
  readonly isJson: boolean;
  constructor(hint: string, isJson = true) {
    super(hint);
    this.isJson = isJson;
  }
}

/** Parses JSON; throws a `JsonFault` if the text is rejected. `maxFields` limits the fields of all objects together. */
export function parseJson(text: string, maxFields = Infinity): unknown {
  // Measures before parsing, since deep values cost as much as a hundred orders.
  const { depth, fields } = measureJson(text);
  if (depth > MAX_DEPTH)
    throw new JsonFault(`expected JSON of ${MAX_DEPTH} levels, got it nested deeper than ${MAX_DEPTH}`);
  if (fields > maxFields) throw new JsonFault(`expected at most ${maxFields} fields in all, got ${fields}`);
  let value: unknown;
  let isForbidden = false;
  try {
    value = secureJson.parse(text, { protoAction: "error", constructorAction: "error" });
  } catch {
    value = parsePlainly(text.replace(/^\uFEFF/, ""));
    isForbidden = true;
  }
  if (isForbidden)
    throw new JsonFault(`${findForbidden(value)}: a field of this name is not allowed, expected another`);
  return value;
}

function parsePlainly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonFault(`expected JSON, got ${describeFlaw(text, String(error))}`, false);
  }
}

/**
 * Describes the received text if it is not JSON. The runtime's own message quotes a part of the text, which may be a
 * secret.
 */
function describeFlaw(text: string, error: string): string {
  const position = Number(/ at position (\d+)/.exec(error)?.[1] ?? Number.NaN);
  if (position < text.length) return `${JSON.stringify(text[position])} at character ${position + 1}`;
  const token = /Unexpected token '(.)'/su.exec(error)?.[1];
  if (token !== undefined) return `${JSON.stringify(token)} where a value is expected`;
  const word = /"(\S+)" is not valid JSON/.exec(error)?.[1];
  return word ?? (text.trim() === "" ? "blanks" : `the end of the text after character ${text.length}`);
}

/** Finds the dotted name of the first field that would reach an object's prototype. The depth of the value was checked before. */
function findForbidden(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const place = [...path, name];
    if (name === "__proto__" || (name === "constructor" && Object.hasOwn(Object(part), "prototype")))
      return place.join(".");
    const found = findForbidden(part, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Measures the depth of nested objects and arrays, and counts their fields; contents of strings do not count. */
function measureJson(text: string): { readonly depth: number; readonly fields: number } {
  let depth = 0;
  let deepest = 0;
  let fields = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === BACKSLASH) index += 1;
      else if (character === QUOTE) quoted = false;
    } else if (character === QUOTE) {
      quoted = true;
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > MAX_DEPTH) break;
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
      depth -= 1;
    } else if (character === COLON) {
      fields += 1;
    }
  }
  return { depth: deepest, fields };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
