/** The error of a slug that no event or market has, with the nearest slug. */
import { MAX_COMPARED_LENGTH, nearestName } from "../../../base/nearest-name.ts";
import { isShort } from "../../../base/slot-pool.ts";
import type { Context } from "../../../context.ts";
import { listSlugsNear } from "../../../store/reads/slugs-near.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { slugNotFound } from "../refusal.ts";
import type { CatalogRead } from "../scope.ts";

type SlugCall = {
  readonly context: Pick<Context, "places">;
  readonly network: () => string;
  readonly params: { readonly slug: string };
};

/** Refuses a slug. The search takes a slot; without one, or for a longer slug, the error names no other. */
export async function noSlug(
  { context, network, params: { slug: text } }: SlugCall,
  kind: "events" | "markets",
  { sql, scope }: CatalogRead,
): Promise<ErrorResponse> {
  if (text.length > MAX_COMPARED_LENGTH) return slugNotFound(undefined);
  const slot = context.places.nearestSlugs.take({ address: network() });
  if (isShort(slot)) return slugNotFound(undefined);
  try {
    return slugNotFound(nearestName(text, await listSlugsNear(sql, kind, { text, scope })));
  } finally {
    slot.end();
  }
}
