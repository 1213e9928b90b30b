/** Slugs of events and markets that operators create. */
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { firstFreeSlug } from "../store/catalog/created-names.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import { slugCandidates } from "./slug.ts";

type SlugRequest = {
  readonly title: string;
  readonly slug: string | undefined;
  /** Text that no other slug contains; it makes this slug unique. */
  readonly fallback: string;
  /** Slugs of events and markets created together with this one. */
  readonly beside?: ReadonlySet<string>;
};

const KINDS = { events: "event", markets: "market" } as const;

/** Returns the requested slug if it is free, or a slug made from the title; rejects a taken slug. */
export async function chooseSlug(
  transaction: TransactionSql,
  table: "events" | "markets",
  { title, slug: wanted, fallback, beside = new Set() }: SlugRequest,
): Promise<string | Rejection> {
  const candidates = wanted === undefined ? slugCandidates(KINDS[table], title, fallback) : [wanted];
  const free = candidates.filter((slug) => !beside.has(slug));
  const slug = await firstFreeSlug(transaction, table, free);
  if (slug !== undefined) return slug;
  return reject(
    "listing_conflict",
    `slug: expected one that no ${KINDS[table]} has, or none to get one made, got "${candidates[0]}"`,
  );
}
