/**
 * The market maker: a ladder of quotes on both sides of a fair value, which wanders and follows the flow of the maker's
 * own fills. Its inventory skews the quotes towards trades that reduce it. The maximum loss bounds each quote.
 */
import { ONE, lots, subtractLots, ticks } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";
import { boundsFor, push, quoteStep, wander, within } from "./fair-value.ts";
import type { Bounds, FairValue, Wandering } from "./fair-value.ts";
import type { Intent, Quote, Turn } from "./intent.ts";
import { planLadder } from "./ladder.ts";
import type { LadderTerms } from "./ladder.ts";
import type { OwnOrder, Standing } from "./market-view.ts";
import { wholeBetween } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";

export type MakerTerms = LadderTerms &
  Wandering & {
    /** Wanted quotes on each side; up to two more stay while the price moves. */
    readonly levels: number;
    /** Levels for which the fair value leaves room on each side; by default `levels`. */
    readonly room?: number;
    /** Minimum distance between its bids and asks, in price steps. */
    readonly spread: number;
    /** Usual size of a quote. */
    readonly levelLots: Lots;
  };

export type MakerState = {
  readonly fair: FairValue;
  /** Shares of outcome 0 minus those of outcome 1 at the last step. */
  readonly net: number;
};

/** Price steps that the fair value may come closer than half the spread before the quote is cancelled. */
const NEARER = 0.4;
/** Quotes beyond the wanted ones that stay in the book. */
const SPARE_LEVELS = 1;
/** Price steps that the fair value moves when one quote of usual size fills. */
const PUSH_PER_QUOTE = 0.35;
/** Price steps of skew for an inventory of one usual quote, and the maximum skew. */
const SKEW_PER_QUOTE = 0.08;
const MAX_SKEW = 2;

/**
 * Starts at a price in ticks, within the market's bounds; `turn.own` is the maker's holdings, for example after a
 * restart.
 */
export function startMaker(
  price: number,
  turn: Turn,
  terms: Pick<MakerTerms, "levels" | "room">,
): MakerState {
  const home = within(roomFor(turn, terms), price);
  return { fair: { price: home, home, at: turn.now }, net: netOf(turn.own) };
}

const roomFor = ({ market }: Turn, { levels, room = levels }: Pick<MakerTerms, "levels" | "room">): Bounds =>
  boundsFor(market.tick, room);

/** Plans the next step of a maker. */
export function stepMaker(
  state: MakerState,
  turn: Turn,
  terms: MakerTerms,
): { readonly state: MakerState; readonly intents: Intent[] } {
  const { market, own, random, now } = turn;
  const step = quoteStep(market.tick);
  const bounds = roomFor(turn, terms);
  const net = netOf(own);
  const pushed = push(state.fair, bounds, ((state.net - net) / terms.levelLots) * PUSH_PER_QUOTE * step);
  const fair = wander(pushed, terms, { bounds, random, now });
  const center = within(bounds, fair.price - skewOf(net, terms.levelLots) * step);
  const wanted = wantedQuotes({ center, step, bounds }, terms, random);
  const intents = planLadder(wanted, (order) => isKept(order, { center, step, bounds }, terms), turn, terms);
  return { state: { fair, net }, intents };
}

/** Shares of outcome 0 minus those of outcome 1. */
const netOf = ({ shares }: Standing): number => subtractLots(shares[0], shares[1]);

const skewOf = (net: number, levelLots: Lots): number =>
  within({ low: -MAX_SKEW, high: MAX_SKEW }, (net / levelLots) * SKEW_PER_QUOTE);

type Center = { readonly center: number; readonly step: number; readonly bounds: Bounds };

/** Lists the wanted quotes, alternating sides, best first; quotes further away are larger. */
function wantedQuotes(at: Center, { levels, levelLots, spread }: MakerTerms, random: Random): Quote[] {
  const [bid, ask] = bestPrices(at, spread);
  const quotes: Quote[] = [];
  for (let level = 0; level < levels; level += 1) {
    for (const [isBid, price] of [
      [true, bid - level * at.step],
      [false, ask + level * at.step],
    ] as const) {
      const size = wholeShares((levelLots * (10 + level) * wholeBetween(random, 6, 14)) / 100);
      if (price > 0 && price < ONE) quotes.push({ bid: isBid, price: ticks(price), lots: size });
    }
  }
  return quotes;
}

/** Returns the best bid and ask that keep the spread, in whole price steps. */
function bestPrices({ center, step }: Center, spread: number): readonly [bid: number, ask: number] {
  const bid = Math.floor(center / step - spread / 2) * step;
  const ask = Math.ceil(center / step + spread / 2) * step;
  return [bid, ask];
}

/** A size in whole shares, at least one. */
const wholeShares = (size: number): Lots => lots(Math.max(Math.round(size / 100), 1) * 100);

/** True if an order is neither too near the fair value nor too far from the best quote. */
function isKept({ bid, price }: OwnOrder, at: Center, { levels, spread }: MakerTerms): boolean {
  const [bestBid, bestAsk] = bestPrices(at, spread);
  const beyond = bid ? bestBid - price : price - bestAsk;
  const distance = bid ? at.center - price : price - at.center;
  return distance >= (spread / 2 - NEARER) * at.step && beyond < (levels + SPARE_LEVELS) * at.step;
}
