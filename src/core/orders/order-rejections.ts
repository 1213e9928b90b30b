/** Rejections of an order before it meets the book: by its market, its own fields, its owner and its account. */
import { rejectSpending } from "../ledger/accounts.ts";
import type { ExpiryRule, PlaceOrder } from "../events/command.ts";
import { computeRestingFee } from "../ledger/fees.ts";
import { reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { getHolding, sharesNeeded } from "../ledger/sets.ts";
import { availableLots, tokenNumber } from "../state.ts";
import type { Account, Exchange, Order, Token } from "../state.ts";
import {
  addLots,
  addMicros,
  baseUnits,
  complement,
  cost,
  NO_LOTS,
  NO_MICROS,
  ONE,
  pricesAround,
  priceText,
  sharesText,
  subtractLots,
} from "../units.ts";
import type { Lots, Micros } from "../units.ts";

export type IncomingOrder = {
  readonly command: PlaceOrder;
  readonly token: Token;
  /** The maker's account; `undefined` if it has none. */
  readonly account: Account | undefined;
  /** The open order that it replaces; `undefined` if it replaces none, or none that is open. */
  readonly replaced: Order | undefined;
  /** Engine time, ms. */
  readonly at: number;
  /** Time of the clock, ms; expirations must be later. */
  readonly now: number;
};

export function rejectMarket({ token: { market } }: IncomingOrder): Rejection | undefined {
  switch (market.status) {
    case "active":
      return undefined;
    case "draft":
      return reject("market_not_open", `market ${market.conditionId} is not open yet`);
    case "paused":
      return reject("market_paused", `market ${market.conditionId} is paused; cancels are taken`);
    case "resolved":
    case "archived":
      return reject("market_closed", `market ${market.conditionId} is ${market.status}`);
  }
}

export function rejectOrderType({ command }: IncomingOrder): Rejection | undefined {
  if (!command.postOnly || canRest(command)) return undefined;
  return reject("post_only_kind", `expected GTC or GTD with postOnly, got ${command.kind}`);
}

export function rejectExpiration({ command, now }: IncomingOrder): Rejection | undefined {
  if (command.kind === "GTD" && command.expiresAt === 0) {
    return reject(
      "expiration_required",
      `expected an expiration in unix seconds with GTD, got none; nearest: ${nearestExpiration(command, now)}`,
    );
  }
  if (!canRest(command) || command.expiresAt === 0) return undefined;
  if (command.expiresAt <= now) {
    return reject(
      "order_expired",
      `expected an expiration after ${seconds(now)} (unix seconds), got ${seconds(command.expiresAt)}` +
        `; nearest: ${nearestExpiration(command, now)}`,
    );
  }
  const { leastAheadMs } = command.expiry ?? NO_EXPIRY_RULE;
  if (command.expiresAt >= seconds(now) * 1000 + leastAheadMs) return undefined;
  return reject(
    "expiration_too_soon",
    `expected an expiration at least ${leastAheadMs / 1000} s ahead of ${seconds(now)} (unix seconds), ` +
      `got ${seconds(command.expiresAt)}; nearest: ${nearestExpiration(command, now)}`,
  );
}

const NO_EXPIRY_RULE: ExpiryRule = { leastAheadMs: 0, leavesEarlyMs: 0 };

/** Returns the soonest expiration that the order may have, in unix seconds. */
const nearestExpiration = ({ expiry = NO_EXPIRY_RULE }: PlaceOrder, now: number): number =>
  seconds(now) + Math.max(seconds(expiry.leastAheadMs + 999), 1);

/** Rejects an order that is decided later than its maker allows. */
export function rejectLate({ command: { latestAt }, at }: IncomingOrder): Rejection | undefined {
  if (latestAt === undefined || at <= latestAt) return undefined;
  return reject(
    "order_late",
    `expected to be decided by ${latestAt} (unix ms: the signed timestamp and max_age_ms), it is ${at}: ` +
      `${at - latestAt} ms too late`,
  );
}

export function rejectPrice({ command: { limit }, token }: IncomingOrder): Rejection | undefined {
  const { tick } = token.market;
  const highest = complement(tick);
  if (limit < tick || limit > highest) {
    const nearest = priceText(limit < tick ? tick : highest);
    const values = { price: priceText(limit), tick: priceText(tick) };
    return reject(
      "price_out_of_range",
      `expected a price from ${values.tick} to ${priceText(highest)}, got ${values.price}; nearest: ${nearest}`,
      values,
    );
  }
  if (limit % tick === 0) return undefined;
  const nearest = pricesAround(limit, ONE, tick).map(priceText).join(" or ");
  const values = { price: priceText(limit), tick: priceText(tick) };
  return reject(
    "price_off_tick",
    `expected a price in steps of ${values.tick}, got ${values.price}; nearest: ${nearest}`,
    values,
  );
}

/** Rejects an order that may rest and is smaller than the market's minimum. */
export function rejectBelowMinimum({ command, token: { market } }: IncomingOrder): Rejection | undefined {
  if (!canRest(command) || command.lots >= market.minimumLots) return undefined;
  const values = { size: sharesText(command.lots), minimum: sharesText(market.minimumLots) };
  return reject(
    "size_below_minimum",
    `expected at least ${values.minimum} shares, got ${values.size}`,
    values,
  );
}

export function rejectFeeRate({ command, token: { market } }: IncomingOrder): Rejection | undefined {
  const { highestFeeRate } = command;
  if (market.fees === undefined || highestFeeRate === undefined || highestFeeRate >= market.fees.rate)
    return undefined;
  const [rate, signed] = [String(market.fees.rate), String(highestFeeRate)];
  return reject("fee_rate_too_low", `expected feeRateBps of at least ${rate}, got ${signed}`, {
    rate,
    signed,
  });
}

export function rejectBanned({ command }: IncomingOrder, exchange: Exchange): Rejection | undefined {
  if (!exchange.bans.has(command.owner)) return undefined;
  return reject("user_banned", `the operator banned ${command.owner}: its orders are refused`, {
    address: command.owner,
  });
}

export function rejectOtherOwner({ command, account }: IncomingOrder): Rejection | undefined {
  if (account === undefined || account.owner === command.owner) return undefined;
  return reject("wallet_taken", `wallet ${account.address} belongs to another signer`);
}

/** Finds the open order that the command replaces, which must be one of the same owner. */
export function findReplaced({ orders }: Exchange, { replaces, owner }: PlaceOrder): Order | undefined {
  const found = replaces === undefined ? undefined : orders.get(replaces);
  return found?.account.owner === owner ? found : undefined;
}

/** Rejects an order that replaces one that is not open, or is of another owner. */
export function rejectReplaced({ command, replaced }: IncomingOrder): Rejection | undefined {
  if (command.replaces === undefined || replaced !== undefined) return undefined;
  return reject(
    "replaced_not_open",
    `replaces: expected an open order of ${command.owner}, got ${command.replaces}, which was matched, cancelled, or is none of them`,
  );
}

/** Computes the collateral that is set free if the order that is replaced is cancelled. */
export function releasedCollateral(replaced: Order | undefined, account: Account): Micros {
  if (replaced === undefined || replaced.account !== account || replaced.side === "SELL") return NO_MICROS;
  const { remaining, limit } = replaced;
  return addMicros(cost(remaining, limit), computeRestingFee(replaced, remaining));
}

/** Computes the shares of the token that are set free if the order that is replaced is cancelled. */
function releasedLots(replaced: Order | undefined, account: Account, { market, outcome }: Token): Lots {
  if (replaced === undefined || replaced.account !== account || replaced.side === "BUY") return NO_LOTS;
  return replaced.market === market && replaced.outcome === outcome ? replaced.remaining : NO_LOTS;
}

/** Rejects an order whose cost (without fees) or shares the account lacks. */
export function rejectUncovered({ command, token, account, replaced }: IncomingOrder): Rejection | undefined {
  if (account === undefined) return rejectUnfunded(command);
  if (command.side === "BUY")
    return rejectSpending(account, worstCost(command), releasedCollateral(replaced, account));
  const released = releasedLots(replaced, account, token);
  const available = addLots(availableLots(account, tokenNumber(token.market, token.outcome)), released);
  if (command.lots <= available) return undefined;
  const { lots, held } = getHolding(account, token.market, token.outcome);
  const holding = { lots, held: subtractLots(held, released) };
  return reject(
    "insufficient_balance",
    `shares of ${account.address}: balance ${sharesText(lots)}, held by open orders ${sharesText(holding.held)}, ` +
      `needed ${sharesText(command.lots)}; available: ${sharesText(available)}`,
    sharesNeeded(holding, command.lots),
  );
}

function rejectUnfunded(command: PlaceOrder): Rejection {
  const needed = command.side === "BUY" ? worstCost(command) : baseUnits(command.lots);
  return reject("insufficient_balance", `wallet ${command.maker} has no account: its balance is 0`, {
    balance: "0",
    held: "0",
    needed: String(needed),
  });
}

/** Computes the most collateral that the order may need, without fees. */
const worstCost = (command: PlaceOrder): Micros => command.budget ?? cost(command.lots, command.limit);

/** True if the order's remainder rests in the book. */
export const canRest = ({ kind }: Pick<PlaceOrder, "kind">): boolean => kind === "GTC" || kind === "GTD";

const seconds = (atMs: number): number => Math.floor(atMs / 1000);
