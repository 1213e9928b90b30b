/**
 * Cuts the text of a JSON file into its items without holding the file: the elements of a top-level array, those
 * of a list `events` or `data` inside a top-level object, or else every top-level value (one a line, or a single
 * one). It follows brackets and strings only; whether an item is JSON shows when it is parsed.
 */

/** One item as text. `alone`: a top-level value, not an element of a list. */
export type JsonItem = { text: string; alone: boolean };

/** What the cutter knows between two pieces of text. Items stand at depth `base`. */
export type Cutter = {
  /** Text not yet handed out: the item being read starts at `start`, the next character to look at is `at`. */
  text: string;
  start: number;
  at: number;
  quoted: boolean;
  depth: number;
  base: number;
  /** In the rest of an object whose list has ended: nothing there is an item. */
  skipping: boolean;
  /** Elements of the current list so far: tells an empty list from a missing element. */
  elements: number;
  /** Whether any bracket was seen. */
  started: boolean;
};

const MAX_ITEM_LENGTH = 64 * 1024 * 1024;
const LIST_KEY = /(?<!\\)"(?:events|data)"\s*:\s*$/;

export const createCutter = (): Cutter => ({
  text: "",
  start: 0,
  at: 0,
  quoted: false,
  depth: 0,
  base: 0,
  skipping: false,
  elements: 0,
  started: false,
});

/** Takes the next piece of text, returns the items that it completes. Throws a SyntaxError where the brackets are wrong. */
export function cut(cutter: Cutter, piece: string): readonly JsonItem[] {
  cutter.text = cutter.text.slice(cutter.start) + piece;
  cutter.at -= cutter.start;
  cutter.start = 0;
  if (cutter.text.length > MAX_ITEM_LENGTH) throw new SyntaxError("it holds an item larger than 64 MiB");
  const items: JsonItem[] = [];
  for (let mark = nextMark(cutter); mark !== undefined; mark = nextMark(cutter)) {
    const item = follow(cutter, mark);
    if (item !== undefined) items.push(item);
    if (cutter.skipping) cutter.start = cutter.at;
  }
  return items;
}

/** To be called at the end of the text. Throws a SyntaxError when it ends in the middle of something. */
export function finish(cutter: Cutter): void {
  if (cutter.depth > 0) throw new SyntaxError("it ends in the middle of a value");
  requireBlank(cutter.text.slice(cutter.start));
  if (!cutter.started) throw new SyntaxError("it is empty");
}

/** The next bracket or comma outside strings; `at` then stands behind it. */
function nextMark(cutter: Cutter): string | undefined {
  while (cutter.at < cutter.text.length) {
    const search = cutter.quoted ? /["\\]/g : /["{}[\],]/g;
    search.lastIndex = cutter.at;
    const mark = search.exec(cutter.text);
    cutter.at = mark === null ? cutter.text.length : mark.index + 1;
    if (mark === null) return undefined;
    if (mark[0] === "\\") cutter.at += 1;
    else if (mark[0] === '"') cutter.quoted = !cutter.quoted;
    else return mark[0];
  }
  return undefined;
}

function follow(cutter: Cutter, mark: string): JsonItem | undefined {
  if (mark === "[" || mark === "{") return open(cutter, mark);
  if (mark !== ",") return close(cutter, mark);
  if (cutter.depth === 0) throw new SyntaxError("it has a comma between top-level values");
  return cutter.base > 0 && cutter.depth === cutter.base ? element(cutter, false) : undefined;
}

function open(cutter: Cutter, mark: string): undefined {
  const before = cutter.text.slice(cutter.start, cutter.at - 1);
  if (cutter.depth === 0) requireBlank(before);
  const listOfObject = cutter.depth === 1 && cutter.base === 0 && !cutter.skipping && LIST_KEY.test(before);
  cutter.started = true;
  cutter.depth += 1;
  if (mark !== "[" || (cutter.depth > 1 && !listOfObject)) return;
  cutter.base = cutter.depth;
  cutter.elements = 0;
  cutter.start = cutter.at;
}

function close(cutter: Cutter, mark: string): JsonItem | undefined {
  cutter.depth -= 1;
  if (cutter.depth < 0) throw new SyntaxError("it has a closing bracket too many");
  if (cutter.depth < cutter.base) {
    if (mark !== "]") throw new SyntaxError("a list in it is not closed");
    const last = element(cutter, true);
    cutter.base = 0;
    cutter.skipping = cutter.depth > 0;
    return last;
  }
  if (cutter.depth > 0) return undefined;
  const text = cutter.text.slice(cutter.start, cutter.at);
  const skipped = cutter.skipping;
  cutter.skipping = false;
  cutter.start = cutter.at;
  return skipped ? undefined : { text, alone: true };
}

/** The element that ends before the mark; `undefined` where an empty list closes. */
function element(cutter: Cutter, last: boolean): JsonItem | undefined {
  const text = cutter.text.slice(cutter.start, cutter.at - 1).trim();
  cutter.start = cutter.at;
  if (text === "" && last && cutter.elements === 0) return undefined;
  if (text === "") throw new SyntaxError("a list in it lacks an element");
  cutter.elements += 1;
  return { text, alone: false };
}

function requireBlank(text: string): void {
  const found = text.trim();
  if (found !== "")
    throw new SyntaxError(
      `it has ${JSON.stringify(found.slice(0, 20))} where an object or a list should start`,
    );
}
