/** The shown price of an outcome in answers: JSON numbers and decimal texts, without rounding. */
import type { Payout } from "../../core/markets/catalog.ts";
import { isPublished } from "../../core/markets/flags.ts";
import { HALF_TICKS, shownHalfTicks } from "../../core/markets/shown-price.ts";
import type { KnownPrices } from "../../core/markets/shown-price.ts";
import type { Exchange, Market, Token } from "../../core/state.ts";
import { decimalText } from "../../core/units.ts";
import { normalizeCondition } from "../../core/markets/market-version.ts";

/** Size of a half tick, in 0.00001. */
const HALF_TICK = 5;
const HALF_TICK_DECIMALS = 5;

/** Converts the payout of both outcomes to half ticks. */
export const payoutHalfTicks = (payout: Payout): readonly [number, number] =>
  shownHalfTicks({ payout, bid: undefined, ask: undefined, lastPrice: undefined });

/** Returns the prices of both outcomes as JSON numbers, 0 to 1: exact decimals of at most five places. */
export function shownPrices(known: KnownPrices): readonly [number, number] {
  const [first, second] = shownHalfTicks(known);
  return [halfTicksNumber(first), halfTicksNumber(second)];
}

type StoredPrices = { readonly [Name in keyof KnownPrices]: Exclude<KnownPrices[Name], undefined> | null };

/** Reads the prices of a row, in which null means none. */
export const readKnownPrices = ({ payout, bid, ask, lastPrice }: StoredPrices): KnownPrices => ({
  payout: payout ?? undefined,
  bid: bid ?? undefined,
  ask: ask ?? undefined,
  lastPrice: lastPrice ?? undefined,
});

/** Converts half ticks to a JSON number. The quotient of two whole numbers is the number nearest to the exact decimal. */
export const halfTicksNumber = (halfTicks: number): number => halfTicks / HALF_TICKS;

/** Converts half ticks to decimal text: 8300 is "0.415". */
export const halfTicksText = (halfTicks: number): string =>
  decimalText(halfTicks * HALF_TICK, HALF_TICK_DECIMALS);

// Markets and tokens that requests may name. A draft is answered as if it did not exist.

/** Finds the market with this condition, in any accepted form. */
export function findPublicMarket(
  { marketByCondition }: Pick<Exchange, "marketByCondition">,
  conditionId: string,
): Market | undefined {
  const market = marketByCondition.get(normalizeCondition(conditionId));
  return market && isPublished(market) ? market : undefined;
}

/** Finds the token with this id. */
export function findPublicToken({ tokens }: Pick<Exchange, "tokens">, tokenId: string): Token | undefined {
  const token = tokens.get(tokenId);
  return token && isPublished(token.market) ? token : undefined;
}
