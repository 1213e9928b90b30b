/**
 * Splits the text of a JSON file into items without holding the whole file. Items are the elements of a list: a
 * top-level array, or in a top-level object `events`, `data`, or `markets` if it comes first. Otherwise items are the
 * top-level values. The splitter follows brackets and strings only; parsing an item shows whether it is JSON.
 */

/** One item as text. `alone` is true for a top-level value, false for an element of a list. */
export type JsonItem = { text: string; alone: boolean };

/** State of the splitter between two pieces of text. Items are at depth `base`. */
export type ItemSplitter = {
  /** Text not returned yet: the current item starts at `start`, and `at` is the next character to read. */
  text: string;
  start: number;
  at: number;
  quoted: boolean;
  depth: number;
  base: number;
  /** True in the rest of an object after its list: no items follow there. */
  skipping: boolean;
  /** Number of elements of the current list: tells an empty list from a missing element. */
  elements: number;
  /** True once a bracket was read. */
  started: boolean;
};

const MAX_ITEM_LENGTH = 64 * 1024 * 1024;
/**
 * Marks a market, whose `events` are its own. A list of markets is a page's if it comes first; elsewhere it belongs to
 * an event.
 */
const IN_MARKET = /"conditionId"\s*:/;
const LIST_KEY = /(?:(?<!\\)"(?:events|data)"|^\s*\{\s*"markets")\s*:\s*$/;

export const createSplitter = (): ItemSplitter => ({
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

/** Adds a piece of text, and returns the items that it completes. Throws a SyntaxError if brackets do not match. */
export function splitPiece(splitter: ItemSplitter, piece: string): readonly JsonItem[] {
  splitter.text = splitter.text.slice(splitter.start) + piece;
  splitter.at -= splitter.start;
  splitter.start = 0;
  if (splitter.text.length > MAX_ITEM_LENGTH) throw new SyntaxError("it holds an item larger than 64 MiB");
  const items: JsonItem[] = [];
  for (let mark = nextMark(splitter); mark !== undefined; mark = nextMark(splitter)) {
    const item = applyMark(splitter, mark);
    if (item !== undefined) items.push(item);
    if (splitter.skipping) splitter.start = splitter.at;
  }
  return items;
}

/** Finishes the text. Throws a SyntaxError inside an item or for an empty file. */
export function finish(splitter: ItemSplitter): void {
  if (splitter.depth > 0) throw new SyntaxError("it ends in the middle of a value");
  requireBlank(splitter.text.slice(splitter.start));
  if (!splitter.started) throw new SyntaxError("it is empty");
}

/** Finds the next bracket or comma outside strings, and moves `at` past it. */
function nextMark(splitter: ItemSplitter): string | undefined {
  while (splitter.at < splitter.text.length) {
    const search = splitter.quoted ? /["\\]/g : /["{}[\],]/g;
    search.lastIndex = splitter.at;
    const mark = search.exec(splitter.text);
    splitter.at = mark === null ? splitter.text.length : mark.index + 1;
    if (mark === null) return undefined;
    if (mark[0] === "\\") splitter.at += 1;
    else if (mark[0] === '"') splitter.quoted = !splitter.quoted;
    else return mark[0];
  }
  return undefined;
}

function applyMark(splitter: ItemSplitter, mark: string): JsonItem | undefined {
  if (mark === "[" || mark === "{") return openBracket(splitter, mark);
  if (mark !== ",") return closeBracket(splitter, mark);
  if (splitter.depth === 0) throw new SyntaxError("it has a comma between top-level values");
  return splitter.base > 0 && splitter.depth === splitter.base ? takeElement(splitter, false) : undefined;
}

function openBracket(splitter: ItemSplitter, mark: string): undefined {
  const before = splitter.text.slice(splitter.start, splitter.at - 1);
  if (splitter.depth === 0) requireBlank(before);
  const listOfObject =
    splitter.depth === 1 &&
    splitter.base === 0 &&
    !splitter.skipping &&
    LIST_KEY.test(before) &&
    !IN_MARKET.test(before);
  splitter.started = true;
  splitter.depth += 1;
  if (mark !== "[" || (splitter.depth > 1 && !listOfObject)) return;
  splitter.base = splitter.depth;
  splitter.elements = 0;
  splitter.start = splitter.at;
}

function closeBracket(splitter: ItemSplitter, mark: string): JsonItem | undefined {
  splitter.depth -= 1;
  if (splitter.depth < 0) throw new SyntaxError("it has a closing bracket too many");
  if (splitter.depth < splitter.base) {
    if (mark !== "]") throw new SyntaxError("a list in it is not closed");
    const last = takeElement(splitter, true);
    splitter.base = 0;
    splitter.skipping = splitter.depth > 0;
    return last;
  }
  if (splitter.depth > 0) return undefined;
  const text = splitter.text.slice(splitter.start, splitter.at);
  const skipped = splitter.skipping;
  splitter.skipping = false;
  splitter.start = splitter.at;
  return skipped ? undefined : { text, alone: true };
}

/** Returns the element that ends before the mark; `undefined` if an empty list closes. */
function takeElement(splitter: ItemSplitter, last: boolean): JsonItem | undefined {
  const text = splitter.text.slice(splitter.start, splitter.at - 1).trim();
  splitter.start = splitter.at;
  if (text === "" && last && splitter.elements === 0) return undefined;
  if (text === "") throw new SyntaxError("a list in it lacks an element");
  splitter.elements += 1;
  return { text, alone: false };
}

function requireBlank(text: string): void {
  const found = text.trim();
  if (found !== "")
    throw new SyntaxError(
      `it has ${JSON.stringify(found.slice(0, 20))} where an object or a list should start`,
    );
}
