/** The tokens that a request of the market channel names. */
import type { Exchange, Token } from "../../core/state.ts";
import { findPublicMarket, findPublicToken } from "../../http/public-market.ts";
import { clip } from "../../http/validation-fault.ts";
import { OUTCOMES } from "./market-messages.ts";
import type { MarketRequest } from "./market-request.ts";

/** Most names that a hint repeats, and most characters of each. */
const MAX_NAMED = 3;
const MAX_NAME = 80;

/** Named tokens, each once, and the ids that no market has. */
export type NamedTokens = { readonly tokens: readonly Token[]; readonly unknown: readonly string[] };

export function listNamed(
  exchange: Pick<Exchange, "tokens" | "marketByCondition">,
  { assetIds = [], conditionIds = [] }: MarketRequest,
): NamedTokens {
  const tokens = new Map<string, Token>();
  const unknown: string[] = [];
  for (const assetId of assetIds) {
    const token = findPublicToken(exchange, assetId);
    if (token === undefined) unknown.push(assetId);
    else tokens.set(assetId, token);
  }
  for (const conditionId of conditionIds) {
    const market = findPublicMarket(exchange, conditionId);
    if (market === undefined) unknown.push(conditionId);
    else for (const outcome of OUTCOMES) tokens.set(market.tokenIds[outcome], { market, outcome });
  }
  return { tokens: [...tokens.values()], unknown };
}

/** Writes the first few names, and how many more there are. */
export function namesOf(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => clip(name, MAX_NAME))
    .join(", ");
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
