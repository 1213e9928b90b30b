/**
 * Limit on the rows of a page. A larger value is not refused: the page then has the maximum, and the header X-Page-Limit
 * states the applied limit.
 */
import { Type } from "typebox";
import type { TInteger, TObject, TSchema } from "typebox";

/** Marks the parameter in its schema; the value is the maximum. */
export const PAGE_LIMIT_KEYWORD = "x-page-limit";

type Bounds = { readonly default?: number; readonly minimum?: number; readonly maximum: number };

/** Creates the query parameter for a page's size, from `minimum` (1 by default) and clamped to the maximum. */
export const pageLimit = ({ minimum = 1, ...bounds }: Bounds): TInteger =>
  Type.Integer({
    ...bounds,
    minimum,
    description: "Rows of a page; the header X-Page-Limit says how many applied",
    [PAGE_LIMIT_KEYWORD]: bounds.maximum,
  });

/** Returns the maximum of a page limit's schema; `undefined` for any other parameter. */
export function pageMaximum(schema: TSchema): number | undefined {
  if (!(PAGE_LIMIT_KEYWORD in schema)) return undefined;
  const maximum = schema[PAGE_LIMIT_KEYWORD];
  return typeof maximum === "number" ? maximum : undefined;
}

/** Returns the rows that apply for these query values; `undefined` if the operation has no pages. */
export function pageRows(query: TObject | undefined, values: unknown): number | undefined {
  if (query === undefined) return undefined;
  const given = new Map(Object.entries(values ?? {}));
  const limits = Object.entries(query.properties).filter(([, schema]) => pageMaximum(schema) !== undefined);
  const applied = limits.map(([name]) => given.get(name)).find((value) => value !== undefined);
  return applied === undefined ? undefined : Number(applied);
}

// Parts of operations whose list is always empty: parameters without effect, and a schema of no rows.

const UNUSED = { description: "There are no rows that it could choose or sort" };

export const UnusedText = Type.Optional(Type.String(UNUSED));
export const UnusedFlag = Type.Optional(Type.Boolean(UNUSED));
export const UnusedInteger = Type.Optional(Type.Integer(UNUSED));
export const UnusedTexts = Type.Optional(Type.Array(Type.String(), UNUSED));
export const UnusedIntegers = Type.Optional(Type.Array(Type.Integer(), UNUSED));

export const NoRows = Type.Array(Type.Never(), { maxItems: 0 });
