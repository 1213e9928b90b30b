/**
 * The market maker: a ladder of quotes on both sides of a fair value. The fair value wanders and follows the maker's
 * own fills. Quotes are skewed towards trades that reduce the maker's inventory. The maximum loss bounds each quote.
 */
import {
  NO_LOTS,
  ONE,
  addLots,
  addMicros,
  affordableLots,
  complement,
  cost,
  lots,
  minLots,
  outcomePrice,
  subtractLots,
  subtractMicros,
  ticks,
} from "../../../core/units.ts";
import type { Lots, Micros } from "../../../core/units.ts";
import { computeAllowance, computeCoveredLots, spend } from "./loss-allowance.ts";
import type { Allowance, LossLimits } from "./loss-allowance.ts";
import { computeBounds, push, computeQuoteStep, wander, clamp } from "./fair-value.ts";
import type { Bounds, FairValue, Wandering } from "./fair-value.ts";
import { toOrder, restingIntent, takingIntent } from "./intent.ts";
import type { Intent, OrderParams, Quote, StepInput } from "./intent.ts";
import { sumOwnLotsAt } from "./market-view.ts";
import type { MarketView, OwnOrder, AccountHoldings } from "./market-view.ts";
import { drawInteger } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";

// Moves a maker's resting orders to the wanted quotes with few orders: fitting orders stay. The loss allowance and the
// collateral bound every new quote; quotes nearest to the market come first.

export type LadderParams = LossLimits & {
  /** Maximum orders and cancels of one step. */
  readonly most: number;
  /** Share of the wanted size below which a price level is refilled. */
  readonly refillBelow: number;
  /**
   * Maximum size of an order that takes other traders' mispriced orders, as a multiple of the quote's size; 1 by
   * default.
   */
  readonly takes?: number;
};

/** Plans one step: cancels of orders that `isKept` denies, then new orders for the wanted quotes, best first. */
export function planLadder(
  quotes: readonly Quote[],
  isKept: (order: OwnOrder) => boolean,
  turn: StepInput,
  terms: LadderParams,
): Intent[] {
  const cancels = turn.own.orders.filter((order) => !isKept(order)).slice(0, terms.most);
  const intents: Intent[] = cancels.map(({ id }) => ({ type: "cancel", id }));
  const budgets = computeBudgets(turn, cancels, terms);
  const keptOrders = turn.own.orders.filter((order) => !cancels.includes(order));
  const takenSides = { bids: false, asks: false };
  for (const quote of quotes) {
    if (intents.length >= terms.most) break;
    const side = quote.bid ? "bids" : "asks";
    if (!takenSides[side] && wouldMatchOthers(quote, turn)) {
      takenSides[side] = true;
      const take = takeMispriced({ ...quote, lots: lots(quote.lots * (terms.takes ?? 1)) }, turn, budgets);
      if (take !== undefined) intents.push(take);
      continue;
    }
    const missingLots = computeMissingSize(quote, keptOrders, terms.refillBelow);
    const order = crossesOwnOrder(quote, keptOrders)
      ? undefined
      : placeQuote({ ...quote, lots: missingLots }, turn.market, budgets);
    if (order !== undefined) intents.push(restingIntent(order));
  }
  return intents;
}

/** Budgets of a step: each planned quote reduces them. */
type Budgets = { readonly allowance: Allowance; available: Micros; readonly unheld: [Lots, Lots] };

/**
 * Computes the budgets, including collateral and shares that the cancels release. Cancelled orders still count as
 * possible losses: one may fill before its cancel. An order that lacks collateral is only rejected.
 */
function computeBudgets(
  { own, market }: StepInput,
  cancels: readonly OwnOrder[],
  terms: LossLimits,
): Budgets {
  const budgets: Budgets = {
    allowance: computeAllowance(own, market, terms),
    available: own.available,
    unheld: [own.unheld[0], own.unheld[1]],
  };
  for (const { side, outcome, price, lots: size } of cancels)
    if (side === "SELL") budgets.unheld[outcome] = addLots(budgets.unheld[outcome], size);
    else budgets.available = addMicros(budgets.available, cost(size, outcomePrice(price, outcome)));
  return budgets;
}

