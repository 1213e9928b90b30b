/** How the data interface names the token of an outcome. */
import type { CatalogMarket } from "../../core/catalog.ts";
import type { Outcome } from "../../core/state.ts";
import type { Dialect } from "../dialect.ts";

/** `<condition id>:<outcome>` as specified; clients of the other dialects know the decimal token id. */
export const assetId = (
  dialect: Dialect,
  { conditionId, tokenIds }: Pick<CatalogMarket, "conditionId" | "tokenIds">,
  outcome: Outcome,
): string => (dialect === "spec" ? `${conditionId}:${outcome}` : tokenIds[outcome]);
