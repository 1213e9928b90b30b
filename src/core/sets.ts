/** Decides what an owner does with complete sets and with shares of resolved markets. */
import { findOwned, notPositive, refuseSpending } from "./accounts.ts";
import type { Payout } from "./catalog.ts";
import type { CommandOf } from "./command.ts";
import type { Event, SharesOfBoth } from "./event.ts";
import { exclusiveMarkets, isOpen, isYes } from "./negative-risk.ts";
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import { availableLots, tokenNumber } from "./state.ts";
import type { Account, Exchange, Market } from "./state.ts";
import { addMicros, minLots, NO_LOTS, redemptionValue, setValue, sharesText } from "./units.ts";
import type { Lots } from "./units.ts";

type Decision = Event[] | Rejection;

export function decideSets(exchange: Exchange, command: CommandOf<"split" | "merge">): Decision {
  const { lots } = command;
  if (lots <= 0) return notPositive(sharesText(lots));
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const refusal = refuseSets(market);
  if (refusal !== undefined) return refusal;
  const account = findOwned(exchange, command);
  if ("code" in account) return account;
  if (command.type === "merge") return decideMerge(account, market, lots);
  return refuseSpending(account, setValue(lots)) ?? [{ type: "sets-split", account, market, lots }];
}

/** A draft takes no sets either: shares would fix its terms, and it could never be listed as open. */
function refuseSets(market: Market): Rejection | undefined {
  if (market.status === "draft")
    return reject("market_not_open", `market ${market.conditionId} is not open yet`);
  return isOpen(market)
    ? undefined
    : reject("market_closed", `market ${market.conditionId} is ${market.status}`);
}

function decideMerge(account: Account, market: Market, lots: Lots): Decision {
  const available = minLots(
    availableLots(account, tokenNumber(market, 0)),
    availableLots(account, tokenNumber(market, 1)),
  );
  if (lots <= available) return [{ type: "sets-merged", account, market, lots }];
  return tooFew("of each outcome", available, lots);
}

const tooFew = (what: string, available: Lots, lots: Lots): Rejection =>
  reject(
    "insufficient_balance",
    `expected at most ${sharesText(available)} ${what}, got ${sharesText(lots)}`,
  );

export function decideRedemption(exchange: Exchange, command: CommandOf<"redeem">): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const account = findOwned(exchange, command);
  if ("code" in account) return account;
  const { payout } = market;
  if (payout === undefined)
    return reject("market_not_resolved", `market ${market.conditionId} is ${market.status}`);
  const redeemed = redemptionOf(account, market, payout);
  if (redeemed !== undefined) return [redeemed];
  return reject("nothing_to_redeem", `${account.address} has no shares of market ${market.conditionId}`);
}

/** What redeeming all of the account's shares does; `undefined` when it has none. */
export function redemptionOf(account: Account, market: Market, payout: Payout): Event | undefined {
  const lots: SharesOfBoth = [lotsOf(account, market, 0), lotsOf(account, market, 1)];
  if (lots[0] === 0 && lots[1] === 0) return undefined;
  const paid = addMicros(redemptionValue(lots[0], payout, 0), redemptionValue(lots[1], payout, 1));
  return { type: "redeemed", account, market, lots, paid };
}

export const lotsOf = (account: Account, market: Market, outcome: 0 | 1): Lots =>
  account.positions.get(tokenNumber(market, outcome))?.lots ?? NO_LOTS;

export function decideConversion(exchange: Exchange, command: CommandOf<"convert">): Decision {
  const { conditionIds, lots } = command;
  if (lots <= 0) return notPositive(sharesText(lots));
  const given = findGiven(exchange, conditionIds);
  if ("code" in given) return given;
  const account = findOwned(exchange, command);
  if ("code" in account) return account;
  for (const market of given) {
    const available = availableLots(account, tokenNumber(market, 1));
    if (lots > available) return tooFew(`of outcome 1 of market ${market.conditionId}`, available, lots);
  }
  const got = exclusiveMarkets(given[0].event).filter((market) => isOpen(market) && !given.includes(market));
  return [{ type: "converted", account, given, got, lots }];
}

/** The markets whose shares are given: open ones of one negative-risk event that is not decided. */
function findGiven(exchange: Exchange, conditionIds: readonly string[]): Market[] | Rejection {
  const given: Market[] = [];
  for (const conditionId of conditionIds) {
    const market = exchange.marketByCondition.get(conditionId);
    if (market === undefined) return unknownMarket(conditionId);
    const refusal = refuseGiven(market, given);
    if (refusal !== undefined) return refusal;
    given.push(market);
  }
  if (given.length === 0) return reject("conversion_empty", "expected at least one market, got none");
  const exclusive = exclusiveMarkets(given[0].event);
  if (exclusive.length < 2)
    return reject("not_negative_risk", "expected an event of at least two negative-risk markets, got one");
  const draft = exclusive.find(({ status }) => status === "draft");
  if (draft !== undefined)
    return reject("market_not_open", `market ${draft.conditionId} of the event is not open yet`);
  const won = exclusive.find(({ payout }) => isYes(payout));
  if (won === undefined) return given;
  return reject("event_decided", `market ${won.conditionId} of the event resolved YES`);
}

function refuseGiven(market: Market, given: readonly Market[]): Rejection | undefined {
  const { conditionId } = market;
  if (given.includes(market)) return reject("conversion_empty", `market ${conditionId} is named twice`);
  if (!market.negativeRisk)
    return reject("not_negative_risk", `market ${conditionId} is not a negative-risk market`);
  const other = given.find(({ event }) => event !== market.event);
  if (other !== undefined)
    return reject(
      "not_negative_risk",
      `markets ${other.conditionId} and ${conditionId} are of different events`,
    );
  return refuseSets(market);
}

export const unknownMarket = (conditionId: string): Rejection =>
  reject("unknown_market", `no market has condition ${conditionId}`);
