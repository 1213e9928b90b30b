/** Pages of the cursor-paged listings: rows, the cursor of the next page, page size and the number of rows. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Answer } from "../endpoint.ts";
import { rowsOf } from "../large/rows.ts";
import { badCursor, cursorAt, END_CURSOR, readCursor } from "./cursor.ts";

/** Rows per page of trades and orders. */
export const ACCOUNT_PAGE = 100;
/** Rows per page of markets. */
export const MARKET_PAGE = 500;

export const PageOf = <T extends TSchema>(row: T) =>
  Type.Object({
    data: Type.Array(row),
    next_cursor: Type.String({ description: `Where the next page begins; ${END_CURSOR} is the end` }),
    limit: Type.Integer(),
    count: Type.Integer(),
  });

export type Slice = { readonly offset: number; readonly limit: number };

/**
 * The page that `cursor` asks for. `read` is asked for one row more than a page, which tells whether another follows; with
 * `show` each row is made while the answer is written.
 */
export async function listingPage<Row>(
  cursor: string | undefined,
  limit: number,
  read: (slice: Slice) => Promise<readonly Row[]>,
  show?: (row: Row) => unknown,
): Promise<Answer> {
  const offset = readCursor(cursor);
  if (offset === undefined) return { rejection: badCursor(cursor) };
  const rows = offset === "end" ? [] : await read({ offset, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const data = show === undefined ? page : rowsOf(page, show);
  const more = offset !== "end" && rows.length > limit;
  return {
    body: { data, next_cursor: more ? cursorAt(offset + limit) : END_CURSOR, limit, count: page.length },
  };
}
