/**
 * Decides whether the settlement of a match fails afterwards. It fails only if every party can give back what it got; else
 * it stands. Resting orders that need what is given back are cancelled, the newest first.
 */
import { rejectSpending } from "./accounts.ts";
import { buildCancelEvents } from "../orders/canceled-orders.ts";
import type { CommandOf, MatchedSide } from "../events/command.ts";
import type { Event, EventOf } from "../events/event.ts";
import { computeRestingFee } from "./fees.ts";
import type { MatchedParty } from "../orders/matched-party.ts";
import { isOpen } from "./negative-risk.ts";
import { listAccountOrders } from "../orders/order.ts";
import { isRejection, reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { listReversals } from "./position.ts";
import type { Reversal } from "./position.ts";
import { getHolding, rejectTooFewShares, unknownMarket } from "./sets.ts";
import { OUTCOMES } from "../state.ts";
import type { Account, Exchange, Market, Order, Outcome } from "../state.ts";
import { addMicros, cost, subtractLots, subtractMicros, negate } from "../units.ts";
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

/** Lists the orders to cancel so that the account can give back what the match gave it. Rejects if it has too little. */
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
