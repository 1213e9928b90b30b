/**
 * Meets an incoming order with the other side of the book: fills, orders to be taken out and the remainder, within the
 * order's limit and budget, at the resting orders' prices. Nothing is changed here.
 */
import { bestOpposite, nextInPriority } from "./book.ts";
import type { PlaceOrder } from "./command.ts";
import type { Fill } from "./event.ts";
import { chargeTaker, makerFeeOf } from "./fees.ts";
import type { FeeTally } from "./fees.ts";
import { isBid } from "./state.ts";
import type { Account, Exchange, Market, Order, Outcome, Token } from "./state.ts";
import {
  addLots,
  affordableLots,
  cost,
  minLots,
  NO_LOTS,
  NO_MICROS,
  outcomePrice,
  subtractLots,
  subtractMicros,
} from "./units.ts";
import type { Lots, Micros, Ticks } from "./units.ts";

/** An incoming order on its way through the book: its place in it, and the orders that it met. */
export type Placement = {
  readonly command: PlaceOrder;
  readonly account: Account;
  readonly market: Market;
  readonly outcome: Outcome;
  /** Side and price in the unified book, where a buy of outcome 1 at q is an ask at 1 - q. */
  readonly bid: boolean;
  readonly price: Ticks;
  readonly fills: Fill[];
  /** Fees of the fills so far. */
  readonly charged: FeeTally;
  /** Own orders in its way, to be taken out. */
  readonly removed: Order[];
  filled: Lots;
  /** Shares still wanted, within the limit and the budget. */
  left: Lots;
  /** Reason why it stopped while the book had more for it. */
  stopped: "self-trade" | "match-limit" | undefined;
};

/** The placement of an order that has met nothing yet. */
export function newPlacement(command: PlaceOrder, account: Account, token: Token): Placement {
  const { market, outcome } = token;
  return {
    command,
    account,
    market,
    outcome,
    bid: isBid({ side: command.side, outcome }),
    price: outcomePrice(command.limit, outcome),
    fills: [],
    charged: { weight: 0n, fee: NO_MICROS },
    removed: [],
    filled: NO_LOTS,
    left: command.lots,
    stopped: undefined,
  };
}

/** True if the placement would meet `resting`, the next order of the other side. */
export function crosses(placement: Placement, resting: Order | undefined): resting is Order {
  if (resting === undefined) return false;
  return placement.bid ? resting.price <= placement.price : resting.price >= placement.price;
}

/** Walks along the other side of the book for as long as the placement crosses it and wants more. */
export function meetBook(exchange: Exchange, placement: Placement): void {
  const { command, market, outcome } = placement;
  let { budget } = command;
  let resting = bestOpposite(market.book, placement.bid);
  while (crosses(placement, resting)) {
    const own = outcomePrice(resting.price, outcome);
    const wanted = budget === undefined ? placement.left : affordableLots(budget, own);
    if (wanted === 0) return;
    if (placement.fills.length + placement.removed.length === exchange.rules.limits.metByOne) {
      placement.stopped = "match-limit";
      return;
    }
    if (exchange.rules.selfTrade !== "allow" && resting.account.owner === placement.account.owner) {
      if (exchange.rules.selfTrade === "cancel-incoming") {
        placement.stopped = "self-trade";
        return;
      }
      placement.removed.push(resting);
    } else {
      const lots = minLots(wanted, resting.remaining);
      const no = exchange.nextTrade + placement.fills.length;
      placement.fills.push({
        no,
        maker: resting,
        lots,
        price: resting.price,
        takerFee: takerFeeOf(placement, resting, lots),
        makerFee: makerFeeOf(resting, lots),
      });
      placement.filled = addLots(placement.filled, lots);
      if (budget !== undefined) budget = subtractMicros(budget, cost(lots, own));
      placement.left =
        budget === undefined ? subtractLots(placement.left, lots) : affordableLots(budget, command.limit);
    }
    resting = nextInPriority(market.book, resting);
  }
}

const takerFeeOf = ({ market: { fees }, charged }: Placement, { price }: Order, lots: Lots): Micros =>
  fees === undefined ? NO_MICROS : chargeTaker(fees, charged, lots, price);
