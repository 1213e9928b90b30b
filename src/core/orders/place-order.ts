/**
 * Decides an incoming order: the checks of placement-checks.ts, with the walk along the other side of the book between
 * them. Nothing is changed here. A returned plan is valid: balances cover every fill, each price is within both limits, and
 * a resting remainder does not cross the book.
 */
import { buildCancelEvents } from "./canceled-orders.ts";
import type { PlaceOrder } from "../events/command.ts";
import type { CancelReason, Event } from "../events/event.ts";
import { isStopped, matchAgainstBook, newPlacement } from "./match.ts";
import type { Placement } from "./match.ts";
import { createOrder } from "./order.ts";
import { describeChange, findCommandGroup, listGroupOrders } from "./order-groups.ts";
import { canRest, findReplaced } from "./order-rejections.ts";
import { PLACEMENT_CHECKS, findRejection } from "./placement-checks.ts";
import { reject } from "../rejection.ts";
import type { Rejection, RejectionCode } from "../rejection.ts";
import type { Exchange, Order, OrderKind } from "../state.ts";
import { addLots } from "../units.ts";

/**
 * Places an order at engine time `at` (ms). Returns one `order-placed`, after the cancels of the order that it replaces and
 * of orders that it would have matched: the owner's own, and those of groups that its fills stop. The expiration must be
 * after `now` (ms). A killed order is placed, too, with its rejection in the event, and replaces nothing.
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
  const replaced = findReplaced(exchange, command);
  const incoming = { command, token, account, replaced, at, now };
  const refusal = findRejection(PLACEMENT_CHECKS.order, incoming, exchange);
  if (refusal !== undefined) return refusal;
  if (account === undefined) throw new Error(`order ${command.id} passed the checks without an account`);
  const group = findCommandGroup(exchange, command);
  const placement = newPlacement(command, account, token, { at, group, replaced });
  const crossing = findRejection(PLACEMENT_CHECKS.book, placement, exchange);
  if (crossing !== undefined) return crossing;
  matchAgainstBook(exchange, placement);
  const unfit = findRejection(PLACEMENT_CHECKS.fills, placement, exchange);
  if (unfit === undefined) return concludePlacement(exchange, placement);
  const isKilled = !canRest(command) || placement.stopped === "self-trade-both";
  return isKilled && isKill(unfit.code) ? killOrder(exchange, placement, unfit) : unfit;
}

/**
 * Rejections by the book that kill an order which cannot rest, or which is cancelled with the order that it met: the order
 * was accepted, and nothing of it was filled.
 */
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
  if (fills.length > 0) return undefined;
  // Only an incoming order ends so, at once.
  if (reason === "self-trade-both") return "self_trade";
  if (canRest({ kind })) return undefined;
  if (reason === "self-trade") return "self_trade";
  return kind === "FOK" ? "fok_not_filled" : "fak_not_matched";
}

/** Places an order that is killed at once, without a fill. Of resting orders only one that is cancelled with it changes. */
function killOrder(exchange: Exchange, placement: Placement, refusal: Rejection): Event[] {
  const { command, removed, stopped } = placement;
  const order = newOrder(exchange, placement);
  const both = stopped === "self-trade-both";
  const ended = refusal.code === "self_trade" ? (stopped ?? "self-trade") : "not-filled";
  const killed: Event = { type: "order-placed", order, signed: command.signed, fills: [], ended, refusal };
  return [...buildCancelEvents(both ? removed : [], "self-trade"), killed];
}

function concludePlacement(exchange: Exchange, placement: Placement): Event[] {
  const { command, fills, removed, replaced } = placement;
  const order = newOrder(exchange, placement);
  const ended = placement.left === 0 ? undefined : findCancelReason(placement);
  const placed: Event = { type: "order-placed", order, signed: command.signed, fills, ended };
  const replacement = replaced === undefined ? undefined : { replaces: replaced.no };
  const stops = listStops(exchange, placement);
  return [
    ...buildCancelEvents(replaced === undefined ? [] : [replaced], "replaced"),
    ...buildCancelEvents(removed, "self-trade"),
    ...stops.before,
    { ...placed, ...replacement },
    ...stops.after,
  ];
}

type Stops = { readonly before: Event[]; readonly after: Event[] };
const NO_STOPS: Stops = { before: [], after: [] };

/**
 * Lists the events of the groups that the fills stop. Orders without a fill leave the book before the incoming order can
 * rest where they are; of those with a fill only the last can have a remainder, and then the incoming order has none.
 */
function listStops(exchange: Exchange, placement: Placement): Stops {
  const { grouped, removed, replaced, fills } = placement;
  if (grouped === undefined) return NO_STOPS;
  const stops: Stops = { before: [], after: [] };
  const gone = new Set<Order | undefined>([replaced, ...removed, ...fills.map(({ maker }) => maker)]);
  for (const group of grouped.keys()) {
    if (!isStopped(placement, group)) continue;
    const others = listGroupOrders(exchange, group).filter((order) => !gone.has(order));
    stops.before.push(...buildCancelEvents(others, "group-limit"));
    const last = fills.filter(({ maker, lots }) => maker.group === group && maker.remaining > lots);
    stops.after.push(
      describeChange(group, "stopped"),
      ...buildCancelEvents(
        last.map(({ maker }) => maker),
        "group-limit",
      ),
    );
  }
  return stops;
}

/**
 * Returns the priority of the order that the placement replaces, if the placement takes its place in the queue: it rests at
 * the same price of the same token for the same wallet, and is not larger than what is left of the other.
 */
function findTakenPriority({ command, account, market, outcome, replaced }: Placement): number | undefined {
  if (replaced === undefined || !canRest(command)) return undefined;
  const isSamePlace =
    replaced.account === account &&
    replaced.market === market &&
    replaced.outcome === outcome &&
    replaced.side === command.side &&
    replaced.limit === command.limit;
  return isSamePlace && command.lots <= replaced.remaining ? replaced.priority : undefined;
}

/** Returns the reason why the remainder does not rest; `undefined` if it rests. */
function findCancelReason(placement: Placement): CancelReason | undefined {
  if (placement.stopped !== undefined) return placement.stopped;
  return canRest(placement.command) ? undefined : "not-filled";
}

/** Creates the order as it is placed; its fills are not subtracted yet. */
export function newOrder(exchange: Exchange, placement: Placement): Order {
  const { command, account, market, outcome, at, group } = placement;
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
    leavesAt: command.expiresAt - (command.expiresAt === 0 ? 0 : (command.expiry?.leavesEarlyMs ?? 0)),
    placedAt: at,
    apiKey: command.apiKey,
    priority: findTakenPriority(placement),
    group,
    remaining: size,
  });
}
