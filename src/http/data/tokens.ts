/** Ids of outcome tokens in the data interface, and their lookup by either form. */
import type { Context } from "../../context.ts";
import type { CatalogMarket } from "../../core/markets/catalog.ts";
import type { Outcome, Token } from "../../core/state.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { explainWrongToken } from "../values/token-id.ts";
import { findPublicMarket, findPublicToken } from "../values/shown-prices.ts";
import { invalidFieldBecause } from "./refusal.ts";

/** Returns `<condition id>:<outcome>` in the specification's dialect, else the decimal token id. */
export const formatAssetId = (
  dialect: Dialect,
  { conditionId, tokenIds }: Pick<CatalogMarket, "conditionId" | "tokenIds">,
  outcome: Outcome,
): string =>
  DIFFERENCES.assets.does[dialect] === "token-id" ? tokenIds[outcome] : `${conditionId}:${outcome}`;

/** Pattern of `asset` in the specification. */
const ASSET = /^(0x[0-9a-f]{64}):([01])$/i;

/** Finds the token of `token_id`. For an id of another kind, the refusal names that kind. */
export function findTokenNamed({ engine }: Pick<Context, "engine">, given: string): Token | ErrorResponse {
  const [, condition, outcome] = ASSET.exec(given) ?? [];
  const market = condition === undefined ? undefined : findPublicMarket(engine.exchange, condition);
  if (market !== undefined) return { market, outcome: outcome === "0" ? 0 : 1 };
  const token = findPublicToken(engine.exchange, given);
  if (token !== undefined) return token;
  const why = explainWrongToken({ engine }, given) ?? "no market has it";
  return invalidFieldBecause("token_id", `expected a token id, got ${JSON.stringify(given)}; ${why}`);
}
