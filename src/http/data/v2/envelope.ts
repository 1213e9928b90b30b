/** The envelope of every answer of version 2: `data`, and beside a list that has pages `pagination`. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Rows } from "../../large/rows.ts";

const Pagination = Type.Object({
  limit: Type.Integer({ description: "Rows that a page has at most" }),
  offset: Type.Literal(0, { description: "Pages go by cursor only" }),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
    description: "Where the next page begins; null on the last",
  }),
});

export const Page = <Item extends TSchema>(item: Item, description: string) =>
  Type.Object({ data: Type.Array(item, { description }), pagination: Pagination });

export const Envelope = <Data extends TSchema>(data: Data) => Type.Object({ data });

type PageEnd = { readonly limit: number; readonly next: string | undefined };

/** The body of a page; without `next` it is the last one. */
export const pageBody = (data: Rows, { limit, next }: PageEnd) => ({
  data,
  pagination: { limit, offset: 0, has_more: next !== undefined, next_cursor: next ?? null },
});
