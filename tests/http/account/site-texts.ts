/**
 * Texts of refused orders that Kuest's site (prediction-market, c4a3b7f0) tells its users about; any other is "something
 * went wrong". It knows some as a whole and others by a part, in any case of letters.
 */
const WHOLE: ReadonlySet<string> = new Set([
  "condition is not registered",
  "condition_paused",
  "could not insert order",
  "could not run the execution",
  "error delaying the order",
  "internal_error",
  "invalid expiration",
  "invalid order signature",
  "invalid_l2",
  "market not yet accepting orders",
  "not enough balance / allowance",
  "on-chain precheck failed",
  "on-chain settlement failed",
  "order couldn't be fully filled, fok orders are fully filled/killed",
  "order expired",
  "order is invalid. duplicated. same order has already been placed, can't be placed again",
  "order is invalid. price breaks minimum tick size rules",
  "order is invalid. size lower than the minimum",
  "order match delayed due to market conditions",
  "owner_address_mismatch",
  "system_paused",
  "the market is not yet ready to process new orders",
  "token is not registered",
  "user_banned",
]);

const PARTS: readonly string[] = [
  "expiration is required",
  "expiration must be in the future",
  "expiration must be non-negative",
  "failed to check balances",
  "feeratebps must be >= exchangebasefeerate",
  "feeratebps must be non-negative",
  "invalid signature for order",
  "makeramount and takeramount must be positive",
  "makeramount must be positive",
  "not enough balance",
  "order quantity must be positive",
  "orderbook not ready",
  "postonly requires gtc or gtd",
  "postonly would cross the best ask",
  "postonly would cross the best bid",
  "tokenid is required",
  "tokenid not found for conditionid lookup",
  "unsupported verifying contract",
];

export const isKnownToSite = (text: string): boolean =>
  WHOLE.has(text.toLowerCase()) || PARTS.some((part) => new RegExp(`\\b${part}\\b`, "i").test(text));
