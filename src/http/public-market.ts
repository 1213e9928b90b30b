/** Markets and tokens that requests may name. A draft is named by nobody: it is answered as one that does not exist. */
import type { Exchange, Market, Token } from "../core/state.ts";
import { isPublished } from "../core/flags.ts";

/** The market with this condition, in any case of letters. */
export function findPublicMarket(
  { marketByCondition }: Pick<Exchange, "marketByCondition">,
  conditionId: string,
): Market | undefined {
  const market = marketByCondition.get(conditionId.toLowerCase());
  return market && isPublished(market) ? market : undefined;
}

/** The token with this id. */
export function findPublicToken({ tokens }: Pick<Exchange, "tokens">, tokenId: string): Token | undefined {
  const token = tokens.get(tokenId);
  return token && isPublished(token.market) ? token : undefined;
}
