/** The payouts that a resolution of a market or an event would make, worked out from the same redemptions and without any change. */
import { decidePayout, decideWinner, paysAtOnce, listRedemptions, unknownEvent } from "./lifecycle.ts";
import type { MarketPayout } from "./lifecycle.ts";
import type { Payout } from "./catalog.ts";
import type { OutcomeShares } from "../events/event.ts";
import { isNo } from "../ledger/negative-risk.ts";
import { isRejection } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import type { Account, Exchange, Market } from "../state.ts";
import { addMicros, exactSetValue, NO_MICROS } from "../units.ts";
import type { Micros } from "../units.ts";

/** Shares of an account in a market, and the collateral that they are worth once it is resolved. */
export type RehearsedPayout = {
  readonly market: Market;
  readonly lots: OutcomeShares;
  readonly amount: Micros;
};

export type AccountRehearsal = {
  readonly account: Account;
  readonly payouts: readonly RehearsedPayout[];
  readonly total: Micros;
};

export type ResolutionRehearsal = {
  /** The markets that would resolve, in the order of their listing. */
  readonly resolutions: readonly MarketPayout[];
  /** The holders of these markets, the largest total first. */
  readonly accounts: readonly AccountRehearsal[];
  /** Collateral that the resolution itself pays, and that holders redeem later. */
  readonly paid: Micros;
  readonly due: Micros;
  /** Number of resting orders that would be cancelled. */
  readonly orders: number;
  /** Collateral behind these markets that nobody would be owed; a sum over many markets can leave the safe integers. */
  readonly remains: bigint;
};

export function rehearseEvent(
  exchange: Exchange,
  { eventId, winner }: { readonly eventId: string; readonly winner: string },
): ResolutionRehearsal | Rejection {
  const event = exchange.events.get(eventId);
  if (event === undefined) return unknownEvent(eventId);
  const resolutions = decideWinner(event, winner);
  return isRejection(resolutions) ? resolutions : rehearsePayouts(exchange, resolutions);
}

export function rehearseMarket(
  exchange: Exchange,
  chosen: { readonly conditionId: string; readonly payout: Payout },
): ResolutionRehearsal | Rejection {
  const resolution = decidePayout(exchange, chosen);
  return isRejection(resolution) ? resolution : rehearsePayouts(exchange, [resolution]);
}

function rehearsePayouts(exchange: Exchange, resolutions: readonly MarketPayout[]): ResolutionRehearsal {
  const accounts = rehearseAccounts(exchange, resolutions);
  const payouts = accounts.flatMap((one) => one.payouts);
  const isPaid = ({ market }: RehearsedPayout): boolean => paysAtOnce(exchange, market);
  const paid = sumPayouts(payouts.filter(isPaid));
  const due = sumPayouts(payouts.filter((payout) => !isPaid(payout)));
  return {
    resolutions,
    accounts: accounts.toSorted((one, other) => other.total - one.total),
    paid,
    due,
    orders: resolutions.reduce((sum, { market }) => sum + market.open, 0),
    remains: resolutions.reduce((sum, one) => sum + owedBy(one), 0n) - BigInt(paid) - BigInt(due),
  };
}

function rehearseAccounts(exchange: Exchange, resolutions: readonly MarketPayout[]): AccountRehearsal[] {
  const payouts = new Map<Account, RehearsedPayout[]>();
  for (const { account, market, lots, paid } of listRedemptions(exchange, resolutions)) {
    const payout = { market, lots, amount: paid };
    const earlier = payouts.get(account);
    if (earlier === undefined) payouts.set(account, [payout]);
    else earlier.push(payout);
  }
  return [...payouts].map(([account, own]) => ({ account, payouts: own, total: sumPayouts(own) }));
}

const sumPayouts = (payouts: readonly RehearsedPayout[]): Micros =>
  payouts.reduce((sum, { amount }) => addMicros(sum, amount), NO_MICROS);

/** Computes the collateral behind a market after its resolution, when shares that conversions burned pay back. */
const owedBy = ({ market, payout }: MarketPayout): bigint =>
  BigInt(market.backing) - (isNo(payout) ? exactSetValue(BigInt(market.burned)) : 0n);
