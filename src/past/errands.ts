/** Commands of traders other than orders: deposits, withdrawals, splits, merges, conversions and redemptions. */
import type { Command } from "../core/command.ts";
import { elementAt } from "../core/element-at.ts";
import { exclusiveMarkets, isOpen } from "../core/negative-risk.ts";
import { availableCollateral, availableLots, tokenNumber } from "../core/state.ts";
import type { Account, Market } from "../core/state.ts";
import { lots, micros, minLots, setValue } from "../core/units.ts";
import { wholeBetween } from "../residents/strategies/seeded-random.ts";
import type { Random } from "../residents/strategies/seeded-random.ts";
import type { Stage } from "./market-life.ts";
import type { ResidentWallet } from "../residents/resident-terms.ts";

const UNIT = 1_000_000;

/** Returns the commands of one random errand; none if the trader lacks the means for it. */
export function doErrand({ exchange, random }: Stage, { address }: ResidentWallet): readonly Command[] {
  const account = exchange.accountByAddress.get(address);
  if (account === undefined) return [];
  const open = exchange.markets.filter((market) => market !== undefined && isOpen(market));
  const market = open[wholeBetween(random, 0, open.length - 1)];
  const errand = elementAt(ERRANDS, wholeBetween(random, 0, ERRANDS.length - 1));
  return market === undefined ? [] : errand(account, market, random);
}

type Errand = (account: Account, market: Market, random: Random) => readonly Command[];

const deposit: Errand = ({ address }, _, random) => [
  { type: "credit", address, amount: micros(wholeBetween(random, 1, 20) * 100 * UNIT) },
];

const withdraw: Errand = (account, _, random) => {
  const amount = micros(wholeBetween(random, 1, 10) * 100 * UNIT);
  if (amount > availableCollateral(account)) return [];
  return [{ type: "withdraw", address: account.address, owner: account.owner, amount }];
};

const split: Errand = (account, { conditionId }, random) => {
  const size = lots(wholeBetween(random, 1, 20) * 1_000);
  if (setValue(size) > availableCollateral(account)) return [];
  return [{ type: "split", address: account.address, owner: account.owner, conditionId, lots: size }];
};

/** Merges in a market where the trader has shares of both outcomes. */
const merge: Errand = (account, { event }) =>
  event.markets.flatMap((market): Command[] => {
    const [first, second] = [tokenNumber(market, 0), tokenNumber(market, 1)];
    const size = minLots(availableLots(account, first), availableLots(account, second));
    if (size === 0 || !isOpen(market)) return [];
    const { address, owner } = account;
    return [{ type: "merge", address, owner, conditionId: market.conditionId, lots: size }];
  });

const convert: Errand = (account, { event }) => {
  const market = exclusiveMarkets(event).find(
    (one) => isOpen(one) && availableLots(account, tokenNumber(one, 1)) > 0,
  );
  if (market === undefined || !exclusiveMarkets(event).every(isOpen)) return [];
  const { address, owner } = account;
  const size = availableLots(account, tokenNumber(market, 1));
  return [{ type: "convert", address, owner, conditionIds: [market.conditionId], lots: size }];
};

const ERRANDS: readonly Errand[] = [deposit, withdraw, split, split, merge, merge, convert];
