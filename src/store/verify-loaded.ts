/** Compares the exchange as a start would load it from the tables with the one replayed from the journal. */
import { listOrders } from "../core/book.ts";
import type { Exchange, Market, Order } from "../core/state.ts";
import { compareValues, differ } from "./differences.ts";
import type { Differences } from "./differences.ts";

export function compareLoaded(replayed: Exchange, loaded: Exchange, differences: Differences): void {
  compareValues(differences, "the loaded exchange", summaryOf(replayed), summaryOf(loaded));
  for (const account of replayed.accounts.filter((one) => one !== undefined)) {
    const found = loaded.accounts[account.no];
    const { collateral, held } = account;
    if (found === undefined) differ(differences, `account ${account.no}: it is not loaded`);
    else compareValues(differences, `loaded account ${account.no}`, { collateral, held }, found);
  }
  for (const market of replayed.markets.filter((one) => one !== undefined)) {
    const found = loaded.markets[market.no];
    if (found === undefined) differ(differences, `market ${market.no}: it is not loaded`);
    else compareMarket(market, found, differences);
  }
}

const summaryOf = (exchange: Exchange) => ({
  deposits: exchange.deposits,
  nextOrder: exchange.nextOrder,
  nextTrade: exchange.nextTrade,
  accounts: Object.keys(exchange.accounts).length,
  markets: Object.keys(exchange.markets).length,
  restingOrders: exchange.orders.size,
  expiringOrders: exchange.expiries.length,
});

/** Books, order by order as they would be met, and what the engine goes on from. */
function compareMarket(replayed: Market, loaded: Market, differences: Differences): void {
  const subject = `loaded market ${replayed.no}`;
  compareValues(differences, subject, termsOf(replayed), termsOf(loaded));
  const found = listOrders(loaded.book);
  for (const [place, order] of listOrders(replayed.book).entries()) {
    const other = found[place];
    if (other === undefined) differ(differences, `${subject}: order ${order.no} is not in its book`);
    else
      compareValues(
        differences,
        `${subject}, order ${place + 1} of its book`,
        orderOf(order),
        orderOf(other),
      );
  }
}

const termsOf = (market: Market) => ({
  conditionId: market.conditionId,
  tokens: market.tokenIds.join(", "),
  tick: market.tick,
  status: market.status,
  backing: market.backing,
  event: market.event.id,
  flags: JSON.stringify(market.flags),
  volume: market.volume,
  resting: market.resting.join(", "),
});

const orderOf = ({ no, account, remaining, price, bid, expiresAt }: Order) => ({
  no,
  account: account.no,
  remaining,
  price,
  bid,
  expiresAt,
});
