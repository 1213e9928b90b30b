/**
 * Decides an incoming order: the checks of placement-checks.ts, with the walk along the other side of the book between
 * them. Nothing is changed here. A returned plan is valid: balances cover every fill, each price is within both limits, and
 * a resting remainder does not cross the book.
 */
import { buildCancelEvents } from "./canceled-orders.ts";
import type { PlaceOrder } from "../events/command.ts";
import type { CancelReason, Event } from "../events/event.ts";
import { matchAgainstBook, newPlacement } from "./match.ts";
import type { Placement } from "./match.ts";
import { createOrder } from "./order.ts";
import { canRest } from "./order-rejections.ts";
import { PLACEMENT_CHECKS, findRejection } from "./placement-checks.ts";
import { reject } from "../rejection.ts";
import type { Rejection, RejectionCode } from "../rejection.ts";
import type { Exchange, Order, OrderKind } from "../state.ts";
import { addLots } from "../units.ts";

/**
 * Places an order at engine time `at` (ms). Returns one `order-placed`, after the cancels of the owner's own orders that
 * it would have matched. The expiration must be after `now` (ms). A killed order is placed, too, with its rejection in
 * the event.
 */
export function decidePlaceOrder(
  exchange: Exchange,
  command: PlaceOrder,
  at: number,
  now: number,
): Event[] | Rejection {
  const token = exchange.tokens.get(command.tokenId);
  if (token === undefined) return reject("unknown_token", `no market lists token ${command.tokenId}`);
  const account = exchange.accountByAddress.get(command.maker);
  const refusal = findRejection(PLACEMENT_CHECKS.order, { command, token, account, now }, exchange);
  if (refusal !== undefined) return refusal;
  if (account === undefined) throw new Error(`order ${command.id} passed the checks without an account`);
  const placement = newPlacement(command, account, token);
  const crossing = findRejection(PLACEMENT_CHECKS.book, placement, exchange);
  if (crossing !== undefined) return crossing;
  matchAgainstBook(exchange, placement);
  const unfit = findRejection(PLACEMENT_CHECKS.fills, placement, exchange);
  if (unfit === undefined) return concludePlacement(exchange, placement, at);
  return isKill(unfit.code) && !canRest(command) ? killOrder(exchange, placement, at, unfit) : unfit;
}

/** Rejections by the book that kill an order which cannot rest: the order was accepted, and nothing of it was filled. */
const KILLS = ["fok_not_filled", "fak_not_matched", "self_trade"] as const;
export type KillCode = (typeof KILLS)[number];

const isKill = (code: RejectionCode): boolean => KILLS.some((kill) => kill === code);

/**
 * Returns the rejection that killed an order of this kind, with these fills and this cancel reason; `undefined` if it was
 * not killed.
 */
export function findKillCode(
  kind: OrderKind,
  fills: readonly unknown[],
  reason: string | null,
): KillCode | undefined {
  if (fills.length > 0 || canRest({ kind })) return undefined;
  if (reason === "self-trade") return "self_trade";
  return kind === "FOK" ? "fok_not_filled" : "fak_not_matched";
}

/** Places an order that is killed at once, without a fill; resting orders are not changed. */
function killOrder(exchange: Exchange, placement: Placement, at: number, refusal: Rejection): Event[] {
  const order = newOrder(exchange, placement, at);
  const ended = refusal.code === "self_trade" ? "self-trade" : "not-filled";
  return [{ type: "order-placed", order, signed: placement.command.signed, fills: [], ended, refusal }];
}

function concludePlacement(exchange: Exchange, placement: Placement, at: number): Event[] {
  const { command, fills, removed } = placement;
  const order = newOrder(exchange, placement, at);
  const ended = placement.left === 0 ? undefined : findCancelReason(placement);
  const placed: Event = { type: "order-placed", order, signed: command.signed, fills, ended };
  return [...buildCancelEvents(removed, "self-trade"), placed];
}

/** Returns the reason why the remainder does not rest; `undefined` if it rests. */
function findCancelReason(placement: Placement): CancelReason | undefined {
  if (placement.stopped !== undefined) return placement.stopped;
  return canRest(placement.command) ? undefined : "not-filled";
}

/** Creates the order as placed at engine time `at` (ms); its fills are not subtracted yet. */
export function newOrder(exchange: Exchange, placement: Placement, at: number): Order {
  const { command, account, market, outcome } = placement;
  const size = addLots(placement.filled, placement.left);
  return createOrder({
    no: exchange.nextOrder,
    id: command.id,
    account,
    market,
    outcome,
    side: command.side,
    limit: command.limit,
    lots: size,
    kind: command.kind,
    postOnly: command.postOnly,
    expiresAt: command.expiresAt,
    placedAt: at,
    apiKey: command.apiKey,
    remaining: size,
  });
}
