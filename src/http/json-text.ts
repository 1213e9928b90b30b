/** JSON that others sent: nothing in it reaches an object's prototype, and it is no deeper than anyone needs. */
import secureJson from "secure-json-parse";

const MAX_DEPTH = 32;

/** Throws an error that says what is wrong with the text. `maxFields` are those of all its objects together. */
export function parseJson(text: string, maxFields = Infinity): unknown {
  // Before anything is parsed: deep values cost as much as a hundred orders.
  const { depth, fields } = extentOf(text);
  if (depth > MAX_DEPTH) throw new Error(`nested deeper than ${MAX_DEPTH}`);
  if (fields > maxFields) throw new Error(`expected at most ${maxFields} fields in all, got ${fields}`);
  return secureJson.parse(text, { protoAction: "error", constructorAction: "error" });
}

/** Depth of nested objects and arrays, up to one too many, and their number of fields; contents of strings do not count. */
function extentOf(text: string): { readonly depth: number; readonly fields: number } {
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
