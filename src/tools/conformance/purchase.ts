/** The purchase of a run, and answers that contradict the purchase. */
import { Unchecked, answerOrUndefined, requireAnswer } from "./shape/answer.ts";
import type { Answer } from "./shape/answer.ts";
import { isNear, readBook } from "./book.ts";
import type { Book } from "./book.ts";
import type { Run } from "./check.ts";
import { getField, listIn, numberIn, textIn } from "./shape/json-value.ts";
import type { RestingOrder } from "./trading.ts";
import type { Trader, WantedOrder } from "./wallets.ts";

export type Purchase = {
  readonly order: RestingOrder;
  readonly outcomeIndex: number;
  /**
   * Minimum and maximum of bought shares: those matched at placement, and the whole order, whose rest other traders may
   * fill.
   */
  readonly least: number;
  readonly most: number;
};

/** Returns the purchase: the order that bought shares; throws `Unchecked` if there is none. */
export function getPurchase(run: Run): Purchase {
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

/** The part of one of the run's orders in a trade: as the incoming order, or as one of the resting orders. */
type OwnPart = { readonly part: unknown; readonly sizeField: "size" | "matched_amount" };

export function findOwnPart(trade: unknown, { id }: RestingOrder): OwnPart | undefined {
  if (textIn(trade, "taker_order_id") === id) return { part: trade, sizeField: "size" };
  const part = listIn(getField(trade, "maker_orders")).find((maker) => textIn(maker, "order_id") === id);
  return part === undefined ? undefined : { part, sizeField: "matched_amount" };
}

/** Describes how an order's part in a trade contradicts the signed order; undefined without a contradiction. */
export function findTradeFault(
  trade: unknown,
  order: RestingOrder,
): { readonly expected: string; readonly got: unknown } | undefined {
  const own = findOwnPart(trade, order);
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
 * Tells whether the price is right: a resting order's own price, or for an incoming order the matched price within the
 * order's limit.
 */
function hasPrice({ part, sizeField }: OwnPart, trade: unknown, order: RestingOrder): boolean {
  const [price, limit] = [numberIn(part, "price"), order.priceMicros / 1e6];
  if (sizeField === "matched_amount") return isNear(price, limit);
  const [maker, ...others] = listIn(getField(trade, "maker_orders"));
  const met = numberIn(maker, "price");
  const own = textIn(maker, "asset_id") === order.tokenId ? met : 1 - met;
  const isMakers = maker === undefined || others.length > 0 || isNear(price, own);
  return isMakers && (order.side === "BUY" ? price <= limit + NEAR : price >= limit - NEAR);
}

// Reads of the first resting order, and of an order's state.

/** Returns the first resting order; throws `Unchecked` if there is none. */
export function getRestingOrder(run: Run): RestingOrder {
  const [resting] = run.trading().resting;
  if (resting === undefined) throw new Unchecked("no order rests");
  return resting;
}

export const findOrder = (run: Run, id: string, by?: Trader): Promise<Answer> =>
  run.trading().ask({ path: `/data/order/${id}` }, by);

/** Reads an order's filled shares; NaN without an answer. */
export async function readFilled(run: Run, { id, by }: RestingOrder): Promise<number> {
  const answer = await answerOrUndefined(findOrder(run, id, by));
  return numberIn(getField(answer?.json, "order"), "sizeMatched");
}

/** Reads the size of the bids at a price in a token's book; 0 without an answer. */
export async function readSizeAt(run: Run, { tokenId, priceMicros }: WantedOrder): Promise<number> {
  const answer = await answerOrUndefined(run.ask("trading", { path: `/book?token_id=${tokenId}` }));
  return getSizeIn(readBook(answer?.json), priceMicros);
}

export const getSizeIn = ({ bids }: Book, priceMicros: number): number =>
  bids.find(({ price }) => Math.round(price * 1e6) === priceMicros)?.size ?? 0;

/** Tells whether the bids at the order's price have grown by the order's size since before the placement. */
export const isInBook = async (run: Run, resting: RestingOrder): Promise<boolean> =>
  (await readSizeAt(run, resting)) >= run.trading().sizeBefore + resting.shares;

/**
 * Throws `Unchecked` if the first resting order was not cancelled, or the live channel did not report its placement.
 */
export async function requireCanceled(run: Run, wasTold: boolean): Promise<void> {
  if (!wasTold) throw new Unchecked("the channel did not tell that the order was placed");
  const { json, status } = await requireAnswer(
    findOrder(run, getRestingOrder(run).id),
    "GET /data/order/{id}",
  );
  const state = textIn(getField(json, "order"), "status") ?? "";
  if (status === 200 && !/^cancell?ed/i.test(state))
    throw new Unchecked("the order was not cancelled: see DELETE /order");
}