/** True if the quote would match the best order of the opposite side, and the maker has no order at that price. */
function wouldMatchOthers({ bid, price }: Quote, { market, own }: StepInput): boolean {
  const opposite = bid ? market.bestAsk : market.bestBid;
  if (opposite === undefined || (bid ? opposite > price : opposite < price)) return false;
  return !own.orders.some((order) => order.bid !== bid && order.price === opposite);
}

const crossesOwnOrder = ({ bid, price }: Quote, standing: readonly OwnOrder[]): boolean =>
  standing.some((order) => order.bid !== bid && (bid ? order.price <= price : order.price >= price));

/**
 * Takes other traders' mispriced orders as far as the budgets allow. Only in markets without fees: a market buy spends
 * its whole budget, and at a better price would pay the fee of more shares than planned.
 */
function takeMispriced(quote: Quote, { market }: StepInput, budgets: Budgets): Intent | undefined {
  if (market.fees !== undefined) return undefined;
  const order = placeQuote(quote, market, budgets);
  return order && takingIntent(order);
}

function computeMissingSize(quote: Quote, orders: readonly OwnOrder[], refillBelow: number): Lots {
  const standing = sumOwnLotsAt(orders, quote);
  return standing < quote.lots * refillBelow ? subtractLots(quote.lots, standing) : NO_LOTS;
}

/** Sizes an order by the budgets, and reduces the budgets by the order. */
function placeQuote(quote: Quote, market: MarketView, budgets: Budgets): OrderParams | undefined {
  const { fees, minimumLots } = market;
  const covered = computeCoveredLots(budgets.allowance, quote, fees);
  const order = toOrder(
    { ...quote, lots: computeAffordableSize(quote, covered, minimumLots, budgets) },
    budgets,
  );
  if (order.lots === 0 || order.lots < minimumLots) return undefined;
  if (order.side === "SELL")
    budgets.unheld[order.outcome] = subtractLots(budgets.unheld[order.outcome], order.lots);
  else budgets.available = subtractMicros(budgets.available, cost(order.lots, order.limit));
  spend(budgets.allowance, { ...quote, lots: order.lots }, fees);
  return order;
}

/** Returns the part of `size` covered by shares to sell; if these are below the minimum, the part covered by collateral. */
function computeAffordableSize(
  { bid, price }: Quote,
  size: Lots,
  minimum: Lots,
  { unheld, available }: Budgets,
): Lots {
  const shares = unheld[bid ? 1 : 0];
  if (shares >= minimum && shares > 0) return minLots(size, shares);
  return minLots(size, affordableLots(available, bid ? price : complement(price)));
}

export type MakerParams = LadderParams &
  Wandering & {
    /** Wanted quotes on each side; up to two more stay while the price moves. */
    readonly levels: number;
    /** Levels for which the fair value leaves room on each side; by default `levels`. */
    readonly room?: number;
    /** Minimum distance between the maker's bids and asks, in price steps. */
    readonly spread: number;
    /** Usual size of a quote. */
    readonly levelLots: Lots;
  };

export type MakerState = {
  readonly fair: FairValue;
  /** Shares of outcome 0 minus those of outcome 1 at the last step. */
  readonly net: number;
};

/** Price steps by which the fair value may come closer to a quote than half the spread without a cancel. */
const CANCEL_MARGIN_STEPS = 0.4;
/** Quotes beyond the wanted ones that stay in the book. */
const SPARE_LEVELS = 1;
/** Price steps that the fair value moves when one quote of usual size fills. */
const PUSH_PER_QUOTE = 0.35;
/** Price steps of skew for an inventory of one usual quote, and the maximum skew. */
const SKEW_PER_QUOTE = 0.08;
const MAX_SKEW = 2;

