/** Ids of outcome tokens in the data interface, and their lookup by either form. */
import type { Context } from "../../context.ts";
import type { CatalogMarket } from "../../core/markets/catalog.ts";
import type { Outcome, Token } from "../../core/state.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { CONDITION_PATTERN } from "../operation/id-patterns.ts";
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

/** Pattern of `asset` in the specification: a condition id, a colon and the outcome. */
const ASSET = new RegExp(`${CONDITION_PATTERN.slice(0, -1)}:([01])$`);

/** Finds the token of `token_id`. For an id of another kind, the refusal names that kind. */
export function findTokenNamed({ engine }: Pick<Context, "engine">, given: string): Token | ErrorResponse {
  const [, , outcome] = ASSET.exec(given) ?? [];
  const market = outcome === undefined ? undefined : findPublicMarket(engine.exchange, given.slice(0, -2));
  if (market !== undefined) return { market, outcome: outcome === "0" ? 0 : 1 };
  const token = findPublicToken(engine.exchange, given);
  if (token !== undefined) return token;
  const why = explainWrongToken({ engine }, given) ?? "no market has it";
  return invalidFieldBecause("token_id", `expected a token id, got ${JSON.stringify(given)}; ${why}`);
}
