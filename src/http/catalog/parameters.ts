/** The parameters that several operations of the catalog have. */
import { Type } from "typebox";
import type { InputFault } from "../../core/input-fault.ts";
import { pageLimit } from "../page-limit.ts";

export const Creator = Type.Optional(
  Type.String({
    description:
      "A wallet or a site's host name: only markets made by that wallet, or by the wallets of that site",
  }),
);

export const PageParameters = {
  limit: pageLimit({ default: 100, maximum: 500 }),
  offset: Type.Integer({ default: 0, minimum: 0, description: "Rows to skip" }),
};

/** Several ids. */
export const IdList = (description: string) =>
  Type.Optional(
    Type.Array(Type.Integer(), { description: `${description}, repeated or with commas between them` }),
  );

const Flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const FlagParameters = {
  active: Flag("Only those that are published, or that are not"),
  closed: Flag("Only those that are over, or that are not"),
  archived: Flag("Only those that are hidden, or that are not"),
};

export const TagParameters = {
  tag: Type.Optional(Type.String({ description: "Slug of a tag of the event; the same as tag_slug" })),
  tag_id: Type.Optional(Type.Integer({ description: "Id of a tag of the event" })),
  tag_slug: Type.Optional(Type.String({ description: "Slug of a tag of the event" })),
};

type TagQuery = { readonly tag?: string; readonly tag_slug?: string };

/** Reads the slug that `tag` or its other name asks for; a fault when they ask for two. */
export const readTag = ({ tag, tag_slug: slug = tag }: TagQuery): string | InputFault | undefined =>
  tag === undefined || tag === slug ? slug : { fault: "tag" };

/** The sort order; `columns` are those that it may name. */
export const orderParameters = (columns: Readonly<Record<string, unknown>>) => ({
  order: Type.Optional(
    Type.String({
      description: `Column to sort by, descending: ${Object.keys(columns).join(", ")}. Without it by id, ascending`,
    }),
  ),
  ascending: Type.Boolean({ default: false, description: "true sorts by `order` ascending" }),
});

type OrderQuery = { readonly order?: string; readonly ascending: boolean };

/** Sorts by id, ascending, unless a column is named; `undefined` when there is no such column. */
export function readOrder<Column extends string>(
  query: OrderQuery,
  columns: Readonly<Record<Column, string>>,
): { readonly order: Column; readonly ascending: boolean } | undefined {
  const { order = "id" } = query;
  const isColumn = (name: string): name is Column => Object.hasOwn(columns, name);
  return isColumn(order) ? { order, ascending: query.order === undefined || query.ascending } : undefined;
}

/** A numeric id in the path. */
export const NumericId = Type.Object({
  id: Type.String({ pattern: "^-?\\d+$", description: "Numeric id" }),
});

export const Slug = Type.Object({
  slug: Type.String({ description: "In the letters in which it was listed" }),
});

/** The number of a row with this id; `undefined` for what no row has. */
export function rowId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