/**
 * Creates the state at a price in ticks, within the market's bounds. `turn.own` is what the maker already holds, for
 * example after a restart.
 */
export function startMaker(
  price: number,
  turn: StepInput,
  terms: Pick<MakerParams, "levels" | "room">,
): MakerState {
  const home = clamp(computeRoom(turn, terms), price);
  return { fair: { price: home, home, at: turn.now }, net: computeNetShares(turn.own) };
}

const computeRoom = (
  { market }: StepInput,
  { levels, room = levels }: Pick<MakerParams, "levels" | "room">,
): Bounds => computeBounds(market.tick, room);

/** Plans the next step of a maker. */
export function stepMaker(
  state: MakerState,
  turn: StepInput,
  terms: MakerParams,
): { readonly state: MakerState; readonly intents: Intent[] } {
  const { market, own, random, now } = turn;
  const step = computeQuoteStep(market.tick);
  const bounds = computeRoom(turn, terms);
  const net = computeNetShares(own);
  const pushed = push(state.fair, bounds, ((state.net - net) / terms.levelLots) * PUSH_PER_QUOTE * step);
  const fair = wander(pushed, terms, { bounds, random, now });
  const center = clamp(bounds, fair.price - computeSkew(net, terms.levelLots) * step);
  const quotes = listWantedQuotes({ center, step, bounds }, terms, random);
  const intents = planLadder(
    quotes,
    (order) => staysQuoted(order, { center, step, bounds }, terms),
    turn,
    terms,
  );
  return { state: { fair, net }, intents };
}

/** Computes the shares of outcome 0 minus those of outcome 1. */
const computeNetShares = ({ shares }: AccountHoldings): number => subtractLots(shares[0], shares[1]);

const computeSkew = (net: number, levelLots: Lots): number =>
  clamp({ low: -MAX_SKEW, high: MAX_SKEW }, (net / levelLots) * SKEW_PER_QUOTE);

type Center = { readonly center: number; readonly step: number; readonly bounds: Bounds };

/** Lists the wanted quotes, alternating sides, best first; quotes further away are larger. */
function listWantedQuotes(at: Center, { levels, levelLots, spread }: MakerParams, random: Random): Quote[] {
  const [bid, ask] = computeBestPrices(at, spread);
  const quotes: Quote[] = [];
  for (let level = 0; level < levels; level += 1) {
    for (const [isBid, price] of [
      [true, bid - level * at.step],
      [false, ask + level * at.step],
    ] as const) {
      const size = roundToShares((levelLots * (10 + level) * drawInteger(random, 6, 14)) / 100);
      if (price > 0 && price < ONE) quotes.push({ bid: isBid, price: ticks(price), lots: size });
    }
  }
  return quotes;
}

/** Returns the best bid and ask that keep the spread, in whole price steps. */
function computeBestPrices({ center, step }: Center, spread: number): readonly [bid: number, ask: number] {
  const bid = Math.floor(center / step - spread / 2) * step;
  const ask = Math.ceil(center / step + spread / 2) * step;
  return [bid, ask];
}

/** Rounds a size to whole shares, at least one. */
const roundToShares = (size: number): Lots => lots(Math.max(Math.round(size / 100), 1) * 100);

/** True if an order is neither too near the fair value nor too far from the best quote. */
function staysQuoted({ bid, price }: OwnOrder, at: Center, { levels, spread }: MakerParams): boolean {
  const [bestBid, bestAsk] = computeBestPrices(at, spread);
  const beyond = bid ? bestBid - price : price - bestAsk;
  const distance = bid ? at.center - price : price - at.center;
  return (
    distance >= (spread / 2 - CANCEL_MARGIN_STEPS) * at.step && beyond < (levels + SPARE_LEVELS) * at.step
  );
}
