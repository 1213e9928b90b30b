/** Lookup of a token by a parameter, in either form in which the data interface shows tokens. */
import type { Context } from "../../context.ts";
import type { Token } from "../../core/state.ts";
import { findPublicMarket, findPublicToken } from "../values/shown-prices.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { notToken } from "../trading/token-id.ts";
import { invalidFieldBecause } from "./refusal.ts";

/** Form of `asset` in the specification. */
const ASSET = /^(0x[0-9a-f]{64}):([01])$/i;

/** Finds the token of `token_id`. If the id is of another kind, the refusal names that kind. */
export function findTokenNamed({ engine }: Pick<Context, "engine">, given: string): Token | ErrorResponse {
  const [, condition, outcome] = ASSET.exec(given) ?? [];
  const market = condition === undefined ? undefined : findPublicMarket(engine.exchange, condition);
  if (market !== undefined) return { market, outcome: outcome === "0" ? 0 : 1 };
  const token = findPublicToken(engine.exchange, given);
  if (token !== undefined) return token;
  const why = notToken({ engine }, given) ?? "no market has it";
  return invalidFieldBecause("token_id", `expected a token id, got ${JSON.stringify(given)}; ${why}`);
}
