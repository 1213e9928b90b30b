/**
 * Page cursors: the padded base64 of the decimal offset of the next row. "MA==" is the start; "LTE=" ("-1") says that
 * there are no more pages, and sent back it gives an empty page.
 */
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { parseCount } from "../../core/units.ts";

export const END_CURSOR = "LTE=";

export const cursorAt = (offset: number): string => Buffer.from(String(offset)).toString("base64");

/** The offset, "end" for the end cursor, or `undefined` when it is no cursor. An absent cursor is the start. */
export function readCursor(cursor: string | undefined): number | "end" | undefined {
  if (cursor === undefined) return 0;
  if (cursor === END_CURSOR) return "end";
  const offset = decoded(cursor);
  return offset === undefined || cursorAt(offset) !== cursor ? undefined : offset;
}

const decoded = (cursor: string): number | undefined =>
  parseCount(Buffer.from(cursor, "base64").toString("latin1"));

/** Refuses a text that is no cursor; of one that only lost its padding it names the right one. */
export function badCursor(cursor = ""): Rejection {
  const offset = decoded(cursor);
  const nearest = offset === undefined ? `${cursorAt(0)}, the start` : cursorAt(offset);
  return reject(
    "invalid_cursor",
    `next_cursor: expected one that a page gave out, got ${JSON.stringify(cursor)}; nearest: ${nearest}`,
  );
}
