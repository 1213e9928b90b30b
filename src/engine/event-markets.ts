/** The markets that a batch changes, whose cached reads are dropped. */
import { elementAt } from "../core/element-at.ts";
import type { Event } from "../core/event.ts";
import type { Exchange, Market } from "../core/state.ts";

/** Lists the markets whose book, status or parameters these events changed. */
export function listMarkets(exchange: Exchange, events: readonly Event[]): Set<Market> {
  const markets = new Set<Market>();
  for (const event of events) {
    switch (event.type) {
      case "order-placed":
      case "order-canceled":
        markets.add(event.order.market);
        break;
      case "orders-canceled":
        for (const { market } of event.orders) markets.add(market);
        break;
      case "market-status-changed":
      case "resolution-proposed":
      case "resolution-disputed":
      case "market-resolved":
      case "resolution-undone":
        markets.add(event.market);
        break;
      case "listed":
        for (const { no } of event.markets) markets.add(elementAt(exchange.markets, no));
        break;
      case "account-opened":
      case "credited":
      case "debited":
      case "sets-split":
      case "sets-merged":
      case "redeemed":
      case "settlement-failed":
      case "converted":
      case "banned":
      case "unbanned":
      case "mode-changed":
      case "operated":
      case "request-done":
      case "prices-recorded":
        break;
    }
  }
  return markets;
}
