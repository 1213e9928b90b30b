/** The core's book and matching for one market, without a ledger. */
import { addOrder, reduceOrder, removeOrder } from "../../src/core/orders/book.ts";
import type { PlaceOrder } from "../../src/core/events/command.ts";
import type { Fill } from "../../src/core/events/event.ts";
import { matchAgainstBook, newPlacement } from "../../src/core/orders/match.ts";
import { DigestMap } from "../../src/core/values/digest-map.ts";
import { newOrder } from "../../src/core/orders/place-order.ts";
import type { Account, Exchange, Order, Token } from "../../src/core/state.ts";

export type SingleBook = {
  exchange: Exchange;
  account: Account;
  token: Token;
  orders: DigestMap<Order>;
};

/** Gives the book of the exchange's only market, with its only account. */
export function createSingleBook(exchange: Exchange): SingleBook {
  return {
    exchange,
    account: exchange.accounts[1]!,
    token: { market: exchange.markets[1]!, outcome: 0 },
    orders: new DigestMap(),
  };
}

/** Places an order on outcome 0 and gives its fills. */
export function placeInBook(single: SingleBook, command: PlaceOrder, at: number): readonly Fill[] {
  const { exchange, account, token } = single;
  const { book } = token.market;
  const placement = newPlacement(command, account, token, { at, group: undefined, replaced: undefined });
  matchAgainstBook(exchange, placement);
  const order = newOrder(exchange, placement);
  for (const { maker, lots } of placement.fills) {
    reduceOrder(book, maker, lots);
    if (maker.remaining === 0) takeOut(single, maker);
  }
  order.remaining = placement.left;
  if (placement.left > 0) {
    addOrder(book, order);
    single.orders.set(order.id, order);
  }
  return placement.fills;
}

/** Cancels an order and gives it; `undefined` when none has this id. */
export function cancelInBook(single: SingleBook, id: string): Order | undefined {
  const order = single.orders.get(id);
  if (order !== undefined) takeOut(single, order);
  return order;
}

function takeOut(single: SingleBook, order: Order): void {
  removeOrder(single.token.market.book, order);
  single.orders.delete(order.id);
}
