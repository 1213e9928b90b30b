/** Tags of events that operators create or edit, by label. */
import type { CatalogTag, Instant } from "../core/catalog.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { listTagsBySlug, nextId } from "../store/catalog/created-names.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import { slugOfTitle, tagSlugs } from "./slug.ts";

/** Returns the tags with these labels: existing ones, and new ones for unknown labels. */
export async function chooseTags(
  transaction: TransactionSql,
  labels: readonly string[],
  now: Instant,
): Promise<CatalogTag[] | Rejection> {
  const wanted = new Map(labels.map((label) => [slugOfTitle("tag", label), label]));
  const nameless = wanted.get("");
  if (nameless !== undefined)
    return reject("invalid_payload", `tags: expected labels with letters a-z or digits, got "${nameless}"`);
  const known = await listTagsBySlug(transaction, labels.flatMap(tagSlugs));
  let id = await nextId(transaction, "tags");
  return [...wanted].map(
    ([slug, label]) =>
      known.find((tag) => tagSlugs(label).includes(tag.slug)) ?? {
        id: String(id++),
        label,
        slug,
        createdAt: now,
        updatedAt: now,
        requiresTranslation: false,
      },
  );
}
