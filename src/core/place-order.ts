/**
 * Decides an incoming order: checks in order of precedence, then the walk along the other side of the book.
 * Nothing is changed here. A plan that is returned holds: every fill is covered by balances and at a price within
 * both limits, and what rests does not cross the book.
 */
import { refuseSpending } from "./accounts.ts";
import { bestAsk, bestBid, bestOpposite } from "./book.ts";
import type { PlaceOrder } from "./command.ts";
import type { CancelReason, Event } from "./event.ts";
import { exchanged } from "./exchanged.ts";
import { restingFee } from "./fees.ts";
import { refuseOneMore } from "./limits.ts";
import { crosses, meetBook, newPlacement } from "./match.ts";
import type { Placement } from "./match.ts";
import { createOrder } from "./order.ts";
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import { availableLots, tokenNumber } from "./state.ts";
import type { Account, Exchange, Market, Order, Token } from "./state.ts";
import {
  addLots,
  addMicros,
  baseUnits,
  complement,
  cost,
  NO_LOTS,
  ONE,
  outcomePrice,
  pricesAround,
  priceText,
  sharesText,
  ticks,
} from "./units.ts";
import type { Micros, Ticks } from "./units.ts";

type Decision = Event[] | Rejection;

/**
 * Places an order at engine time `at` (ms): one `order-placed`, after one `order-canceled` per removed own order. Its
 * expiration must be after `now` (ms).
 */
export function decidePlaceOrder(exchange: Exchange, command: PlaceOrder, at: number, now: number): Decision {
  const token = exchange.tokens.get(command.tokenId);
  if (token === undefined) return reject("unknown_token", `no market lists token ${command.tokenId}`);
  const { market } = token;
  const refusal = refuseMarket(market) ?? refuseForm(market, command, now);
  if (refusal !== undefined) return refusal;
  if (exchange.bans.has(command.owner))
    return reject("user_banned", `the operator banned ${command.owner}: its orders are refused`, {
      address: command.owner,
    });
  const account = exchange.accountByAddress.get(command.maker);
  if (account === undefined) return refuseUnfunded(command);
  if (account.owner !== command.owner)
    return reject("wallet_taken", `wallet ${account.address} belongs to another signer`);
  const uncovered = refuseBalance(account, token, command);
  if (uncovered !== undefined) return uncovered;
  const placement = newPlacement(command, account, token);
  if (command.postOnly && crosses(placement, bestOpposite(market.book, placement.bid)))
    return refuseCrossing(placement);
  meetBook(exchange, placement);
  return (
    refuseOutcome(placement) ??
    refuseResting(exchange, placement) ??
    refuseFees(placement) ??
    concludePlacement(exchange, placement, at)
  );
}

