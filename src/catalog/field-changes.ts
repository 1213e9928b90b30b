/** Changed fields of events and markets, as the audit log and traders see them. */
import type { CatalogTag } from "../core/catalog.ts";

/** A field with its values before and after; null where there is none. */
export type FieldChange = { readonly field: string; readonly from: unknown; readonly to: unknown };

/** Fields of which traders see each change. */
export const SHOWN_FIELDS = {
  event: ["title", "description", "image", "icon", "startDate", "endDate", "resolutionSource", "tags"],
  market: [
    "question",
    "description",
    "image",
    "icon",
    "startDate",
    "endDate",
    "resolutionSource",
    "groupItemTitle",
    "outcomes",
  ],
} as const;

/** Lists the fields among these whose shown values differ. */
export function listChanges(
  before: object,
  after: object,
  fields: readonly string[],
): readonly FieldChange[] {
  const [old, now] = [before, after].map((content) => new Map<string, unknown>(Object.entries(content)));
  return fields
    .map((field) => ({ field, from: shownValue(old?.get(field)), to: shownValue(now?.get(field)) }))
    .filter(({ from, to }) => from !== to);
}

/** The value of a field as histories have it: of tags and outcomes their names. */
export function shownValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((one) => (typeof one === "string" ? one : nameOfTag(one))).join(", ");
}

const nameOfTag = ({ label }: Pick<CatalogTag, "label">): string => label;
