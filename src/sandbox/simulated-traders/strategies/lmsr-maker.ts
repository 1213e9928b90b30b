/**
 * A maker by the logarithmic market scoring rule (Hanson): the price follows from the maker's position alone. Quotes
 * are points of the curve at whole prices, rounded in the maker's favour. So the total loss is at most b x -ln(the less
 * likely start price): from a half, b ln 2. The maker may begin with shares.
 */
import { ONE, lots, ticks } from "../../../core/units.ts";
import type { Lots, Micros } from "../../../core/units.ts";
import { computeQuoteStep } from "./fair-value.ts";
import type { Intent, Quote, StepInput } from "./intent.ts";
import { planLadder } from "./maker.ts";
import type { LadderParams } from "./maker.ts";
import { sumOwnLotsAt } from "./market-view.ts";
import type { AccountHoldings } from "./market-view.ts";

export type LmsrParams = Omit<LadderParams, "refillBelow" | "takes"> & {
  /** Quotes on each side. */
  readonly levels: number;
  /** Price of outcome 0 at which the curve begins, in ticks. */
  readonly startPrice: number;
  /** Lots of outcome 1 minus those of outcome 0 held at the start price; 0 by default. */
  readonly startSold?: number;
};

/** Computes b in lots from the maximum loss. */
export const computeLiquidityParameter = (maximumLoss: Micros, startPrice: number): number =>
  maximumLoss / (-Math.log(Math.min(startPrice, ONE - startPrice) / ONE) * ONE);

/** Computes the curve's price of outcome 0, in ticks with fractions. */
export function computeLmsrPrice(
  { shares }: Pick<AccountHoldings, "shares">,
  { maximumLoss, startPrice, startSold = 0 }: Pick<LmsrParams, "maximumLoss" | "startPrice" | "startSold">,
): number {
  const sold = computeNetSold(shares) - startSold;
  return (
    ONE / (1 + Math.exp(-(logit(startPrice) + sold / computeLiquidityParameter(maximumLoss, startPrice))))
  );
}

/** Computes the net sold shares of outcome 0, in lots: the held shares of outcome 1 minus those of outcome 0. */
export const computeNetSold = (shares: AccountHoldings["shares"]): number => shares[1] - shares[0];

const logit = (price: number): number => Math.log(price / (ONE - price));

/** Plans the next step: the curve's quotes, and cancels of orders that are larger than the curve offers. */
export function stepLmsr(turn: StepInput, terms: LmsrParams): Intent[] {
  const quotes = listCurveQuotes(turn, terms);
  const getOfferedLots = (bid: boolean, price: number): Lots =>
    quotes.find((quote) => quote.bid === bid && quote.price === price)?.lots ?? lots(0);
  return planLadder(
    quotes,
    (order) => sumOwnLotsAt(turn.own.orders, order) <= getOfferedLots(order.bid, order.price),
    turn,
    { ...terms, refillBelow: 1, takes: 1 },
  );
}

/** True if at least one quote of the curve reaches the minimum size of a resting order. */
export const offersEnough = (turn: Pick<StepInput, "market" | "own">, terms: LmsrParams): boolean =>
  listCurveQuotes(turn, terms).some((quote) => quote.lots >= turn.market.minimumLots);

/**
 * Lists the curve's quotes at whole prices, alternating sides. Rounds sizes down, and prices away from the curve's
 * price.
 */
function listCurveQuotes({ market, own }: Pick<StepInput, "market" | "own">, terms: LmsrParams): Quote[] {
  const step = computeQuoteStep(market.tick);
  const liquidity = computeLiquidityParameter(terms.maximumLoss, terms.startPrice);
  const price = computeLmsrPrice(own, terms);
  const quotes: Quote[] = [];
  const from = { bid: price, ask: price };
  const first = { bid: Math.floor(price / step) * step, ask: Math.ceil(price / step) * step };
  for (let level = 0; level < terms.levels; level += 1) {
    for (const side of ["bid", "ask"] as const) {
      const to = side === "bid" ? first.bid - level * step : first.ask + level * step;
      if (to <= 0 || to >= ONE) continue;
      const size = Math.floor(liquidity * Math.abs(logit(to) - logit(from[side])));
      if (size > 0) quotes.push({ bid: side === "bid", price: ticks(to), lots: lots(size) });
      from[side] = to;
    }
  }
  return quotes;
}
