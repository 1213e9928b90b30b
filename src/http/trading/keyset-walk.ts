/**
 * Walks over rows that come in all the time, page after page: a cursor names the rows that the next page follows, so
 * that none is skipped and none comes twice. It is the base64 of whole numbers with points between them; the start and
 * the end are those of the other listings.
 */
import { parseCount } from "../../core/units.ts";
import type { Rejection } from "../../core/rejection.ts";
import { badCursor, cursorAt, END_CURSOR } from "./cursor.ts";

/** Place that a page follows, in as many numbers as the walk needs. */
export type RowPlace = readonly number[];

export type KeysetWalk<Row> = {
  readonly cursor: string | undefined;
  /** Rows of a page. */
  readonly limit: number;
  /** Place where the first page begins. */
  readonly start: () => RowPlace | Promise<RowPlace>;
  readonly read: (place: RowPlace, limit: number) => Promise<readonly Row[]>;
  /** Place that follows these rows, which began at `place`. */
  readonly after: (place: RowPlace, rows: readonly Row[]) => RowPlace;
};

export type WalkPage<Row> = { readonly rows: readonly Row[]; readonly next_cursor: string };

const START_CURSOR = cursorAt(0);

/** The page that the cursor asks for. One row more than a page is read, which tells whether another follows. */
export const walkPage = <Row>(walk: KeysetWalk<Row>): Promise<WalkPage<Row> | Rejection> =>
  walkParts({
    ...walk,
    read: async (place, limit) => {
      const found = await walk.read(place, limit + 1);
      return { rows: found.slice(0, limit), more: found.length > limit };
    },
  });

/** Rows of a page, which may be fewer than its limit where others follow. */
export type PagePart<Row> = { readonly rows: readonly Row[]; readonly more: boolean };

export type PartWalk<Row> = Omit<KeysetWalk<Row>, "read"> & {
  readonly read: (place: RowPlace, limit: number) => Promise<PagePart<Row>>;
};

/** The page that the cursor asks for, of as many rows as could be read at once. */
export async function walkParts<Row>(walk: PartWalk<Row>): Promise<WalkPage<Row> | Rejection> {
  const { cursor, limit } = walk;
  if (cursor === END_CURSOR) return { rows: [], next_cursor: END_CURSOR };
  const start = await walk.start();
  const place = cursor === undefined || cursor === START_CURSOR ? start : readPlace(cursor, start.length);
  if (place === undefined) return badCursor(cursor);
  const { rows, more } = await walk.read(place, limit);
  return { rows, next_cursor: more ? encode(walk.after(place, rows)) : END_CURSOR };
}

const encode = (place: RowPlace): string => Buffer.from(place.join(".")).toString("base64");

function readPlace(cursor: string, width: number): RowPlace | undefined {
  const numbers = Buffer.from(cursor, "base64").toString("latin1").split(".").map(parseCount);
  const place = numbers.filter((number) => number !== undefined);
  return numbers.length === width && encode(place) === cursor ? place : undefined;
}
