/** Pages of the trading interface's listings: cursors, offsets and keyset pagination. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Event, EventOf } from "../../core/events/event.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { parseCount } from "../../core/units.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer } from "../operation/endpoint.ts";
import { lazyRows } from "../guard/slow-queries/json-slices.ts";
import { formatHint } from "./error-format.ts";
import { buildWireError } from "./wire-error.ts";

// Page cursors: the padded base64 of the decimal offset of the next row. "MA==" is the start. "LTE=" ("-1") marks the last
// page; as a request cursor it returns an empty page.

export const END_CURSOR = "LTE=";

export const cursorAt = (offset: number): string => Buffer.from(String(offset)).toString("base64");

/** Parses a cursor to its offset, "end" for the end cursor, or `undefined` if it is invalid. An absent cursor is the start. */
function readCursor(cursor: string | undefined): number | "end" | undefined {
  if (cursor === undefined) return 0;
  if (cursor === END_CURSOR) return "end";
  const offset = decodeOffset(cursor);
  return offset === undefined || cursorAt(offset) !== cursor ? undefined : offset;
}

const decodeOffset = (cursor: string): number | undefined =>
  parseCount(Buffer.from(cursor, "base64").toString("latin1"));

/** Rejects an invalid cursor. If only the padding is missing, the hint names the right cursor. */
function rejectCursor(cursor = ""): Rejection {
  const offset = decodeOffset(cursor);
  const nearest = offset === undefined ? `${cursorAt(0)}, the start` : cursorAt(offset);
  return reject(
    "invalid_cursor",
    `next_cursor: expected one that a page gave out, got ${JSON.stringify(cursor)}; nearest: ${nearest}`,
  );
}

// Pages of listings with cursors: rows, the cursor of the next page, page size and number of rows.

/** Rows per page of trades and orders. */
export const ACCOUNT_PAGE = 100;
/** Rows per page of markets. */
export const MARKET_PAGE = 500;

export const pageSchema = <T extends TSchema>(row: T) =>
  Type.Object({
    data: Type.Array(row),
    next_cursor: Type.String({ description: `Where the next page begins; ${END_CURSOR} is the end` }),
    limit: Type.Integer(),
    count: Type.Integer(),
  });

/** Query field with the page's cursor. */
export const CursorField = {
  next_cursor: Type.Optional(Type.String({ description: "From the page before; absent for the first" })),
};

export type Slice = { readonly offset: number; readonly limit: number };

/**
 * Returns the page at `cursor`. `read` is asked for one extra row, which shows whether another page follows. With `show`,
 * each row is converted while the answer is written.
 */
export async function listingPage<Row>(
  cursor: string | undefined,
  limit: number,
  read: (slice: Slice) => Promise<readonly Row[]>,
  show?: (row: Row) => unknown,
): Promise<Answer> {
  const offset = readCursor(cursor);
  if (offset === undefined) return { rejection: rejectCursor(cursor) };
  const rows = offset === "end" ? [] : await read({ offset, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const data = show === undefined ? page : lazyRows(page, show);
  const more = offset !== "end" && rows.length > limit;
  return {
    body: { data, next_cursor: more ? cursorAt(offset + limit) : END_CURSOR, limit, count: page.length },
  };
}

// Keyset pagination over rows that are added all the time. A cursor names the last position read, so no row is skipped or
// repeated. It is the base64 of integers joined by points. Start and end cursors are the same as in listings paged by
// offset.

/** Position after which a page begins, as many numbers as the listing needs. */
export type RowCursor = readonly number[];

type KeysetWalk<Row> = {
  readonly cursor: string | undefined;
  /** Rows per page. */
  readonly limit: number;
  /** Returns the position at which the first page begins. */
  readonly start: () => RowCursor | Promise<RowCursor>;
  readonly read: (place: RowCursor, limit: number) => Promise<readonly Row[]>;
  /** Returns the position after these rows, which were read from position `place`. */
  readonly after: (place: RowCursor, rows: readonly Row[]) => RowCursor;
};

type WalkPage<Row> = { readonly rows: readonly Row[]; readonly next_cursor: string };

const START_CURSOR = cursorAt(0);

/** Returns the page at the cursor. Reads one extra row, which shows whether another page follows. */
export const walkPage = <Row>(walk: KeysetWalk<Row>): Promise<WalkPage<Row> | Rejection> =>
  walkParts({
    ...walk,
    read: async (place, limit) => {
      const found = await walk.read(place, limit + 1);
      return { rows: found.slice(0, limit), more: found.length > limit };
    },
  });

/** Builds the answer of a page with the records `data`. */
export const answerPage = (
  { next_cursor }: Pick<WalkPage<unknown>, "next_cursor">,
  data: readonly unknown[],
  limit = ACCOUNT_PAGE,
): Answer => ({ body: { data, next_cursor, limit, count: data.length } });

/** Rows of a page; `more` is true if further rows follow, even after fewer rows than the limit. */
type PagePart<Row> = { readonly rows: readonly Row[]; readonly more: boolean };

type PartWalk<Row> = Omit<KeysetWalk<Row>, "read"> & {
  readonly read: (place: RowCursor, limit: number) => Promise<PagePart<Row>>;
};

/** Returns the page at the cursor. The page has the rows of a single read, and may be short. */
export async function walkParts<Row>(walk: PartWalk<Row>): Promise<WalkPage<Row> | Rejection> {
  const { cursor, limit } = walk;
  if (cursor === END_CURSOR) return { rows: [], next_cursor: END_CURSOR };
  const start = await walk.start();
  const place =
    cursor === undefined || cursor === START_CURSOR ? start : parseRowCursor(cursor, start.length);
  if (place === undefined) return rejectCursor(cursor);
  const { rows, more } = await walk.read(place, limit);
  return { rows, next_cursor: more ? encodeRowCursor(walk.after(place, rows)) : END_CURSOR };
}

const encodeRowCursor = (place: RowCursor): string => Buffer.from(place.join(".")).toString("base64");

function parseRowCursor(cursor: string, width: number): RowCursor | undefined {
  const numbers = Buffer.from(cursor, "base64").toString("latin1").split(".").map(parseCount);
  const place = numbers.filter((number) => number !== undefined);
  return numbers.length === width && encodeRowCursor(place) === cursor ? place : undefined;
}

// Finds the event of a type among the events of a committed command.

/** Returns the event of this type; throws if the command has none. */
export function getEventOfType<T extends Event["type"]>(
  { events }: { readonly events: readonly Event[] },
  type: T,
): EventOf<T> {
  const found = events.find((event): event is EventOf<T> => event.type === type);
  if (found === undefined) throw new Error(`a command was committed without its event: ${type}`);
  return found;
}

// Entry of a refused item in the answer of a batch request.

/** Fields of a refused item beside its status, instead of the requested fields. */
export const RejectedItemFields = {
  error: Type.Optional(Type.String({ description: "The text that the dialect's clients match" })),
  code: Type.Optional(Type.String({ description: "Stable, and the same in every dialect" })),
  hint: Type.Optional(Type.String({ description: "What was expected, and what came" })),
};

export function describeRejectedItem(rejection: Rejection, dialect: Dialect) {
  const { status, error } = buildWireError(rejection, dialect, false);
  return { status, error, code: rejection.code, hint: formatHint(rejection) };
}
