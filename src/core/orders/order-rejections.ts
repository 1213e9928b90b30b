/** Rejections of an order before it meets the book: by its market, its own fields, its owner and its account. */
import { rejectSpending } from "../ledger/accounts.ts";
import type { PlaceOrder } from "../events/command.ts";
import { reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { getHolding, sharesNeeded } from "../ledger/sets.ts";
import { availableLots, tokenNumber } from "../state.ts";
import type { Account, Exchange, Token } from "../state.ts";
import { baseUnits, complement, cost, ONE, pricesAround, priceText, sharesText } from "../units.ts";
import type { Micros } from "../units.ts";

export type IncomingOrder = {
  readonly command: PlaceOrder;
  readonly token: Token;
  /** The maker's account; `undefined` if it has none. */
  readonly account: Account | undefined;
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
      `expected an expiration in unix seconds with GTD, got none; nearest: ${seconds(now) + 1}`,
    );
  }
  if (canRest(command) && command.expiresAt !== 0 && command.expiresAt <= now) {
    return reject(
      "order_expired",
      `expected an expiration after ${seconds(now)} (unix seconds), got ${seconds(command.expiresAt)}` +
        `; nearest: ${seconds(now) + 1}`,
    );
  }
  return undefined;
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

/** Rejects an order whose cost (without fees) or shares the account lacks. */
export function rejectUncovered({ command, token, account }: IncomingOrder): Rejection | undefined {
  if (account === undefined) return rejectUnfunded(command);
  if (command.side === "BUY") return rejectSpending(account, worstCost(command));
  const number = tokenNumber(token.market, token.outcome);
  if (command.lots <= availableLots(account, number)) return undefined;
  const holding = getHolding(account, token.market, token.outcome);
  return reject(
    "insufficient_balance",
    `shares of ${account.address}: balance ${sharesText(holding.lots)}, held by open orders ${sharesText(holding.held)}, ` +
      `needed ${sharesText(command.lots)}; available: ${sharesText(availableLots(account, number))}`,
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
