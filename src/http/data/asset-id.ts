/** Ids of outcome tokens in the data interface. */
import type { CatalogMarket } from "../../core/markets/catalog.ts";
import type { Outcome } from "../../core/state.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";

/** Returns `<condition id>:<outcome>` as specified; clients of the other dialects know the decimal token id. */
export const assetId = (
  dialect: Dialect,
  { conditionId, tokenIds }: Pick<CatalogMarket, "conditionId" | "tokenIds">,
  outcome: Outcome,
): string =>
  DIFFERENCES.assets.does[dialect] === "token-id" ? tokenIds[outcome] : `${conditionId}:${outcome}`;
