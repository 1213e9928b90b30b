/**
 * The exchange as a pure function: `decide` turns a command into events or a rejection and changes nothing;
 * `applyEvent` changes the state and cannot fail. Time comes in with the command.
 */
import { listOrders } from "./book.ts";
import type { Payout } from "./catalog.ts";
import type { Command, CommandOf } from "./command.ts";
import { applyEvent } from "./apply.ts";
import { DigestMap } from "./digest-map.ts";
import type { CancelReason, Event } from "./event.ts";
import { listExpired } from "./expiry-queue.ts";
import { decideListing } from "./list-markets.ts";
import { decidePlaceOrder } from "./place-order.ts";
import { decidePriceRecords } from "./price-record.ts";
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import { availableCollateral, availableLots, tokenNumber } from "./state.ts";
import type { Account, Exchange, Market, Outcome, SelfTradePolicy } from "./state.ts";
import {
  addMicros,
  collateralText,
  MAX_MICROS,
  micros,
  NO_LOTS,
  NO_MICROS,
  ONE,
  setValue,
  sharesText,
} from "./units.ts";
import type { Lots, Micros } from "./units.ts";

export type Decision = Event[] | Rejection;

/** An exchange with nothing in it. Account and market numbers start at 1. */
export function createExchange(selfTrade: SelfTradePolicy): Exchange {
  return {
    selfTrade,
    accounts: [],
    accountByAddress: new DigestMap(),
    events: new Map(),
    markets: [],
    marketByCondition: new Map(),
    tokens: new DigestMap(),
    orders: new DigestMap(),
    expiries: [],
    deposits: NO_MICROS,
    nextOrder: 1,
    nextTrade: 1,
  };
}

export const isRejection = (decision: Decision): decision is Rejection => !Array.isArray(decision);

/** Decides and applies: the events of the command, or why there are none. */
export function execute(exchange: Exchange, command: Command, at: number): Decision {
  const decision = decide(exchange, command, at);
  if (!isRejection(decision)) for (const event of decision) applyEvent(exchange, event, at);
  return decision;
}

/**
 * What the command would do at engine time `at` (ms). Changes nothing. Orders that expired by `at` must have been taken
 * out before, with `expire-orders` at the same time: a placement meets whatever rests.
 */
export function decide(exchange: Exchange, command: Command, at: number): Decision {
  switch (command.type) {
    case "place-order":
      return decidePlaceOrder(exchange, command, at);
    case "cancel-order":
      return decideCancel(exchange, command);
    case "expire-orders":
      return listExpired(exchange.expiries, at).map((order) => ({
        type: "order-canceled",
        order,
        reason: "expired",
      }));
    case "record-prices":
      return decidePriceRecords(command.markets, at);
    case "open-account":
      return decideOpening(exchange, command);
    case "credit":
      return decideCredit(exchange, command);
    case "list":
      return decideListing(exchange, command.listing);
    case "pause-market":
    case "resume-market":
      return decideStatus(exchange, command);
    case "resolve-market":
      return decideResolution(exchange, command);
    case "split":
    case "merge":
      return decideSets(exchange, command);
    case "redeem":
      return decideRedemption(exchange, command);
  }
}

function decideCancel(exchange: Exchange, command: CommandOf<"cancel-order">): Decision {
  const order = exchange.orders.get(command.id);
  if (order === undefined || order.account.owner !== command.owner) {
    return reject("order_not_found", `no open order of ${command.owner} has id ${command.id}`);
  }
  return [{ type: "order-canceled", order, reason: "by-owner" }];
}

function decideOpening(exchange: Exchange, command: CommandOf<"open-account">): Decision {
  const { address, owner, credit } = command;
  const known = exchange.accountByAddress.get(address);
  if (known !== undefined) {
    return known.owner === owner ? [] : reject("wallet_taken", `wallet ${address} belongs to another signer`);
  }
  const refusal = credit < 0 ? notPositive(collateralText(credit)) : refuseDeposit(exchange, credit);
  if (refusal !== undefined) return refusal;
  const no = Math.max(exchange.accounts.length, 1);
  return [{ type: "account-opened", no, address, owner, credit }];
}

function decideCredit(exchange: Exchange, command: CommandOf<"credit">): Decision {
  if (command.amount <= 0) return notPositive(collateralText(command.amount));
  const account = exchange.accountByAddress.get(command.address);
  if (account === undefined) return unknownAccount(command.address);
  return refuseDeposit(exchange, command.amount) ?? [{ type: "credited", account, amount: command.amount }];
}

