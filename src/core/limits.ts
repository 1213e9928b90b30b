/**
 * Limits on the resting orders of one wallet, one market and one command, so that the cost of the largest is known. A
 * lowered limit does not cancel orders that already rest.
 */
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import type { Account, Exchange, Market, Order, OrderLimits } from "./state.ts";

export const STANDARD_LIMITS: OrderLimits = {
  ofAccountInMarket: 1_000,
  ofAccount: 10_000,
  inMarket: 100_000,
  inAll: 1_000_000,
  metByOne: 2_000,
};

/** The account and the market of an order that will rest, and the open order that it replaces. */
type RestingPlace = {
  readonly account: Account;
  readonly market: Market;
  readonly replaced: Order | undefined;
};

/** Rejects a resting order if the account, the market or the exchange has reached its limit. */
export function rejectOverLimits(
  { rules, orders }: Exchange,
  { account, market, replaced }: RestingPlace,
): Rejection | undefined {
  const { limits } = rules;
  const gone = replaced === undefined ? 0 : 1;
  const ofAccount = replaced?.account === account ? 1 : 0;
  const inMarket = replaced?.market === market ? 1 : 0;
  return (
    rejectAboveLimit(
      (account.openIn.get(market.no) ?? 0) - ofAccount * inMarket,
      limits.ofAccountInMarket,
      "the wallet in this market",
    ) ??
    rejectAboveLimit(account.open - ofAccount, limits.ofAccount, "the wallet") ??
    rejectAboveLimit(market.open - inMarket, limits.inMarket, "this market") ??
    rejectAboveLimit(orders.size - gone, limits.inAll, "the exchange")
  );
}

function rejectAboveLimit(open: number, limit: number, where: string): Rejection | undefined {
  if (open < limit) return undefined;
  return reject(
    "too_many_orders",
    `expected less than ${limit} open orders of ${where}, there are ${open}; cancel some first`,
    { limit: String(limit) },
  );
}
