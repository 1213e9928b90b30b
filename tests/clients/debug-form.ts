/**
 * Values in the form that Rust's `Debug` shows them in: structures and maps as objects, `Some` as its value, `None` as
 * null. Numbers and the names of variants stay texts.
 */

/** A value as it was shown. */
type Shown = string | boolean | null | readonly Shown[] | { readonly [name: string]: Shown };

type Cursor = { readonly text: string; at: number };

export function readDebugForm(text: string): Shown {
  const cursor = { text, at: 0 };
  const value = readValue(cursor);
  if (cursor.at < text.length) throw new Error(`left over: ${text.slice(cursor.at, cursor.at + 80)}`);
  return value;
}

function readValue(cursor: Cursor): Shown {
  const name = /[^\s"'[{(,)\]}][^"[{(,)\]}]*?(?=: |\s*[[{(,)\]}]|$)/y;
  name.lastIndex = cursor.at;
  const atom = name.exec(cursor.text)?.[0] ?? "";
  cursor.at += atom.length;
  if (take(cursor, " {") || take(cursor, "{")) return readEntries(cursor);
  if (take(cursor, "(")) return unwrap(readList(cursor, ")"));
  if (atom !== "") return WORDS.has(atom) ? WORDS.get(atom)! : atom;
  if (take(cursor, "[")) return readList(cursor, "]");
  return readText(cursor);
}

const WORDS = new Map<string, Shown>([
  ["None", null],
  ["null", null],
  ["true", true],
  ["false", false],
]);

/** The value of a tuple of one, such as `Some`. */
const unwrap = (values: readonly Shown[]): Shown => (values.length === 1 ? values[0]! : values);

function readList(cursor: Cursor, end: string): Shown[] {
  const values: Shown[] = [];
  while (!take(cursor, end)) {
    values.push(readValue(cursor));
    skip(cursor, /,?\s*/y);
  }
  return values;
}

function readEntries(cursor: Cursor): Shown {
  const entries: [string, Shown][] = [];
  skip(cursor, /\s*/y);
  while (!take(cursor, "}")) {
    const key = readValue(cursor);
    skip(cursor, /:\s*/y);
    entries.push([String(key), readValue(cursor)]);
    skip(cursor, /,?\s*(?:\.\.\s*)?/y);
  }
  return Object.fromEntries(entries);
}

function readText(cursor: Cursor): string {
  const quoted = /"(?:[^"\\]|\\.)*"/y;
  quoted.lastIndex = cursor.at;
  const found = quoted.exec(cursor.text)?.[0];
  if (found === undefined) throw new Error(`no value: ${cursor.text.slice(cursor.at, cursor.at + 80)}`);
  cursor.at += found.length;
  const hex = (_: string, digits: string) => `\\u${digits.padStart(4, "0")}`;
  return JSON.parse(found.replaceAll(/\\u\{([0-9a-f]+)\}/g, hex).replaceAll("\\'", "'"));
}

function take(cursor: Cursor, text: string): boolean {
  if (!cursor.text.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}

function skip(cursor: Cursor, pattern: RegExp): void {
  pattern.lastIndex = cursor.at;
  cursor.at += pattern.exec(cursor.text)?.[0].length ?? 0;
}
