/**
 * Settlements of matches that fail afterwards, a fault of sandboxes: the decision, the changes of each account and their
 * application. A settlement fails only if every party can give back what it got; else the match stands. Resting orders
 * that need what is given back are cancelled, the newest first.
 */
import { rejectSpending } from "./accounts.ts";
import { buildCancelEvents } from "../orders/canceled-orders.ts";
import type { CommandOf, MatchedSide } from "../events/command.ts";
import type { Event, EventOf, FailedFill, MatchedParty } from "../events/event.ts";
import { computeRestingFee, feeAccount } from "./fees.ts";
import { fillValue } from "../orders/match.ts";
import { isOpen } from "./negative-risk.ts";
import { listAccountOrders } from "../orders/order.ts";
import { isRejection, reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { acquire, assertCovered, dispose, getPosition } from "./position.ts";
import { getHolding, rejectTooFewShares, unknownMarket } from "./sets.ts";
import { OUTCOMES } from "../state.ts";
import type { Account, Exchange, Market, Order, Outcome, Position } from "../state.ts";
import {
  NO_LOTS,
  NO_MICROS,
  addLots,
  addMicros,
  averagePrice,
  cost,
  negate,
  setValue,
  subtractLots,
  subtractMicros,
} from "../units.ts";
import type { Lots, Micros } from "../units.ts";

export function decideFailure(
  exchange: Exchange,
  command: CommandOf<"fail-settlement">,
): Event[] | Rejection {
  const { conditionId, fills } = command;
  const market = exchange.marketByCondition.get(conditionId);
  if (market === undefined) return unknownMarket(conditionId);
  if (!isOpen(market)) return reject("market_closed", `market ${conditionId} is ${market.status}`);
  const party = ({ address, outcome, side }: MatchedSide): MatchedParty => {
    const account = exchange.accountByAddress.get(address);
    if (account === undefined) throw new Error(`a fill of ${address}, which has no account`);
    return { account, outcome, side };
  };
  const failed: EventOf<"settlement-failed"> = {
    type: "settlement-failed",
    market,
    taker: party(command.taker),
    undone: fills.map((fill) => ({ ...fill, maker: party(fill.maker) })),
  };
  const freed: Order[] = [];
  for (const one of listReversals(exchange, failed)) {
    const found = ordersToFree(market, one);
    if (isRejection(found)) return found;
    freed.push(...found);
  }
  return [...buildCancelEvents(freed, "settlement-failed"), failed];
}

/**
 * Lists the orders to cancel so that the account can give back what the match gave it. Rejects if the account has too
 * little.
 */
function ordersToFree(market: Market, { account, collateral, shares }: Reversal): Order[] | Rejection {
  const paid = negate(collateral);
  if (paid > account.collateral) return rejectSpending(account, paid) ?? [];
  const freed = paid > 0 ? ordersHoldingCollateral(account, paid) : [];
  for (const outcome of OUTCOMES) {
    const given = negate(shares[outcome].lots);
    const holding = getHolding(account, market, outcome);
    if (given > holding.lots)
      return rejectTooFewShares(`of outcome ${outcome} of ${account.address}`, holding, given);
    if (given > 0)
      freed.push(
        ...ordersHoldingShares(account, { market, outcome, left: subtractLots(holding.lots, given) }),
      );
  }
  return freed;
}

/** Lists the newest buys whose holds are no longer covered after the account pays. */
function ordersHoldingCollateral(account: Account, paid: Micros): Order[] {
  const left = subtractMicros(account.collateral, paid);
  let { held } = account;
  return newestFirst(account, ({ side }) => side === "BUY").filter((order) => {
    if (held <= left) return false;
    held = subtractMicros(
      held,
      addMicros(cost(order.remaining, order.limit), computeRestingFee(order, order.remaining)),
    );
    return true;
  });
}

type LeftShares = { readonly market: Market; readonly outcome: Outcome; readonly left: Lots };

/** Lists the newest sells of a token that `left` shares no longer cover. */
function ordersHoldingShares(account: Account, { market, outcome, left }: LeftShares): Order[] {
  let { held } = getHolding(account, market, outcome);
  const sells = (order: Order): boolean =>
    order.side === "SELL" && order.market === market && order.outcome === outcome;
  return newestFirst(account, sells).filter(({ remaining }) => {
    if (held <= left) return false;
    held = subtractLots(held, remaining);
    return true;
  });
}

const newestFirst = (account: Account, counts: (order: Order) => boolean): Order[] =>
  listAccountOrders(account).filter(counts).toReversed();

// Changes of the accounts when the settlement of a match fails: the opposite of its fills, at their prices, with their fees.

/** Shares returned to an account (negative if taken from it), and their worth at the prices of the fills. */
type ReversedShares = { readonly lots: Lots; readonly value: Micros };

/** Changes of one account: its collateral (negative if it pays), and its shares of both outcomes. */
type Reversal = {
  readonly account: Account;
  readonly collateral: Micros;
  readonly shares: readonly [ReversedShares, ReversedShares];
};

type FailedMatch = Pick<EventOf<"settlement-failed">, "taker" | "undone">;

const NOTHING: ReversedShares = { lots: NO_LOTS, value: NO_MICROS };

/** Lists the changes, one for each account, with the fee account if fees were charged. */
export function listReversals(exchange: Exchange, { taker, undone }: FailedMatch): Reversal[] {
  const returns = new Map<number, Reversal>();
  const change = (account: Account, by: (before: Reversal) => Reversal): void => {
    const before = returns.get(account.no) ?? { account, collateral: NO_MICROS, shares: [NOTHING, NOTHING] };
    returns.set(account.no, by(before));
  };
  let fees = NO_MICROS;
  for (const fill of undone) {
    const { maker, takerFee, makerFee } = fill;
    change(taker.account, (before) => addFill(before, taker, fill, takerFee));
    change(maker.account, (before) => addFill(before, maker, fill, makerFee));
    fees = addMicros(fees, addMicros(takerFee, makerFee));
  }
  if (fees > 0)
    change(feeAccount(exchange), (before) => ({
      ...before,
      collateral: subtractMicros(before.collateral, fees),
    }));
  return [...returns.values()];
}

/** Adds the opposite of a party's side of a fill. */
function addFill(
  { account, collateral, shares }: Reversal,
  party: MatchedParty,
  fill: FailedFill,
  fee: Micros,
): Reversal {
  const value = fillValue(party, fill);
  const isBuy = party.side === "BUY";
  const paid = isBuy ? value : negate(value);
  const { lots, value: worth } = shares[party.outcome];
  const changed: ReversedShares = {
    lots: isBuy ? subtractLots(lots, fill.lots) : addLots(lots, fill.lots),
    value: subtractMicros(worth, paid),
  };
  return {
    account,
    collateral: addMicros(collateral, addMicros(paid, fee)),
    shares: party.outcome === 0 ? [changed, shares[1]] : [shares[0], changed],
  };
}

/** Applies the event: each party gives back what its fills gave it, as if by opposite trades at the same prices. */
export function applyFailure(exchange: Exchange, event: EventOf<"settlement-failed">, at: number): void {
  const { market, taker, undone } = event;
  for (const { account, collateral, shares } of listReversals(exchange, event)) {
    account.collateral = addMicros(account.collateral, collateral);
    for (const outcome of OUTCOMES) {
      if (shares[outcome].lots === 0) continue;
      const position = getPosition(account, market, outcome);
      returnShares(account, position, shares[outcome], at);
      assertCovered(account, position);
    }
  }
  for (const { maker, lots } of undone) {
    if (maker.side !== taker.side) continue;
    const value = setValue(lots);
    market.backing =
      maker.side === "BUY" ? subtractMicros(market.backing, value) : addMicros(market.backing, value);
  }
}

/** Undoes purchases and sales by opposite trades, and restores the count of shares ever bought. */
function returnShares(
  account: Account,
  position: Position,
  { lots, value }: ReversedShares,
  at: number,
): void {
  const { bought } = position;
  if (lots > 0) {
    acquire(position, lots, averagePrice(value, lots), at);
    position.bought = bought;
  } else {
    const given = negate(lots);
    dispose(account, position, { lots: given, price: averagePrice(negate(value), given), at });
    position.bought = subtractLots(bought, given);
  }
}
