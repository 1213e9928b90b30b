/** Records what a batch touched. */
import { emptyPosition } from "../../core/position.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Market, Order, Outcome } from "../../core/state.ts";
import { positionKey } from "./count-figures.ts";
import type { TouchedState } from "./touched.ts";

export function touchOrder(touched: TouchedState, order: Order): void {
  touched.changed.set(order.no, order);
  touchHolder(touched, order);
}

/** Records the row that a hold of the order changes: the account of a buy, the position of a sell. */
export function touchHolder(touched: TouchedState, order: Order): void {
  if (order.side === "BUY") touchAccount(touched, order.account);
  else touchPosition(touched, order.account, order.market, order.outcome);
}

/** Records the rows that a fill of the order changes: account and position. */
export function touchBoth(touched: TouchedState, order: Order): void {
  touchAccount(touched, order.account);
  touched.traders.set(order.account.no, order.account);
  movePosition(touched, order.account, order.market, order.outcome);
}

export function touchAccount(touched: TouchedState, account: Account): void {
  touched.accounts.set(account.no, account);
}

export function touchPosition(
  touched: TouchedState,
  account: Account,
  market: Market,
  outcome: Outcome,
): void {
  touched.positions.set(positionKey(account, tokenNumber(market, outcome)), { account, market, outcome });
}

/** Records a position whose shares moved, as the batch left it. */
export function movePosition(
  touched: TouchedState,
  account: Account,
  market: Market,
  outcome: Outcome,
): void {
  touchPosition(touched, account, market, outcome);
  const token = tokenNumber(market, outcome);
  const { lots, average, realized } = account.positions.get(token) ?? emptyPosition();
  touched.moved.set(positionKey(account, token), { account, market, outcome, lots, average, realized });
}

export function touchMarket(touched: TouchedState, market: Market): void {
  touched.markets.set(market.no, market);
  touched.events.set(market.event.id, market.event);
}
