/**
 * Reader of Gamma event dumps of any size, one event at a time. A dump has one event per line, or is a JSON array, or
 * an object with a list `events`, `markets` or `data`. Several arrays or objects may follow one another. Markets that
 * embed their event are grouped by event, and come after all events. A file with the extension .gz is unpacked.
 */
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { parseGammaEvent } from "./gamma-event.ts";
import type { ParsedEvent, UsedNames } from "./gamma-event.ts";
import { isJson, parseLooseJson, shownText } from "./gamma-fields.ts";
import type { Json } from "./gamma-fields.ts";

const CHUNK_BYTES = 1024 * 1024;
const SHAPES = `an array of events or markets, an object with a list "events", "markets" or "data", or one event a line`;

/** Thrown for a file that is no dump. The message names the file and the fault for the operator. */
export class GammaFileError extends Error {
  override name = "GammaFileError";
}

/**
 * Parses a file event by event, in file order. Throws a GammaFileError at the first part that cannot be read, is not
 * JSON or has an unknown shape; earlier events were already yielded. Several files may share `used`.
 */
export async function* readGammaFile(path: string, used: UsedNames = new Set()): AsyncGenerator<ParsedEvent> {
  let count = 0;
  const groupedMarkets = new Map<string, { readonly event: Json; readonly markets: Json[] }>();
  for await (const item of streamItems(path)) {
    count += 1;
    const document = parseLooseJson(item.text);
    if (document === undefined) throw new GammaFileError(`${path}: item ${count} is not JSON`);
    if (item.alone && isJson(document) && !("id" in document)) throw wrongShape(path, Object.keys(document));
    const found = isJson(document) && "conditionId" in document ? splitEmbeddedEvent(document) : undefined;
    if (found === undefined) {
      yield parseGammaEvent(document, used);
      continue;
    }
    const { event, market } = found;
    const id = shownText(event["id"]);
    const known = groupedMarkets.get(id) ?? { event, markets: [] };
    known.markets.push(market);
    groupedMarkets.set(id, known);
  }
  for (const { event, markets } of groupedMarkets.values())
    yield parseGammaEvent({ ...event, markets }, used);
}

/**
 * Splits a market into its first embedded event and the remaining market. Further embedded events stay in the market,
 * and are reported later.
 */
function splitEmbeddedEvent({ events, ...market }: Json): { event: Json; market: Json } | undefined {
  const list = typeof events === "string" ? parseLooseJson(events) : events;
  const [event, ...others] = Array.isArray(list) ? list : [list];
  return isJson(event) ? { event, market: { ...market, events: others } } : undefined;
}

function wrongShape(path: string, keys: readonly string[]): GammaFileError {
  const found =
    keys.length === 0 ? "an empty object" : `an object with the keys ${keys.slice(0, 8).join(", ")}`;
  return new GammaFileError(`${path}: expected ${SHAPES}; found ${found}`);
}

/** Reads the items of a file; errors name the file. */
async function* streamItems(path: string): AsyncGenerator<JsonItem> {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const splitter = createSplitter();
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    // A failure of either stream destroys both, and the loop throws the error.
    const content = path.endsWith(".gz") ? pipeline(file, createGunzip(), () => {}) : file;
    for await (const bytes of content) yield* splitChunk(splitter, decoder.decode(bytes, { stream: true }));
    yield* splitChunk(splitter, decoder.decode());
    finishSplitting(splitter);
  } catch (error) {
    throw new GammaFileError(`${path || '""'}: ${describeFileError(error)}`, { cause: error });
  }
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "it may not be read",
};

function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (code.startsWith("Z_")) return "it is not whole gzip data";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "it is not UTF-8 text";
  return (
    FILE_REASONS[code] ??
    (error instanceof SyntaxError ? `not a catalog dump: ${error.message}` : error.message)
  );
}

// Splits the text of a JSON file into items without holding the whole file. Items are the elements of a list: a
// top-level array, or in a top-level object `events`, `data`, or `markets` if it comes first. Otherwise items are the
// top-level values. The splitter follows brackets and strings only; parsing an item shows whether it is JSON.

/** One item as text. `alone` is true for a top-level value, false for an element of a list. */
type JsonItem = { text: string; alone: boolean };

/** State of the splitter between two pieces of text. Items begin at bracket depth `base`. */
type ItemSplitter = {
  /** Text not returned yet: the current item starts at `start`, and `at` is the next character to read. */
  text: string;
  start: number;
  at: number;
  quoted: boolean;
  depth: number;
  base: number;
  /** True in the rest of an object after its list, where no items follow. */
  skipping: boolean;
  /** Number of elements so far in the current list: distinguishes an empty list from a missing element. */
  elements: number;
  /** True once a bracket was read. */
  started: boolean;
};

const MAX_ITEM_LENGTH = 64 * 1024 * 1024;
/**
 * Field that shows that an object is a market, whose `events` are no list of items. A list `markets` has items only if
 * it comes first: else it belongs to an event.
 */
const MARKET_FIELD = /"conditionId"\s*:/;
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
export function splitChunk(splitter: ItemSplitter, piece: string): readonly JsonItem[] {
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
export function finishSplitting(splitter: ItemSplitter): void {
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
    !MARKET_FIELD.test(before);
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
