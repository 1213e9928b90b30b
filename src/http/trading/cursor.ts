/**
 * Page cursors: the padded base64 of the decimal offset of the next row. "MA==" is the start; "LTE=" ("-1") says that
 * there are no more pages, and sent back it gives an empty page.
 */
import { parseCount } from "../../core/units.ts";

export const END_CURSOR = "LTE=";

export const cursorAt = (offset: number): string => Buffer.from(String(offset)).toString("base64");

/** The offset, "end" for the end cursor, or `undefined` when it is no cursor. An absent cursor is the start. */
export function readCursor(cursor: string | undefined): number | "end" | undefined {
  if (cursor === undefined) return 0;
  if (cursor === END_CURSOR) return "end";
  const text = Buffer.from(cursor, "base64").toString("latin1");
  const offset = parseCount(text);
  return offset === undefined || cursorAt(offset) !== cursor ? undefined : offset;
}
