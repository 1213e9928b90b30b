/**
 * How much of the exchange one wallet, one market and one command may take, so that what the largest of them costs is
 * known. What rests already stays when a limit is lowered.
 */
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import type { Account, Exchange, Market } from "./state.ts";

export type OrderLimits = {
  /** Resting orders of an account in one market. */
  readonly ofAccountInMarket: number;
  /** Resting orders of an account. */
  readonly ofAccount: number;
  readonly inMarket: number;
  readonly inAll: number;
  /** Resting orders that one incoming order meets: what is left of it then is given up. */
  readonly metByOne: number;
};

export const STANDARD_LIMITS: OrderLimits = {
  ofAccountInMarket: 1_000,
  ofAccount: 10_000,
  inMarket: 100_000,
  inAll: 1_000_000,
  metByOne: 2_000,
};

/** Refuses one more resting order of the account in the market. */
export function refuseOneMore(
  { rules, orders }: Exchange,
  account: Account,
  market: Market,
): Rejection | undefined {
  const { limits } = rules;
  const counted = [
    ["the wallet in this market", account.openIn.get(market.no) ?? 0, limits.ofAccountInMarket],
    ["the wallet", account.open, limits.ofAccount],
    ["this market", market.open, limits.inMarket],
    ["the exchange", orders.size, limits.inAll],
  ] as const;
  const full = counted.find(([, open, limit]) => open >= limit);
  if (full === undefined) return undefined;
  const [where, open, limit] = full;
  return reject(
    "too_many_orders",
    `expected less than ${limit} open orders of ${where}, there are ${open}; cancel some first`,
    { limit: String(limit) },
  );
}
