/** Slugs of what operators create. */
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { firstFreeSlug } from "../store/catalog/created-names.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import { slugCandidates } from "./slug.ts";

type SlugRequest = {
  readonly title: string;
  readonly slug: string | undefined;
  /** Text that no other slug contains, to make this one unique. */
  readonly fallback: string;
  /** Slugs of what is created together with it. */
  readonly beside?: ReadonlySet<string>;
};

const KINDS = { events: "event", markets: "market" } as const;

/** Gives the requested slug if it is free, or one made of the title; refuses a slug that is taken. */
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
