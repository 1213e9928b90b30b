/**
 * The maximum loss of a maker. A filled bid loses its price if outcome 1 wins; a filled ask loses the complement of its
 * price if outcome 0 wins. For each winner, the holdings have a worth, and the quotes that would lose have a cost.
 * Worth minus cost must be at least the funds minus the maximum loss. Orders about to be cancelled count as well, since
 * they can fill first.
 */
import type { FeeSchedule } from "../../../core/markets/market-terms.ts";
import { worstCaseValue, valueByWinner } from "../../../core/orders/worst-case-value.ts";
import type { Holdings } from "../../../core/orders/worst-case-value.ts";
import {
  addMicros,
  affordableLots,
  complement,
  cost,
  computeFee,
  feeWeight,
  micros,
  NO_LOTS,
  NO_MICROS,
  subtractMicros,
} from "../../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../../core/units.ts";
import type { Quote } from "./intent.ts";
import type { MarketView, AccountHoldings } from "./market-view.ts";

/** Collateral that a maker was given for a market, and its maximum loss. */
export type LossLimits = { readonly funds: Micros; readonly maximumLoss: Micros };

/** Loss that further bids and further asks may still add. */
export type Allowance = { bids: Micros; asks: Micros };

/** Computes the loss so far: the funds minus the worth under the worst winner; negative for a profit. */
export const computeWorstLoss = (own: Holdings, { funds }: Pick<LossLimits, "funds">): Micros =>
  subtractMicros(funds, worstCaseValue(own, undefined));

/** Computes the loss that new quotes may add to the loss of all resting orders. */
export function computeAllowance(own: AccountHoldings, market: MarketView, terms: LossLimits): Allowance {
  const floor = subtractMicros(terms.funds, terms.maximumLoss);
  const [first, second] = valueByWinner(own);
  const left: Allowance = { bids: subtractMicros(second, floor), asks: subtractMicros(first, floor) };
  for (const order of own.orders) spend(left, order, market.fees);
  return left;
}

/** Subtracts the quote's possible loss from the allowance of its side, and its fee from both. */
export function spend(left: Allowance, quote: Quote, fees: FeeSchedule | undefined): void {
  const loss = computeLoss(quote, fees);
  // The fee reduces both sides, since it is paid whichever outcome wins.
  const fee = computeQuoteFee(quote, fees);
  left.bids = subtractMicros(left.bids, quote.bid ? loss : fee);
  left.asks = subtractMicros(left.asks, quote.bid ? fee : loss);
}

/** Computes the loss, with the fee, of a quote that fills completely before the wrong outcome wins. */
const computeLoss = (quote: Quote, fees: FeeSchedule | undefined): Micros =>
  addMicros(cost(quote.lots, getRiskedPrice(quote)), computeQuoteFee(quote, fees));

const getRiskedPrice = ({ bid, price }: Pick<Quote, "bid" | "price">): Ticks =>
  bid ? price : complement(price);

/** Computes the fee of a quote that fills completely, plus one rounding, since earlier fills were rounded as well. */
function computeQuoteFee({ lots, price }: Quote, fees: FeeSchedule | undefined): Micros {
  if (fees === undefined || fees.takerOnly) return NO_MICROS;
  return addMicros(computeFee(feeWeight(lots, price, fees.exponent), fees.rate, fees.exponent), ONE_ROUNDING);
}

const ONE_ROUNDING = micros(10);

/** Computes the size of the quote that its side's allowance covers, with the fee of the full quote. */
export function computeCoveredLots(left: Allowance, quote: Quote, fees: FeeSchedule | undefined): Lots {
  const fee = computeQuoteFee(quote, fees);
  const most = subtractMicros(quote.bid ? left.bids : left.asks, fee);
  if (most <= 0 || (fee > 0 && (quote.bid ? left.asks : left.bids) < fee)) return NO_LOTS;
  const covered = affordableLots(most, getRiskedPrice(quote));
  return covered < quote.lots ? covered : quote.lots;
}
