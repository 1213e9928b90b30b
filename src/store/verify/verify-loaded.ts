/** Compares the exchange that a start would load from the tables with the one replayed from the journal. */
import { listOrders } from "../../core/orders/book.ts";
import type { Invite } from "../../core/people/invite.ts";
import { pickTerms } from "../../core/markets/market-terms.ts";
import { emptyPosition } from "../../core/ledger/position.ts";
import { findOrderGroup } from "../../core/orders/order-groups.ts";
import type { Account, Exchange, Market, MarketEvent, Order, OrderGroup } from "../../core/state.ts";
import { addDifference, compareValues } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";

const NOTHING = emptyPosition();

export function compareLoaded(replayed: Exchange, loaded: Exchange, differences: Differences): void {
  compareValues(differences, "the loaded exchange", summarizeExchange(replayed), summarizeExchange(loaded));
  for (const account of replayed.accounts.filter((one) => one !== undefined)) {
    const found = loaded.accounts[account.no];
    if (found === undefined) addDifference(differences, `account ${account.no}: it is not loaded`);
    else compareAccount(account, found, differences);
  }
  for (const event of replayed.events.values()) {
    const found = loaded.events.get(event.id);
    if (found === undefined) addDifference(differences, `event ${event.id}: it is not loaded`);
    else
      compareValues(differences, `loaded event ${event.id}`, comparableRules(event), comparableRules(found));
  }
  for (const [id, invite] of replayed.invites) {
    const found = loaded.invites.get(id);
    if (found === undefined) addDifference(differences, `invite ${id}: it is not loaded`);
    else compareValues(differences, `loaded invite ${id}`, comparableInvite(invite), comparableInvite(found));
  }
  for (const [owner, groups] of replayed.orderGroups)
    for (const [name, group] of groups) {
      const found = findOrderGroup(loaded, { owner, name });
      if (found === undefined)
        addDifference(differences, `order group ${name} of ${owner}: it is not loaded`);
      else
        compareValues(
          differences,
          `loaded order group ${name} of ${owner}`,
          comparableGroup(group),
          comparableGroup(found),
        );
    }
  for (const market of replayed.markets.filter((one) => one !== undefined)) {
    const found = loaded.markets[market.no];
    if (found === undefined) addDifference(differences, `market ${market.no}: it is not loaded`);
    else compareMarket(market, found, differences);
  }
}

const summarizeExchange = (exchange: Exchange) => ({
  deposits: exchange.deposits,
  nextOrder: exchange.nextOrder,
  nextTrade: exchange.nextTrade,
  accounts: Object.keys(exchange.accounts).length,
  markets: Object.keys(exchange.markets).length,
  restingOrders: exchange.orders.size,
  expiringOrders: exchange.expiries.length,
  invites: exchange.invites.size,
  mode: exchange.mode,
  bans: [...exchange.bans].sort().join(", "),
  orderGroups: [...exchange.orderGroups.values()].reduce((count, { size }) => count + size, 0),
});

function compareAccount(replayed: Account, loaded: Account, differences: Differences): void {
  const subject = `loaded account ${replayed.no}`;
  compareValues(differences, subject, comparableLedger(replayed), loaded);
  for (const token of new Set([...replayed.positions.keys(), ...loaded.positions.keys()])) {
    compareValues(
      differences,
      `${subject}, outcome ${token & 1} of market ${token >> 1}`,
      replayed.positions.get(token) ?? NOTHING,
      loaded.positions.get(token) ?? NOTHING,
    );
  }
}

const comparableLedger = ({ address, owner, collateral, held, volume, realized }: Account) => ({
  address,
  owner,
  collateral,
  held,
  volume,
  realized,
});

const comparableInvite = ({ used, revoked, ...terms }: Invite) => ({
  ...terms,
  used: JSON.stringify([...used]),
  revoked: JSON.stringify(revoked),
});

const comparableGroup = ({ limit, windowMs, isStopped, filled }: OrderGroup) => ({
  limit,
  windowMs,
  isStopped,
  filled: JSON.stringify(filled),
});

const FLAGS = ["active", "closed", "archived"] as const;

const comparableRules = ({ listed, markets, converted }: MarketEvent) => ({
  listed: formatSortedJson(listed, FLAGS),
  markets: markets.map(({ no }) => no).join(", "),
  converted,
});

/** Compares books, order by order in priority, and the values that the engine continues from. */
function compareMarket(replayed: Market, loaded: Market, differences: Differences): void {
  const subject = `loaded market ${replayed.no}`;
  compareValues(differences, subject, marketOf(replayed), marketOf(loaded));
  const found = listOrders(loaded.book);
  for (const [place, order] of listOrders(replayed.book).entries()) {
    const other = found[place];
    if (other === undefined) addDifference(differences, `${subject}: order ${order.no} is not in its book`);
    else
      compareValues(
        differences,
        `${subject}, order ${place + 1} of its book`,
        comparableOrder(order),
        comparableOrder(other),
      );
  }
}

const marketOf = (market: Market) => ({
  conditionId: market.conditionId,
  tokens: market.tokenIds.join(", "),
  outcomes: JSON.stringify(market.outcomes),
  event: market.event.id,
  ...pickTerms(market),
  fees: formatSortedJson(market.fees, ["rate", "exponent", "takerOnly"]),
  status: market.status,
  flags: formatSortedJson(market.flags, FLAGS),
  payout: market.payout?.join(", "),
  proposal: formatSortedJson(market.proposal, ["payout", "disputed"]),
  resolvedAt: market.resolvedAt,
  backing: market.backing,
  burned: market.burned,
  redeemed: market.redeemed,
  volume: market.volume,
  resting: market.resting.join(", "),
  lastTrade: formatSortedJson(market.lastTrade, ["price", "side", "at"]),
  recorded: formatSortedJson(market.recorded, ["midpoint", "minute"]),
});

/** Writes these fields as JSON, in this order. */
const formatSortedJson = <T extends object>(
  value: T | undefined,
  fields: readonly (keyof T & string)[],
): string | undefined => value && JSON.stringify(value, [...fields]);

const comparableOrder = ({ account, group, ...order }: Order) => ({
  no: order.no,
  account: account.no,
  group: group?.name,
  remaining: order.remaining,
  price: order.price,
  bid: order.bid,
  expiresAt: order.expiresAt,
  leavesAt: order.leavesAt,
  priority: order.priority,
});
