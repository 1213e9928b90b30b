/** Replaces the whole state by a loaded one, for example when a sandbox returns to a snapshot. */
import type { Account, Exchange, Market, MarketEvent, Order } from "../state.ts";

/**
 * Gives the exchange the state of `loaded`, which must not be used afterwards. Accounts, events and markets in both states
 * keep their object identity and take the loaded contents, so references to them stay valid. Objects that the loaded state
 * lacks are left as they were.
 */
export function adoptExchange(exchange: Exchange, loaded: Exchange): void {
  const accounts = replaceAll(loaded.accounts, ({ address }) => exchange.accountByAddress.get(address));
  const markets = replaceAll(loaded.markets, ({ conditionId }) =>
    exchange.marketByCondition.get(conditionId),
  );
  const now = { accounts, markets };
  accounts.forEach((account) => adoptAccount(loaded, account));
  for (const event of loaded.events.values()) adoptEvent(exchange, loaded, { event, markets });
  markets.forEach((market) => adoptMarket(loaded, market));
  for (const order of loaded.orders.values()) adoptOrder(order, now);
  Object.assign(exchange, loaded, now);
}

/** Copies each loaded item into the earlier object of the same identity, if there is one. Gaps in the list stay gaps. */
function replaceAll<Item extends object>(
  loaded: readonly Item[],
  find: (item: Item) => Item | undefined,
): Item[] {
  const replaced: Item[] = [];
  loaded.forEach((item, no) => {
    const earlier = find(item);
    replaced[no] = earlier === undefined ? item : Object.assign(earlier, item);
  });
  return replaced;
}

function adoptAccount({ accountByAddress, accountsByOwner }: Exchange, account: Account): void {
  accountByAddress.set(account.address, account);
  const owned = accountsByOwner.get(account.owner);
  owned?.splice(
    owned.findIndex(({ no }) => no === account.no),
    1,
    account,
  );
}

type LoadedEvent = { readonly event: MarketEvent; readonly markets: readonly Market[] };

function adoptEvent(exchange: Exchange, loaded: Exchange, { event, markets }: LoadedEvent): void {
  const earlier = exchange.events.get(event.id);
  const kept = earlier === undefined ? event : Object.assign(earlier, event);
  for (const [index, market] of event.markets.entries()) kept.markets[index] = markets[market.no] ?? market;
  loaded.events.set(event.id, kept);
}

function adoptMarket({ events, marketByCondition, tokens }: Exchange, market: Market): void {
  Object.assign(market, { event: events.get(market.event.id) });
  marketByCondition.set(market.conditionId, market);
  market.tokenIds.forEach((id, index) => tokens.set(id, { market, outcome: index === 0 ? 0 : 1 }));
}

type Adopted = { readonly accounts: readonly Account[]; readonly markets: readonly Market[] };

const adoptOrder = (order: Order, { accounts, markets }: Adopted): Order =>
  Object.assign(order, { account: accounts[order.account.no], market: markets[order.market.no] });