function refuseMarket(market: Market): Rejection | undefined {
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

function refuseForm(market: Market, command: PlaceOrder, now: number): Rejection | undefined {
  if (command.postOnly && !rests(command))
    return reject("post_only_kind", `expected GTC or GTD with postOnly, got ${command.kind}`);
  if (command.kind === "GTD" && command.expiresAt === 0) {
    return reject(
      "expiration_required",
      `expected an expiration in unix seconds with GTD, got none; nearest: ${seconds(now) + 1}`,
    );
  }
  if (rests(command) && command.expiresAt !== 0 && command.expiresAt <= now) {
    return reject(
      "order_expired",
      `expected an expiration after ${seconds(now)} (unix seconds), got ${seconds(command.expiresAt)}` +
        `; nearest: ${seconds(now) + 1}`,
    );
  }
  const mispriced = refusePrice(market, command.limit);
  if (mispriced !== undefined) return mispriced;
  if (rests(command) && command.lots < market.minimumLots) {
    return reject(
      "size_below_minimum",
      `expected at least ${sharesText(market.minimumLots)} shares, got ${sharesText(command.lots)}`,
      { size: sharesText(command.lots), minimum: sharesText(market.minimumLots) },
    );
  }
  const { highestFeeRate } = command;
  if (market.fees === undefined || highestFeeRate === undefined || highestFeeRate >= market.fees.rate)
    return undefined;
  const [rate, signed] = [String(market.fees.rate), String(highestFeeRate)];
  return reject("fee_rate_too_low", `expected feeRateBps of at least ${rate}, got ${signed}`, {
    rate,
    signed,
  });
}

function refusePrice({ tick }: Market, limit: Ticks): Rejection | undefined {
  const values = { price: priceText(limit), tick: priceText(tick) };
  const highest = complement(tick);
  if (limit < tick || limit > highest) {
    const nearest = priceText(limit < tick ? tick : highest);
    return reject(
      "price_out_of_range",
      `expected a price from ${values.tick} to ${priceText(highest)}, got ${values.price}; nearest: ${nearest}`,
      values,
    );
  }
  if (limit % tick === 0) return undefined;
  const nearest = pricesAround(limit, ONE, tick).map(priceText).join(" or ");
  return reject(
    "price_off_tick",
    `expected a price in steps of ${values.tick}, got ${values.price}; nearest: ${nearest}`,
    values,
  );
}

const rests = (command: PlaceOrder): boolean => command.kind === "GTC" || command.kind === "GTD";

const seconds = (atMs: number): number => Math.floor(atMs / 1000);

/** Collateral that the order may need at most. */
const worstCost = (command: PlaceOrder): Micros => command.budget ?? cost(command.lots, command.limit);

function refuseUnfunded(command: PlaceOrder): Rejection {
  const needed = command.side === "BUY" ? worstCost(command) : baseUnits(command.lots);
  return reject("insufficient_balance", `wallet ${command.maker} has no account: its balance is 0`, {
    balance: "0",
    held: "0",
    needed: String(needed),
  });
}

function refuseBalance(account: Account, token: Token, command: PlaceOrder): Rejection | undefined {
  if (command.side === "BUY") return refuseSpending(account, worstCost(command));
  const number = tokenNumber(token.market, token.outcome);
  if (command.lots <= availableLots(account, number)) return undefined;
  const { lots: balance, held } = account.positions.get(number) ?? { lots: NO_LOTS, held: NO_LOTS };
  const [inBalance, inHeld, inNeeded] = [balance, held, command.lots].map((size) => String(baseUnits(size)));
  return reject(
    "insufficient_balance",
    `shares of ${account.address}: balance ${sharesText(balance)}, held by open orders ${sharesText(held)}, ` +
      `needed ${sharesText(command.lots)}; available: ${sharesText(availableLots(account, number))}`,
    { balance: inBalance, held: inHeld, needed: inNeeded },
  );
}

/** What would rest counts beside all that rests before. */
function refuseResting(exchange: Exchange, placement: Placement): Rejection | undefined {
  const { command, account, market, left, stopped } = placement;
  if (!rests(command) || left === 0 || stopped !== undefined) return undefined;
  return refuseOneMore(exchange, account, market);
}

/** A buyer pays fees on top: what the fills cost with them, and what the rest will hold. */
function refuseFees(placement: Placement): Rejection | undefined {
  const { command, account, market, fills, charged, left, stopped, filled } = placement;
  if (market.fees === undefined || command.side === "SELL") return undefined;
  const resting = rests(command) && stopped === undefined ? left : NO_LOTS;
  const spent = exchanged(placement, fills).micros;
  const held = addMicros(
    cost(resting, command.limit),
    restingFee({ market, limit: command.limit, lots: addLots(filled, left) }, resting),
  );
  return refuseSpending(account, addMicros(addMicros(spent, charged.fee), held));
}

function refuseCrossing(placement: Placement): Rejection {
  const { command } = placement;
  const { tick } = placement.market;
  const own = bestOffer(placement) ?? command.limit;
  const buy = command.side === "BUY";
  const nearest = ticks(buy ? own - tick : own + tick);
  const inRange = nearest >= tick && nearest <= ONE - tick;
  return reject(
    "post_only_crosses",
    `postOnly would cross the best ${buy ? "ask" : "bid"} ${priceText(own)} with ${priceText(command.limit)}` +
      (inRange ? `; nearest: ${priceText(nearest)}` : ""),
    { best: buy ? "ask" : "bid" },
  );
}

/** The best price that the order's token is offered at on the other side. */
function bestOffer({ market, bid, outcome }: Placement): Ticks | undefined {
  const best = bid ? bestAsk(market.book) : bestBid(market.book);
  return best && outcomePrice(best, outcome);
}

function concludePlacement(exchange: Exchange, placement: Placement, at: number): Event[] {
  const { command, fills, removed } = placement;
  const order = newOrder(exchange, placement, at);
  const ended = placement.left === 0 ? undefined : giveUpReason(placement);
  const placed: Event = { type: "order-placed", order, signed: command.signed, fills, ended };
  if (removed.length === 0) return [placed];
  return [
    ...removed.map((own): Event => ({ type: "order-canceled", order: own, reason: "self-trade" })),
    placed,
  ];
}

function giveUpReason(placement: Placement): CancelReason | undefined {
  if (placement.stopped !== undefined) return placement.stopped;
  return rests(placement.command) ? undefined : "not-filled";
}

function refuseOutcome(placement: Placement): Rejection | undefined {
  const { command, filled, left, stopped } = placement;
  if (stopped === "self-trade" && (placement.fills.length === 0 || (command.kind === "FOK" && left > 0))) {
    return reject("self_trade", "the next order to match belongs to the same owner; cancel it first");
  }
  if (command.kind === "FOK" && left > 0) {
    return reject(
      "fok_not_filled",
      `expected ${sharesText(addLots(filled, left))} shares at ${priceText(command.limit)} or better, ` +
        (stopped === undefined
          ? `the book has ${sharesText(filled)}`
          : `the first ${placement.fills.length} orders of the book, which one order may meet, have ${sharesText(filled)}`),
    );
  }
  return command.kind === "FAK" && placement.fills.length === 0 ? refuseUnmatched(placement) : undefined;
}

function refuseUnmatched(placement: Placement): Rejection {
  const { command, removed } = placement;
  const side = command.side === "BUY" ? "asks" : "bids";
  const best = bestOffer(placement);
  const others = removed.length > 0 ? " of another owner" : "";
  const nearest = best === undefined ? `it has no ${side}` : `the best of its ${side} is ${priceText(best)}`;
  return reject(
    "fak_not_matched",
    `the book has nothing${others} at ${priceText(command.limit)} or better` +
      (removed.length > 0 ? "" : `; ${nearest}`),
  );
}

/** The order as it is placed at engine time `at` (ms): its fills are not taken off yet. */
export function newOrder(exchange: Exchange, placement: Placement, at: number): Order {
  const { command, account, market, outcome } = placement;
  const size = addLots(placement.filled, placement.left);
  return createOrder({
    no: exchange.nextOrder,
    id: command.id,
    account,
    market,
    outcome,
    side: command.side,
    limit: command.limit,
    lots: size,
    kind: command.kind,
    postOnly: command.postOnly,
    expiresAt: command.expiresAt,
    placedAt: at,
    apiKey: command.apiKey,
    remaining: size,
  });
}