function refuseDeposit(exchange: Exchange, amount: Micros): Rejection | undefined {
  const room = micros(MAX_MICROS - exchange.deposits);
  if (amount <= room) return undefined;
  return reject(
    "amount_too_large",
    `expected at most ${collateralText(room)}, got ${collateralText(amount)}`,
  );
}

const notPositive = (amount: string): Rejection =>
  reject("invalid_amounts", `expected an amount above 0, got ${amount}`);
const unknownAccount = (address: string): Rejection =>
  reject("unknown_account", `no account has address ${address}`);
const unknownMarket = (conditionId: string): Rejection =>
  reject("unknown_market", `no market has condition ${conditionId}`);

function decideStatus(exchange: Exchange, command: CommandOf<"pause-market" | "resume-market">): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const [from, to] =
    command.type === "pause-market" ? (["active", "paused"] as const) : (["paused", "active"] as const);
  if (market.status === to) return [];
  if (market.status === from) return [{ type: "market-status-changed", market, status: to }];
  if (market.status === "draft")
    return reject("market_not_open", `expected a market that is ${from}, got draft`);
  return reject("market_closed", `expected a market that is ${from}, got ${market.status}`);
}

function decideResolution(exchange: Exchange, command: CommandOf<"resolve-market">): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  if (market.status === "resolved")
    return reject("market_already_resolved", `market ${market.conditionId} is resolved`);
  return [
    ...cancelAll(market, "market-resolved"),
    { type: "market-resolved", market, payout: command.payout },
  ];
}

const cancelAll = (market: Market, reason: CancelReason): Event[] =>
  listOrders(market.book).map((order) => ({ type: "order-canceled", order, reason }));

function decideSets(exchange: Exchange, command: CommandOf<"split" | "merge">): Decision {
  const { lots } = command;
  if (lots <= 0) return notPositive(sharesText(lots));
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const refusal = refuseSets(market);
  if (refusal !== undefined) return refusal;
  const account = exchange.accountByAddress.get(command.address);
  if (account === undefined) return unknownAccount(command.address);
  return command.type === "split" ? decideSplit(account, market, lots) : decideMerge(account, market, lots);
}

/** A draft takes no sets either: shares would fix its terms, and it could never be listed as open. */
function refuseSets(market: Market): Rejection | undefined {
  if (market.status === "draft")
    return reject("market_not_open", `market ${market.conditionId} is not open yet`);
  if (market.status === "resolved" || market.status === "archived")
    return reject("market_closed", `market ${market.conditionId} is ${market.status}`);
  return undefined;
}

function decideSplit(account: Account, market: Market, lots: Lots): Decision {
  const available = availableCollateral(account);
  if (setValue(lots) <= available) return [{ type: "sets-split", account, market, lots }];
  return reject(
    "insufficient_balance",
    `expected at most ${collateralText(available)}, got ${collateralText(setValue(lots))}`,
  );
}

function decideMerge(account: Account, market: Market, lots: Lots): Decision {
  const [first, second] = ([0, 1] as const).map((outcome) =>
    availableLots(account, tokenNumber(market, outcome)),
  );
  const available = first < second ? first : second;
  if (lots <= available) return [{ type: "sets-merged", account, market, lots }];
  return reject(
    "insufficient_balance",
    `expected at most ${sharesText(available)} of each outcome, got ${sharesText(lots)}`,
  );
}

function decideRedemption(exchange: Exchange, command: CommandOf<"redeem">): Decision {
  const market = exchange.marketByCondition.get(command.conditionId);
  if (market === undefined) return unknownMarket(command.conditionId);
  const account = exchange.accountByAddress.get(command.address);
  if (account === undefined) return unknownAccount(command.address);
  if (market.status !== "resolved" || market.payout === undefined) {
    return reject("market_not_resolved", `market ${market.conditionId} is ${market.status}`);
  }
  if (!holdsShares(account, market, 0) && !holdsShares(account, market, 1)) return [];
  return [{ type: "redeemed", account, market, paid: redemption(account, market, market.payout) }];
}

const holdsShares = (account: Account, market: Market, outcome: Outcome): boolean =>
  (account.positions.get(tokenNumber(market, outcome))?.lots ?? 0) > 0;

/** What the account's shares of a resolved market pay: exact, since half of one lot's worth is whole. */
function redemption(account: Account, market: Market, payout: Payout): Micros {
  const [first, second] = ([0, 1] as const).map(
    (outcome) => account.positions.get(tokenNumber(market, outcome))?.lots ?? NO_LOTS,
  );
  const perShare = ONE / (payout[0] + payout[1]);
  return addMicros(micros(first * payout[0] * perShare), micros(second * payout[1] * perShare));
}
