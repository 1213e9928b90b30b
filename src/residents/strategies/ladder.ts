/**
 * Moves a maker's resting orders to the wanted quotes with few orders: good ones stay. The loss allowance and the
 * collateral bound every new quote; quotes nearest to the market come first.
 */
import {
  addLots,
  addMicros,
  affordableLots,
  complement,
  cost,
  lots,
  minLots,
  NO_LOTS,
  outcomePrice,
  subtractLots,
  subtractMicros,
} from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { allowanceOf, coveredLots, spend } from "./allowance.ts";
import type { Allowance, LossTerms } from "./allowance.ts";
import { orderOf, restingIntent, takingIntent } from "./intent.ts";
import type { Intent, OrderTerms, Quote, Turn } from "./intent.ts";
import { ownLotsAt } from "./market-view.ts";
import type { MarketView, OwnOrder } from "./market-view.ts";

export type LadderTerms = LossTerms & {
  /** Maximum orders and cancels of one step. */
  readonly most: number;
  /** Share of the wanted size below which a price level is refilled. */
  readonly refillBelow: number;
  /** Maximum size of an order that takes mispriced orders of others, in quotes; one by default. */
  readonly takes?: number;
};

/** Plans one step: cancels of the orders to drop, then new orders for the wanted quotes, best first. */
export function planLadder(
  wanted: readonly Quote[],
  isKept: (order: OwnOrder) => boolean,
  turn: Turn,
  terms: LadderTerms,
): Intent[] {
  const cancels = turn.own.orders.filter((order) => !isKept(order)).slice(0, terms.most);
  const intents: Intent[] = cancels.map(({ id }) => ({ type: "cancel", id }));
  const means = meansOf(turn, cancels, terms);
  const standing = turn.own.orders.filter((order) => !cancels.includes(order));
  const taken = { bids: false, asks: false };
  for (const quote of wanted) {
    if (intents.length >= terms.most) break;
    const side = quote.bid ? "bids" : "asks";
    if (!taken[side] && meetsOthers(quote, turn)) {
      taken[side] = true;
      const take = takeWrong({ ...quote, lots: lots(quote.lots * (terms.takes ?? 1)) }, turn, means);
      if (take !== undefined) intents.push(take);
      continue;
    }
    const missing = missingAt(quote, standing, terms.refillBelow);
    const order = crosses(quote, standing)
      ? undefined
      : placeQuote({ ...quote, lots: missing }, turn.market, means);
    if (order !== undefined) intents.push(restingIntent(order));
  }
  return intents;
}

/** Budgets that the step's quotes consume one after the other. */
type Means = { readonly allowance: Allowance; available: Micros; readonly unheld: [Lots, Lots] };

/**
 * Computes the budgets, including collateral and shares that the cancels release. Cancelled orders still count as
 * possible losses: one may fill before its cancel. An order that lacks collateral is only rejected.
 */
function meansOf({ own, market }: Turn, cancels: readonly OwnOrder[], terms: LossTerms): Means {
  const means: Means = {
    allowance: allowanceOf(own, market, terms),
    available: own.available,
    unheld: [own.unheld[0], own.unheld[1]],
  };
  for (const { side, outcome, price, lots: size } of cancels)
    if (side === "SELL") means.unheld[outcome] = addLots(means.unheld[outcome], size);
    else means.available = addMicros(means.available, cost(size, outcomePrice(price, outcome)));
  return means;
}

/**
 * True if the quote would match another trader's order: the best of the opposite side, unless the maker has an order
 * there.
 */
function meetsOthers({ bid, price }: Quote, { market, own }: Turn): boolean {
  const opposite = bid ? market.bestAsk : market.bestBid;
  if (opposite === undefined || (bid ? opposite > price : opposite < price)) return false;
  return !own.orders.some((order) => order.bid !== bid && order.price === opposite);
}

const crosses = ({ bid, price }: Quote, standing: readonly OwnOrder[]): boolean =>
  standing.some((order) => order.bid !== bid && (bid ? order.price <= price : order.price >= price));

/**
 * Takes mispriced orders of others, as far as the budgets cover, in markets without fees only. A market buy spends its
 * budget, and at a better price pays the fee of more shares than were counted.
 */
function takeWrong(quote: Quote, { market }: Turn, means: Means): Intent | undefined {
  if (market.fees !== undefined) return undefined;
  const order = placeQuote(quote, market, means);
  return order && takingIntent(order);
}

function missingAt(quote: Quote, orders: readonly OwnOrder[], refillBelow: number): Lots {
  const standing = ownLotsAt(orders, quote);
  return standing < quote.lots * refillBelow ? subtractLots(quote.lots, standing) : NO_LOTS;
}

/** Sizes an order by the budgets, and subtracts it from them. */
function placeQuote(quote: Quote, market: MarketView, means: Means): OrderTerms | undefined {
  const { fees, minimumLots } = market;
  const covered = coveredLots(means.allowance, quote, fees);
  const order = orderOf({ ...quote, lots: affordable(quote, covered, minimumLots, means) }, means);
  if (order.lots === 0 || order.lots < minimumLots) return undefined;
  if (order.side === "SELL")
    means.unheld[order.outcome] = subtractLots(means.unheld[order.outcome], order.lots);
  else means.available = subtractMicros(means.available, cost(order.lots, order.limit));
  spend(means.allowance, { ...quote, lots: order.lots }, fees);
  return order;
}

/** Returns the part of `size` covered by shares to sell; if these are below the minimum, the part covered by collateral. */
function affordable({ bid, price }: Quote, size: Lots, minimum: Lots, { unheld, available }: Means): Lots {
  const shares = unheld[bid ? 1 : 0];
  if (shares >= minimum && shares > 0) return minLots(size, shares);
  return minLots(size, affordableLots(available, bid ? price : complement(price)));
}
