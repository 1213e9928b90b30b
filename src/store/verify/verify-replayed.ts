/**
 * Checks an exchange that was replayed from the journal alone. No decision leads to a negative amount, to a hold above it
 * or to shares without backing: where one is found the journal contradicts itself, and tables made from it are as wrong.
 */
import { debtOf } from "../../core/negative-risk.ts";
import type { Account, Exchange, Market, Order } from "../../core/state.ts";
import { tokenNumber } from "../../core/state.ts";
import { addLots, NO_LOTS, redemptionValue, setValue } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";
import { addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";

export function checkReplayed(exchange: Exchange, differences: Differences): void {
  const accounts = [...exchange.accountByAddress.values()];
  const markets = [...exchange.marketByCondition.values()];
  const supplies = sumSupplies(accounts);
  const faults = [
    ...accounts.flatMap(faultsOfAccount),
    ...[...exchange.orders.values()].flatMap(faultsOfOrder),
    ...markets.flatMap((market) => faultsOfMarket(market, supplies)),
    ...faultsOfTotals(exchange, accounts, markets),
  ];
  for (const fault of faults) addDifference(differences, `journal: by its batches ${fault}`);
}

/** Shares of all accounts by the number of their token. */
function sumSupplies(accounts: readonly Account[]): Map<number, Lots> {
  const supplies = new Map<number, Lots>();
  for (const { positions } of accounts)
    for (const [token, { lots }] of positions)
      supplies.set(token, addLots(supplies.get(token) ?? NO_LOTS, lots));
  return supplies;
}

function faultsOfAccount({ no, collateral, held, positions }: Account): string[] {
  const faults: string[] = [];
  if (collateral < 0 || held < 0 || held > collateral)
    faults.push(`account ${no} has ${collateral}, and holds ${held} of it`);
  for (const [token, position] of positions)
    if (position.lots < 0 || position.held < 0 || position.held > position.lots)
      faults.push(
        `account ${no} has ${position.lots} lots of outcome ${token & 1} of market ${token >> 1}, and holds ${position.held} of them`,
      );
  return faults;
}

const faultsOfOrder = ({ no, remaining, lots }: Order): string[] =>
  remaining > 0 && remaining <= lots ? [] : [`order ${no} rests with ${remaining} of ${lots} lots`];

/** An open market backs a set for each share of either outcome, a resolved one the payouts that are left. */
function faultsOfMarket(market: Market, supplies: ReadonlyMap<number, Lots>): string[] {
  const { no, payout, backing, burned } = market;
  const first = supplies.get(tokenNumber(market, 0)) ?? NO_LOTS;
  const second = supplies.get(tokenNumber(market, 1)) ?? NO_LOTS;
  const claims =
    payout === undefined
      ? [setValue(first), setValue(addLots(second, burned))]
      : [redemptionValue(first, payout, 0) + redemptionValue(second, payout, 1)];
  return claims.every((claim) => claim === backing)
    ? []
    : [`shares of market ${no} can claim ${claims.join(" or ")}, and ${backing} backs them`];
}

function faultsOfTotals(
  { deposits, events }: Exchange,
  accounts: readonly Account[],
  markets: readonly Market[],
): string[] {
  const collateral = sum(accounts.map((account) => account.collateral));
  const backing = sum(markets.map((market) => market.backing));
  const debt = [...events.values()].reduce(
    (total, event) => total + debtOf(event.markets, event.converted),
    0n,
  );
  return collateral + backing - debt === BigInt(deposits)
    ? []
    : [`${deposits} came in, accounts have ${collateral}, and ${backing - debt} backs shares`];
}

const sum = (amounts: readonly number[]): bigint =>
  amounts.reduce((total, amount) => total + BigInt(amount), 0n);
