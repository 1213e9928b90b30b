/**
 * Pagination by cursor. In order of ids, the cursor names the last row, so that new rows shift no page. In any other
 * order, which trading changes, the cursor is a number of rows.
 */
import { Type } from "typebox";
import { PageParameters } from "./parameters.ts";

/** Parameters of the pagination. */
export const KeysetParameters = {
  limit: PageParameters.limit,
  after_cursor: Type.Optional(
    Type.String({ description: "`next_cursor` of the page before, which was asked for in the same order" }),
  ),
};

export const NextCursor = Type.Optional(
  Type.String({ description: "Where the next page begins; left out of the last page" }),
);

type KeysetPosition = { readonly offset: number; readonly after?: readonly number[] | undefined };

type KeysetQuery<Row> = {
  readonly query: { readonly limit: number; readonly after_cursor?: string };
  readonly order: string;
  /** Functions that return the numbers of a row's position in the order of ids. */
  readonly keys: readonly ((row: Row) => number)[];
  readonly read: (page: KeysetPosition & { readonly limit: number }) => Promise<readonly Row[]>;
};

type KeysetPage<Row> = { readonly rows: readonly Row[]; readonly next: { readonly next_cursor?: string } };

/** Reads the page at the cursor; `undefined` for a cursor that is invalid in the requested order. */
export async function readKeysetPage<Row>(walk: KeysetQuery<Row>): Promise<KeysetPage<Row> | undefined> {
  const { query, order, read } = walk;
  const place = readCursor(walk);
  if (place === undefined) return undefined;
  // One extra row shows whether there is a next page.
  const found = await read({ ...place, limit: query.limit + 1 });
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  if (last === undefined || found.length === rows.length) return { rows, next: {} };
  const numbers = order === "id" ? walk.keys.map((keyOf) => keyOf(last)) : [place.offset + rows.length];
  return { rows, next: { next_cursor: encode([order, ...numbers].join(".")) } };
}

function readCursor<Row>({
  query: { after_cursor: cursor },
  order,
  keys,
}: KeysetQuery<Row>): KeysetPosition | undefined {
  if (cursor === undefined) return { offset: 0 };
  const text = Buffer.from(cursor, "base64url").toString();
  const [name, ...parts] = text.split(".");
  const numbers = parts.map(Number);
  const count = order === "id" ? keys.length : 1;
  if (encode(text) !== cursor || name !== order || numbers.length !== count) return undefined;
  if (!numbers.every(Number.isSafeInteger) || !parts.every((part) => /^\d+$/.test(part))) return undefined;
  const [offset = 0] = numbers;
  return order === "id" ? { offset: 0, after: numbers } : { offset };
}

const encode = (text: string): string => Buffer.from(text).toString("base64url");
