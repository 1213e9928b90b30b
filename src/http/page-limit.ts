/**
 * Rows that a page may have. More than the maximum is no fault: the page has the maximum then, and the header
 * X-Page-Limit says how many rows applied.
 */
import { Type } from "typebox";
import type { TInteger, TObject, TSchema } from "typebox";

/** Marks the parameter in its schema, with its maximum. */
export const PAGE_LIMIT_KEYWORD = "x-page-limit";

type Bounds = { readonly default?: number; readonly minimum?: number; readonly maximum: number };

/** The query parameter of a page's size: from the minimum of rows on, 1 unless given, clamped to the maximum. */
export const pageLimit = ({ minimum = 1, ...bounds }: Bounds): TInteger =>
  Type.Integer({
    ...bounds,
    minimum,
    description: "Rows of a page; the header X-Page-Limit says how many applied",
    [PAGE_LIMIT_KEYWORD]: bounds.maximum,
  });

/** The maximum of a page limit's schema; `undefined` for another parameter's. */
export function pageMaximum(schema: TSchema): number | undefined {
  if (!(PAGE_LIMIT_KEYWORD in schema)) return undefined;
  const maximum = schema[PAGE_LIMIT_KEYWORD];
  return typeof maximum === "number" ? maximum : undefined;
}

/** The rows that apply among these values of a query; `undefined` where the operation has no pages. */
export function pageRows(query: TObject | undefined, values: unknown): number | undefined {
  if (query === undefined) return undefined;
  const given = new Map(Object.entries(values ?? {}));
  const limits = Object.entries(query.properties).filter(([, schema]) => pageMaximum(schema) !== undefined);
  const applied = limits.map(([name]) => given.get(name)).find((value) => value !== undefined);
  return applied === undefined ? undefined : Number(applied);
}
