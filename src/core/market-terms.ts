/**
 * The terms by which a market trades: their type, and the limits of each. Places that have the terms of a market spread
 * this type, so that a new term does not compile until each of them knows it. Schemas, error texts and forms are made
 * from the limits.
 */
import { decimalText, priceText, TICK_SIZES } from "./units.ts";
import type { Lots, Ticks } from "./units.ts";

/**
 * Fees of a fill: rate x shares x (p (1 - p)) ^ exponent, p being the price. The incoming order pays them, and the
 * resting one as well unless `takerOnly`.
 */
export type FeeSchedule = {
  /** Rate in 0.0001. */
  readonly rate: number;
  readonly exponent: number;
  readonly takerOnly: boolean;
};

export type MarketTerms = {
  /** Price step. */
  readonly tick: Ticks;
  /** Smallest order that may rest. */
  readonly minimumLots: Lots;
  /** True if at most one market of the event wins, so that its NO shares can be converted. */
  readonly negativeRisk: boolean;
  /** Fees of fills; `undefined` where trading is free. */
  readonly fees: FeeSchedule | undefined;
  /** True if the resolution pays everyone at once; `undefined` leaves it to the exchange's setting. */
  readonly autoRedeem: boolean | undefined;
};

type Absent = {
  [Term in keyof MarketTerms]: undefined extends MarketTerms[Term] ? Term : never;
}[keyof MarketTerms];

/** The terms as a listing states them, without those that are `undefined`. */
export type StatedTerms = Omit<MarketTerms, Absent> & {
  readonly [Term in Absent]?: Exclude<MarketTerms[Term], undefined>;
};

/** Picks the terms out of a market, a listing or an event. */
export const pickTerms = (source: MarketTerms | StatedTerms): MarketTerms => ({
  tick: source.tick,
  minimumLots: source.minimumLots,
  negativeRisk: source.negativeRisk,
  fees: source.fees,
  autoRedeem: source.autoRedeem,
});

/** Takes the terms that a listing states, and the known ones that it leaves out. */
export const keepTerms = (stated: MarketTerms, known: MarketTerms): MarketTerms => ({
  tick: stated.tick,
  minimumLots: stated.minimumLots,
  negativeRisk: stated.negativeRisk,
  fees: stated.fees ?? known.fees,
  autoRedeem: stated.autoRedeem ?? known.autoRedeem,
});

/** States terms as a listing does, without those that are `undefined`. */
export function stateTerms({ fees, autoRedeem, ...always }: MarketTerms): StatedTerms {
  return {
    ...always,
    ...(fees !== undefined && { fees }),
    ...(autoRedeem !== undefined && { autoRedeem }),
  };
}

/** Limits of a number, in its unit, with the decimals that texts may give it. */
export type NumberLimits = {
  readonly least: number;
  readonly most: number;
  readonly places: number;
  /** Both limits, as "0.01 to 1000000". */
  readonly range: string;
};

const limited = (least: number, most: number, places: number): NumberLimits => ({
  least,
  most,
  places,
  range: `${decimalText(least, places)} to ${decimalText(most, places)}`,
});

/** The limits of each term: numbers in ticks of 0.0001, lots of 0.01 share and, of a fee's rate, 0.0001. */
export const TERM_LIMITS = {
  tick: { sizes: TICK_SIZES, places: 4, list: TICK_SIZES.map(priceText).join(", ") },
  minimumLots: limited(1, 100_000_000, 2),
  negativeRisk: "true or false",
  fees: { rate: limited(1, 2500, 4), exponent: limited(1, 4, 0), takerOnly: "true or false" },
  autoRedeem: "true or false",
} as const satisfies { readonly [Term in keyof MarketTerms]: unknown };
