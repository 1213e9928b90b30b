/** Parameters shared by operations of the catalog. */
import { MARKET_VERSIONS } from "../../core/markets/market-version.ts";
import { SERVICES } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { Type } from "typebox";
import type { TBoolean, TOptional } from "typebox";
import type { InputFault } from "../../core/values/input-fault.ts";
import type { TagFilter } from "../../store/catalog/catalog-pages.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { spelledAs } from "../../base/nearest-name.ts";
import { pageLimit } from "../operation/page-limit.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { describeFault } from "../operation/validation-fault.ts";
import { JOINED_KEYWORD } from "../server/request-body.ts";
import { badParameter } from "./refusal.ts";

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

/** Parameters of offset pagination. */
export const ListPageParameters = {
  ...PageParameters,
  page: onlyIn(
    ["polymarket"],
    Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 1_000_000,
      description: "The first is 1: skips the rows of the pages before, beside those of `offset`",
    }),
  ),
};

type ListPage = { readonly limit: number; readonly offset: number; readonly page?: number };

/** Returns the number of rows to skip and to read. */
export const readListPage = ({ limit, offset, page = 1 }: ListPage) => ({
  limit,
  offset: offset + (page - 1) * limit,
});

/** Makes a parameter that takes several texts. */
export const TextList = (description: string) =>
  Type.Optional(
    Type.Array(Type.String(), { description: `${description}, repeated or with commas between them` }),
  );

/** Versions of Polymarket's protocol, of which markets have one. */
export const Versions = (description: string) =>
  onlyIn(
    ["polymarket"],
    Type.Optional(
      Type.Array(Type.Enum(MARKET_VERSIONS), {
        description: `${description}, repeated or with commas between them; all unless given, but \`v1\` in lists by cursor where \`PRESAGE_STRICTNESS\` has \`v1-lists\``,
      }),
    ),
  );

export const Recurrence = Type.Optional(
  Type.String({ description: "How often a series comes: hourly, daily, weekly, monthly, annual or another" }),
);

const inClients = (schema: TOptional<TBoolean>) => onlyIn(SERVICES, schema);

/** Makes a flag by which clients request additional data that this exchange never has; the answer stays the same. */
export const nothingToAdd = (noun: string) =>
  inClients(Type.Optional(Type.Boolean({ description: `There are no ${noun} that could be added` })));

/** Flag that requests the tags of markets. */
export const IncludeTag = onlyIn(
  ["polymarket"],
  Type.Optional(Type.Boolean({ description: "true adds `tags`, those of the event" })),
);

/** Parameter with several ids. */
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
  tag_id: IdList("Ids of tags of the event"),
  tag_match: Type.Optional(
    Type.Enum(["any", "all"], { description: "How many tags of `tag_id` the event has; any without it" }),
  ),
  tag_slug: Type.Optional(Type.String({ description: "Slug of a tag of the event" })),
};

type TagQuery = {
  readonly tag?: string;
  readonly tag_slug?: string;
  readonly tag_id?: readonly number[];
  readonly tag_match?: "any" | "all";
};

/** Reads the tags; a fault if `tag` and its other name differ, or if `tag_match` comes without a tag. */
export function readTags(query: TagQuery): TagFilter | InputFault {
  const { tag, tag_slug: slug = tag, tag_id: tagIds, tag_match: match } = query;
  if (tag !== undefined && tag !== slug) return { fault: "tag" };
  if (match !== undefined && tagIds === undefined) return { fault: "tag_match" };
  return { tagIds, allTags: match === "all", tagSlugs: slug === undefined ? undefined : [slug] };
}

/** Sort parameters; `columns` are the sortable columns. */
export const orderParameters = (columns: Readonly<Record<string, unknown>>) => ({
  order: Type.Optional(
    Type.String({
      description: `Column to sort by, descending: ${Object.keys(columns).join(", ")}. Without it by id, ascending. Several with commas between them in the Polymarket dialect`,
      [JOINED_KEYWORD]: true,
    }),
  ),
  ascending: Type.Boolean({ default: false, description: "true sorts by `order` ascending" }),
});

type OrderQuery = { readonly order?: string; readonly ascending: boolean };

/** Reads the sort order: by id, ascending, unless columns are named. Refuses an unknown column. */
export function readOrder<Column extends string>(
  query: OrderQuery,
  columns: Readonly<Record<Column, string>>,
  dialect: Dialect,
): { readonly order: readonly Column[]; readonly ascending: boolean } | ErrorResponse {
  const names = Object.keys(columns).filter((name): name is Column => Object.hasOwn(columns, name));
  const isLoose = DIFFERENCES.spellings.does[dialect] === "any";
  const given = (query.order ?? "id").split(",");
  const order = given.map((text) => (isLoose ? spelledAs(text, names) : names.find((name) => name === text)));
  const known = order.filter((name) => name !== undefined);
  if (known.length < order.length || (!isLoose && order.length > 1))
    return badParameter(
      "order",
      dialect,
      DIFFERENCES.allowedValues.does[dialect] === "bare"
        ? undefined
        : describeFault({ expected: `one of ${names.join(", ")}`, got: query.order }),
    );
  return { order: known, ascending: query.order === undefined || query.ascending };
}

/** A numeric id in the path. */
export const NumericId = Type.Object({
  id: Type.String({ description: "Id as a decimal number, such as 9002" }),
});

export const Slug = Type.Object({
  slug: Type.String({ description: "In the letters in which it was listed" }),
});

/** Parses a row id; `undefined` if no row can have it. */
export function rowId(text: string): number | undefined {
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
