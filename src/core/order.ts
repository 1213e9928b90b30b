/**
 * Creates orders, whether they come from a placement, the journal or the store. One function gives all orders the same
 * object shape, for which the engine optimizes the book's code.
 */
import { isBid } from "./state.ts";
import type { Order } from "./state.ts";
import { outcomePrice } from "./units.ts";

/** Fields that cannot be derived from the others. */
export type NewOrder = Omit<
  Order,
  "bid" | "price" | "previous" | "next" | "previousOwn" | "nextOwn" | "expiryIndex"
>;

/** Creates an order that is in no book yet. */
export const createOrder = (terms: NewOrder): Order => ({
  no: terms.no,
  id: terms.id,
  account: terms.account,
  market: terms.market,
  outcome: terms.outcome,
  side: terms.side,
  limit: terms.limit,
  lots: terms.lots,
  kind: terms.kind,
  postOnly: terms.postOnly,
  expiresAt: terms.expiresAt,
  placedAt: terms.placedAt,
  apiKey: terms.apiKey,
  remaining: terms.remaining,
  bid: isBid(terms),
  price: outcomePrice(terms.limit, terms.outcome),
  previous: undefined,
  next: undefined,
  previousOwn: undefined,
  nextOwn: undefined,
  expiryIndex: -1,
});
