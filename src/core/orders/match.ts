/**
 * Matches an incoming order with the other side of the book: fills, orders to remove and the remainder. It observes the
 * order's limit and budget, and trades at the resting orders' prices. Nothing is changed here.
 */
import { bestOpposite, nextInPriority } from "./book.ts";
import type { PlaceOrder } from "../events/command.ts";
import type { EventOf, Fill } from "../events/event.ts";
import { chargeTaker, computeMakerFee } from "../ledger/fees.ts";
import type { FeeTally } from "../ledger/fees.ts";
import { countFilled } from "./order-groups.ts";
import { canRest } from "./order-rejections.ts";
import { isBid } from "../state.ts";
import type { Account, Exchange, Market, Order, OrderGroup, Outcome, Token } from "../state.ts";
import {
  NO_LOTS,
  NO_MICROS,
  addLots,
  addMicros,
  affordableLots,
  cost,
  minLots,
  outcomePrice,
  subtractLots,
  subtractMicros,
} from "../units.ts";
import type { Lots, Micros, Ticks } from "../units.ts";

/** An incoming order during its walk through the book: its remainder, and the orders that it matched. */
export type Placement = {
  readonly command: PlaceOrder;
  readonly account: Account;
  readonly market: Market;
  readonly outcome: Outcome;
  /** Engine time, ms. */
  readonly at: number;
  readonly group: OrderGroup | undefined;
  /** The open order that it replaces, which counts as gone. */
  readonly replaced: Order | undefined;
  /** Side and price in the unified book, where a buy of outcome 1 at q is an ask at 1 - q. */
  readonly bid: boolean;
  readonly price: Ticks;
  readonly fills: Fill[];
  /** Fees of the fills so far. */
  readonly charged: FeeTally;
  /** The owner's own resting orders that the incoming order would have matched, to be cancelled. */
  readonly removed: Order[];
  /** Shares that count for order groups, with the fills so far; most orders meet no group. */
  grouped: Map<OrderGroup, Lots> | undefined;
  /** Resting orders of stopped groups that the incoming order would have matched. */
  passed: number;
  filled: Lots;
  /** Shares still to fill, within the limit and the budget. */
  left: Lots;
  /** Reason for stopping while the book could fill more. */
  stopped: "self-trade" | "self-trade-both" | "match-limit" | "group-limit" | undefined;
};

/** Creates the placement of an order that has matched nothing yet. */
export function newPlacement(
  command: PlaceOrder,
  account: Account,
  { market, outcome }: Token,
  { at, group, replaced }: Pick<Placement, "at" | "group" | "replaced">,
): Placement {
  return {
    command,
    account,
    market,
    outcome,
    at,
    group,
    replaced,
    bid: isBid({ side: command.side, outcome }),
    price: outcomePrice(command.limit, outcome),
    fills: [],
    charged: { weight: 0n, fee: NO_MICROS },
    removed: [],
    grouped: undefined,
    passed: 0,
    filled: NO_LOTS,
    left: command.lots,
    stopped: undefined,
  };
}

/** Tells whether the placement would match `resting`, the next order of the other side. */
export function crosses(placement: Placement, resting: Order | undefined): resting is Order {
  if (resting === undefined) return false;
  return placement.bid ? resting.price <= placement.price : resting.price >= placement.price;
}

/** Returns the order that the placement meets first. */
export function firstOpposite({ market, bid, replaced }: Placement): Order | undefined {
  const first = bestOpposite(market.book, bid);
  return first !== undefined && first === replaced ? nextInPriority(market.book, first) : first;
}

/** Returns the order that the placement meets after `resting`. */
function nextOpposite({ market, replaced }: Placement, resting: Order): Order | undefined {
  const next = nextInPriority(market.book, resting);
  return next !== undefined && next === replaced ? nextInPriority(market.book, next) : next;
}

/** Returns true for a group that the fills so far have brought to its limit. */
export const isStopped = ({ grouped }: Placement, group: OrderGroup): boolean =>
  (grouped?.get(group) ?? NO_LOTS) >= group.limit;

