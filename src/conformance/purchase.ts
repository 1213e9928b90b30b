/** The purchase of a run, and contradictions of it in answers. */
import { Unchecked } from "./answer.ts";
import { isNear } from "./book.ts";
import type { Run } from "./check.ts";
import { fieldOf, listIn, numberIn, textIn } from "./json-value.ts";
import type { RestingOrder } from "./trading.ts";

export type Purchase = {
  readonly order: RestingOrder;
  readonly outcomeIndex: number;
  /** Shares: those matched at its placement, and those of the whole order, whose rest others may take. */
  readonly least: number;
  readonly most: number;
};

/** Returns the order that bought shares; throws `Unchecked` if there is none. */
export function purchaseOf(run: Run): Purchase {
  const { bought: order } = run.trading();
  if (order === undefined) throw new Unchecked("nothing was traded");
  const least = numberIn(order.placed.json, "takingAmount") || 0;
  return { order, outcomeIndex: run.market().tokenIds.indexOf(order.tokenId), least, most: order.shares };
}

const NEAR = 1e-6;

/** Tells whether the wallet can have bought this number of shares. */
export const isBought = ({ least, most }: Purchase, shares: number): boolean =>
  shares > 0 && shares >= least - NEAR && shares <= most + NEAR;

export const boughtText = ({ least, most }: Purchase): string =>
  least === most ? String(most) : `${least} to ${most}`;

/** An own order's part in a trade: as the incoming order, or as one of the resting orders. */
export type OwnPart = { readonly part: unknown; readonly sizeField: "size" | "matched_amount" };

export function partOf(trade: unknown, { id }: RestingOrder): OwnPart | undefined {
  if (textIn(trade, "taker_order_id") === id) return { part: trade, sizeField: "size" };
  const part = listIn(fieldOf(trade, "maker_orders")).find((maker) => textIn(maker, "order_id") === id);
  return part === undefined ? undefined : { part, sizeField: "matched_amount" };
}

/** Describes how an order's part in a trade contradicts the signed order; undefined if it does not. */
export function tradeFault(
  trade: unknown,
  order: RestingOrder,
): { readonly expected: string; readonly got: unknown } | undefined {
  const own = partOf(trade, order);
  if (own === undefined) return undefined;
  const { part, sizeField } = own;
  const [price, size] = [numberIn(part, "price"), numberIn(part, sizeField)];
  const isRight =
    textIn(part, "asset_id") === order.tokenId &&
    textIn(part, "side") === order.side &&
    hasPrice(own, trade, order) &&
    size > 0 &&
    size <= order.shares + NEAR;
  if (isRight) return undefined;
  const bound = order.side === "BUY" ? "at most" : "at least";
  const expected =
    `asset_id ${order.tokenId}, side ${order.side}, price ${bound} ${order.priceMicros / 1e6} and that of the orders that it met, ` +
    `${sizeField} at most ${order.shares}, of order ${order.id}`;
  return { expected, got: { asset_id: textIn(part, "asset_id"), side: textIn(part, "side"), price, size } };
}

/**
 * Tells whether the price is right: a resting order has its own price, and an incoming one the matched price, within its
 * limit.
 */
function hasPrice({ part, sizeField }: OwnPart, trade: unknown, order: RestingOrder): boolean {
  const [price, limit] = [numberIn(part, "price"), order.priceMicros / 1e6];
  if (sizeField === "matched_amount") return isNear(price, limit);
  const [maker, ...others] = listIn(fieldOf(trade, "maker_orders"));
  const met = numberIn(maker, "price");
  const own = textIn(maker, "asset_id") === order.tokenId ? met : 1 - met;
  const isMakers = maker === undefined || others.length > 0 || isNear(price, own);
  return isMakers && (order.side === "BUY" ? price <= limit + NEAR : price >= limit - NEAR);
}
