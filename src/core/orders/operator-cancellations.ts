/** Cancels of resting orders by an operator: of a wallet, of a market or one of its outcomes, or of a wallet in a market. */
import { unknownAccount } from "../ledger/accounts.ts";
import { listOrders } from "./book.ts";
import { buildCancelEvents } from "./canceled-orders.ts";
import type { OrdersInQuestion } from "../events/command.ts";
import type { Event } from "../events/event.ts";
import { listAccountOrders, listOwnOrders } from "./order.ts";
import { isRejection } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { unknownMarket } from "../ledger/sets.ts";
import type { Exchange, Market, Order } from "../state.ts";

/** Cancels the orders that match; if none matches, there is no event and no rejection. */
export function decideTakingOut(exchange: Exchange, wanted: OrdersInQuestion): Event[] | Rejection {
  const orders = listForcedCancellations(exchange, wanted);
  return isRejection(orders) ? orders : buildCancelEvents(orders, "by-operator");
}

/** Lists the orders that would be cancelled, in order of placement. */
export function listForcedCancellations(exchange: Exchange, wanted: OrdersInQuestion): Order[] | Rejection {
  const { address, conditionId, outcome } = wanted;
  const market = conditionId === undefined ? undefined : exchange.marketByCondition.get(conditionId);
  if (conditionId !== undefined && market === undefined) return unknownMarket(conditionId);
  const own = address === undefined ? undefined : listWalletOrders(exchange, address);
  if (own !== undefined && isRejection(own)) return own;
  const orders = own ?? (market === undefined ? [] : listMarketOrders(market));
  return orders.filter(
    (order) =>
      (market === undefined || order.market === market) &&
      (outcome === undefined || order.outcome === outcome),
  );
}

const listMarketOrders = ({ book }: Market): Order[] =>
  listOrders(book).sort((one, other) => one.no - other.no);

/** Lists the orders of the account at the address, and of accounts that it signs for. */
function listWalletOrders(exchange: Exchange, address: string): Order[] | Rejection {
  const account = exchange.accountByAddress.get(address);
  const signsForOthers = exchange.accountsByOwner.get(address) !== undefined;
  if (account === undefined && !signsForOthers) return unknownAccount(address);
  return account === undefined || account.owner === address
    ? listOwnOrders(exchange, address)
    : listAccountOrders(account);
}