function countForGroup(placement: Placement, group: OrderGroup | undefined, lots: Lots): void {
  if (group === undefined) return;
  placement.grouped ??= new Map();
  const { grouped } = placement;
  grouped.set(group, addLots(grouped.get(group) ?? countFilled(group, placement.at), lots));
}

/**
 * Walks along the other side of the book while the placement crosses it and has shares to fill. A remainder that may rest
 * is given up if the fills have stopped its own group.
 */
export function matchAgainstBook(exchange: Exchange, placement: Placement): void {
  walkBook(exchange, placement);
  const { command, group, stopped } = placement;
  if (group !== undefined && stopped === undefined && canRest(command) && isStopped(placement, group))
    placement.stopped = "group-limit";
}

function walkBook(exchange: Exchange, placement: Placement): void {
  const { command, outcome } = placement;
  const selfTrade = command.selfTrade ?? exchange.rules.selfTrade;
  let { budget } = command;
  let resting = firstOpposite(placement);
  while (crosses(placement, resting)) {
    const ownPrice = outcomePrice(resting.price, outcome);
    const wantedLots = budget === undefined ? placement.left : affordableLots(budget, ownPrice);
    if (wantedLots === 0) return;
    if (placement.group !== undefined && isStopped(placement, placement.group)) {
      placement.stopped = "group-limit";
      return;
    }
    const met = placement.fills.length + placement.removed.length + placement.passed;
    if (met === exchange.rules.limits.metByOne) {
      placement.stopped = "match-limit";
      return;
    }
    if (resting.group !== undefined && isStopped(placement, resting.group)) placement.passed += 1;
    else if (selfTrade !== "allow" && resting.account.owner === placement.account.owner) {
      if (selfTrade === "cancel-incoming") {
        placement.stopped = "self-trade";
        return;
      }
      placement.removed.push(resting);
      if (selfTrade === "cancel-both") {
        placement.stopped = "self-trade-both";
        return;
      }
    } else {
      const lots = minLots(wantedLots, resting.remaining);
      const no = exchange.nextTrade + placement.fills.length;
      placement.fills.push({
        no,
        maker: resting,
        lots,
        price: resting.price,
        takerFee: computeTakerFee(placement, resting, lots),
        makerFee: computeMakerFee(resting, lots),
      });
      placement.filled = addLots(placement.filled, lots);
      countForGroup(placement, resting.group, lots);
      countForGroup(placement, placement.group, lots);
      if (budget !== undefined) budget = subtractMicros(budget, cost(lots, ownPrice));
      placement.left =
        budget === undefined ? subtractLots(placement.left, lots) : affordableLots(budget, command.limit);
    }
    resting = nextOpposite(placement, resting);
  }
}

const computeTakerFee = ({ market: { fees }, charged }: Placement, { price }: Order, lots: Lots): Micros =>
  fees === undefined ? NO_MICROS : chargeTaker(fees, charged, lots, price);

// Totals of an order's fills, whose prices are in terms of outcome 0.

/** Shares and collateral that an order exchanged. */
export type FillTotals = { readonly lots: Lots; readonly micros: Micros };

type Party = { readonly outcome: Outcome };
type SizeAtPrice = Pick<Fill, "lots" | "price">;

/** Computes the worth of a fill at the price of the order's own token. The incoming order's worth counts as volume. */
export const fillValue = ({ outcome }: Party, { lots, price }: SizeAtPrice): Micros =>
  cost(lots, outcomePrice(price, outcome));

/** Sums fills from the point of view of `order`. */
export function sumFills(order: Party, fills: readonly SizeAtPrice[]): FillTotals {
  let lots = NO_LOTS;
  let micros = NO_MICROS;
  for (const fill of fills) {
    lots = addLots(lots, fill.lots);
    micros = addMicros(micros, fillValue(order, fill));
  }
  return { lots, micros };
}

/** Tells whether what was left of a placed order came to rest. */
export const comesToRest = ({ order, fills, ended }: EventOf<"order-placed">): boolean =>
  ended === undefined && fills.reduce((left, { lots }) => subtractLots(left, lots), order.lots) > 0;
