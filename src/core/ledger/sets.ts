/** Decisions about complete sets and about shares of resolved markets. */
import { findOwned, rejectNonPositive, rejectSpending } from "./accounts.ts";
import type { Payout } from "../markets/catalog.ts";
import type { CommandOf } from "../events/command.ts";
import type { Event, EventOf, OutcomeShares } from "../events/event.ts";
import { isOpen } from "./negative-risk.ts";
import { isRejection, reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { tokenNumber } from "../state.ts";
import type { Account, Exchange, Market, Outcome, Position } from "../state.ts";
import {
  addMicros,
  baseUnits,
  NO_LOTS,
  redemptionValue,
  setValue,
  sharesText,
  subtractLots,
} from "../units.ts";
import type { Lots } from "../units.ts";

type Decision = Event[] | Rejection;

export function decideSets(exchange: Exchange, command: CommandOf<"split" | "merge">): Decision {
  const { lots } = command;
  if (lots <= 0) return rejectNonPositive(sharesText(lots));
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const refusal = rejectSets(market);
  if (refusal !== undefined) return refusal;
  const account = findOwned(exchange, command);
  if (isRejection(account)) return account;
  if (command.type === "merge") return decideMerge(account, market, lots);
  return rejectSpending(account, setValue(lots)) ?? [{ type: "sets-split", account, market, lots }];
}

/**
 * Rejects sets in a market that is not open. Shares in a draft would fix its terms, so that it could never be listed as
 * open.
 */
function rejectSets(market: Market): Rejection | undefined {
  if (market.status === "draft")
    return reject("market_not_open", `market ${market.conditionId} is not open yet`);
  return isOpen(market)
    ? undefined
    : reject("market_closed", `market ${market.conditionId} is ${market.status}`);
}

function decideMerge(account: Account, market: Market, lots: Lots): Decision {
  const [first, second] = [getHolding(account, market, 0), getHolding(account, market, 1)];
  const scarcer = availableShares(first) < availableShares(second) ? first : second;
  if (lots <= availableShares(scarcer)) return [{ type: "sets-merged", account, market, lots }];
  return rejectTooFewShares("of each outcome", scarcer, lots);
}

export type Holding = Pick<Position, "lots" | "held">;

export const getHolding = (account: Account, market: Market, outcome: Outcome): Holding =>
  account.positions.get(tokenNumber(market, outcome)) ?? { lots: NO_LOTS, held: NO_LOTS };

/** Counts the shares of an outcome in the account, including those held by open orders. */
export const getLots = (account: Account, market: Market, outcome: Outcome): Lots =>
  getHolding(account, market, outcome).lots;

export const availableShares = ({ lots, held }: Holding): Lots => subtractLots(lots, held);

/** Makes the details of a rejection for lack of shares, in base units. */
export const sharesNeeded = ({ lots, held }: Holding, needed: Lots) => ({
  balance: String(baseUnits(lots)),
  held: String(baseUnits(held)),
  needed: String(baseUnits(needed)),
});

export function rejectTooFewShares(what: string, holding: Holding, lots: Lots): Rejection {
  return reject(
    "insufficient_balance",
    `expected at most ${sharesText(availableShares(holding))} ${what}, got ${sharesText(lots)}`,
    sharesNeeded(holding, lots),
  );
}

export function decideRedemption(exchange: Exchange, command: CommandOf<"redeem">): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const account = findOwned(exchange, command);
  if (isRejection(account)) return account;
  const { payout } = market;
  if (payout === undefined)
    return reject("market_not_resolved", `market ${market.conditionId} is ${market.status}`);
  const redeemed = buildRedemption(account, market, payout);
  if (redeemed !== undefined) return [redeemed];
  return reject("nothing_to_redeem", `${account.address} has no shares of market ${market.conditionId}`);
}

/** Makes the redemption of all of the account's shares; `undefined` if it has none. */
export function buildRedemption(
  account: Account,
  market: Market,
  payout: Payout,
): EventOf<"redeemed"> | undefined {
  const lots: OutcomeShares = [getLots(account, market, 0), getLots(account, market, 1)];
  if (lots[0] === 0 && lots[1] === 0) return undefined;
  const paid = addMicros(redemptionValue(lots[0], payout, 0), redemptionValue(lots[1], payout, 1));
  return { type: "redeemed", account, market, lots, paid };
}

export const unknownMarket = (conditionId: string): Rejection =>
  reject("unknown_market", `no market has condition ${conditionId}`);
