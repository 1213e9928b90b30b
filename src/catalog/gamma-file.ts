/**
 * Reader of Gamma event dumps of any size, one event at a time. A dump has one event per line, or is a JSON array, or
 * an object with a list `events`, `markets` or `data`. Several such pages may follow one another. Markets that embed
 * their event are grouped by it, and come after all events. A file with the extension .gz is unpacked.
 */
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

import { parseGammaEvent } from "./gamma-event.ts";
import type { ParsedEvent, UsedNames } from "./gamma-event.ts";
import { isJson, parsedJson, shownText } from "./gamma-fields.ts";
import { createSplitter, finish, splitPiece } from "./json-items.ts";
import type { Json } from "./gamma-fields.ts";
import type { JsonItem } from "./json-items.ts";

const PIECE_BYTES = 1024 * 1024;
const SHAPES = `an array of events or markets, an object with a list "events", "markets" or "data", or one event a line`;

/** Error for a file that is no dump. The message names the file and the fault for the operator. */
export class GammaFileError extends Error {
  override name = "GammaFileError";
}

/**
 * Parses a file event by event, in file order. Throws a GammaFileError at the first part that cannot be read, is not
 * JSON or has an unknown shape; earlier events were already yielded. Several files may share `used`.
 */
export async function* readGammaFile(path: string, used: UsedNames = new Set()): AsyncGenerator<ParsedEvent> {
  let count = 0;
  const gathered = new Map<string, { readonly event: Json; readonly markets: Json[] }>();
  for await (const item of itemsOf(path)) {
    count += 1;
    const document = parsedJson(item.text);
    if (document === undefined) throw new GammaFileError(`${path}: item ${count} is not JSON`);
    if (item.alone && isJson(document) && !("id" in document)) throw wrongShape(path, Object.keys(document));
    const found = isJson(document) && "conditionId" in document ? embeddedEvent(document) : undefined;
    if (found === undefined) {
      yield parseGammaEvent(document, used);
      continue;
    }
    const { event, market } = found;
    const id = shownText(event["id"]);
    const known = gathered.get(id) ?? { event, markets: [] };
    known.markets.push(market);
    gathered.set(id, known);
  }
  for (const { event, markets } of gathered.values()) yield parseGammaEvent({ ...event, markets }, used);
}

/**
 * Splits a market into its first embedded event and the market without it. Other events stay in the market, to be
 * reported.
 */
function embeddedEvent({ events, ...market }: Json): { event: Json; market: Json } | undefined {
  const list = typeof events === "string" ? parsedJson(events) : events;
  const [event, ...others] = Array.isArray(list) ? list : [list];
  return isJson(event) ? { event, market: { ...market, events: others } } : undefined;
}

function wrongShape(path: string, keys: readonly string[]): GammaFileError {
  const found =
    keys.length === 0 ? "an empty object" : `an object with the keys ${keys.slice(0, 8).join(", ")}`;
  return new GammaFileError(`${path}: expected ${SHAPES}; found ${found}`);
}

/** Reads the items of a file; errors name the file. */
async function* itemsOf(path: string): AsyncGenerator<JsonItem> {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const splitter = createSplitter();
    const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
    // A failure of either stream destroys both, and the loop throws it.
    const content = path.endsWith(".gz") ? pipeline(file, createGunzip(), () => {}) : file;
    for await (const bytes of content) yield* splitPiece(splitter, decoder.decode(bytes, { stream: true }));
    yield* splitPiece(splitter, decoder.decode());
    finish(splitter);
  } catch (error) {
    throw new GammaFileError(`${path}: ${reasonOf(error)}`, { cause: error });
  }
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "it may not be read",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (code.startsWith("Z_")) return "it is not whole gzip data";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "it is not UTF-8 text";
  return (
    FILE_REASONS[code] ??
    (error instanceof SyntaxError ? `not a catalog dump: ${error.message}` : error.message)
  );
}
