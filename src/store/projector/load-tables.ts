/**
 * Recovery: loads the exchange from the read tables. Resting orders are read in the order in which they were placed,
 * which restores their priority.
 */
import { addAccount, addOtherVersion, newAccount } from "../../core/events/apply.ts";
import { addOrder } from "../../core/orders/book.ts";
import type { Flags } from "../../core/markets/catalog.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { createExchange } from "../../core/exchange.ts";
import { enqueueExpiry } from "../../core/orders/expiry-queue.ts";
import { restingPart } from "../../core/ledger/liquidity.ts";
import { applyInviteEntry } from "../../core/people/invites.ts";
import { computeDebt } from "../../core/ledger/negative-risk.ts";
import { addOwnOrder } from "../../core/orders/order.ts";
import { addOrderGroup } from "../../core/orders/order-groups.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Exchange, MarketEvent, Order, Rules } from "../../core/state.ts";
import { addMicros, cost, exactMicros } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { readTablesHead } from "../journal/journal.ts";
import type { JournalHead } from "../journal/journal.ts";
import { readMode } from "../reads/exchange-counts.ts";
import { selectInviteEntries } from "../reads/audit.ts";
import { copyRows } from "../sql/copied-rows.ts";
import type { Sql } from "../sql/database.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { ACCOUNTS } from "../tables/accounts.ts";
import { MARKET_FLAGS } from "../tables/flags.ts";
import { MARKET_STATES, storedMarket } from "../tables/market-states.ts";
import type { MarketRow } from "../tables/market-states.ts";
import { COPIED_ORDER_LIST, readOrder } from "../tables/orders.ts";
import { ORDER_GROUPS, readOrderGroup } from "../tables/order-groups.ts";
import { COPIED_POSITION, readPosition } from "../tables/positions.ts";
import { selectList } from "../tables/table.ts";
import type { StoredRow } from "../tables/table.ts";

const PAGE = 20_000;

/** Loads the state as of `head`, the last batch that the read tables have. */
export async function loadTables(
  sql: Snapshot,
  rules: Rules,
): Promise<{ exchange: Exchange; head: JournalHead }> {
  const exchange = createExchange(rules);
  const head = await readTablesHead(sql);
  await loadAccounts(sql, exchange);
  await loadBans(sql, exchange);
  exchange.mode = await readMode(sql);
  await loadInvites(sql, exchange);
  await loadOrderGroups(sql, exchange);
  await loadEvents(sql, exchange);
  await loadMarkets(sql, exchange, head.at);
  await Promise.all([loadPositions(sql, exchange), loadOrders(sql, exchange)]);
  const [last] = await sql<[{ order: number; trade: number }]>`
    select (select coalesce(max(no), 0) from orders) as order, (select coalesce(max(no), 0) from trades) as trade`;
  exchange.nextOrder = last.order + 1;
  exchange.nextTrade = last.trade + 1;
  exchange.deposits = sumDeposits(exchange);
  return { exchange, head };
}

/**
 * Sums up collateral and backing, less the collateral that conversions paid in advance. Before the subtraction, the sum
 * can exceed a safe integer.
 */
function sumDeposits({ accountByAddress, marketByCondition, events }: Exchange): Micros {
  let total = 0n;
  for (const { collateral } of accountByAddress.values()) total += BigInt(collateral);
  for (const { backing } of marketByCondition.values()) total += BigInt(backing);
  for (const { markets, converted } of events.values()) total -= computeDebt(markets, converted);
  return exactMicros(total);
}

async function loadAccounts(sql: Sql, exchange: Exchange): Promise<void> {
  const pages = sql.unsafe<StoredRow<typeof ACCOUNTS>[]>(
    `select ${selectList(ACCOUNTS)} from accounts order by no`,
  );
  for await (const page of pages.cursor(PAGE)) {
    for (const row of page) addAccount(exchange, newAccount(row));
  }
}

async function loadBans(sql: Sql, { bans }: Exchange): Promise<void> {
  for (const { address } of await sql<{ address: string }[]>`select address from bans`) bans.add(address);
}

/** Applies the audit entries that invites are derived from. */
async function loadInvites(sql: Sql, exchange: Exchange): Promise<void> {
  for await (const page of selectInviteEntries(sql).cursor(PAGE))
    for (const entry of page) applyInviteEntry(exchange, entry);
}

type EventRow = { id: string; converted: Lots } & Flags;

async function loadOrderGroups(sql: Sql, exchange: Exchange): Promise<void> {
  const pages = sql.unsafe<StoredRow<typeof ORDER_GROUPS>[]>(
    `select ${selectList(ORDER_GROUPS)} from order_groups where share_limit is not null`,
  );
  for await (const page of pages.cursor(PAGE))
    for (const row of page) {
      const group = readOrderGroup(row);
      if (group !== undefined) addOrderGroup(exchange, group);
    }
}

async function loadEvents(sql: Sql, exchange: Exchange): Promise<void> {
  const pages = sql<EventRow[]>`
    select id::text, (content -> 'active')::boolean as active, (content -> 'closed')::boolean as closed,
      (content -> 'archived')::boolean as archived, coalesce(converted, 0)::int8 as converted
    from events left join event_states on event_states.event = events.id`;
  for await (const page of pages.cursor(PAGE)) {
    for (const { id, converted, ...listed } of page)
      exchange.events.set(id, { id, listed, markets: [], converted });
  }
}

async function loadMarkets(sql: Sql, exchange: Exchange, at: number): Promise<void> {
  const pages = sql.unsafe<LoadedMarket[]>(`
    select no, event_id::text, condition_id, token_ids, content -> 'outcomes' as outcomes,
      content -> 'otherVersionIds' as other_ids,
      ${selectList(MARKET_STATES)}, ${selectList(MARKET_FLAGS)}
    from markets join market_states on market_states.market = markets.no
      join market_entries on market_entries.market = markets.no
    order by no`);
  for await (const page of pages.cursor(PAGE)) for (const row of page) addMarket(exchange, row, at);
}

type LoadedMarket = MarketRow & { readonly other_ids: [string, string] | null };

function addMarket(exchange: Exchange, row: LoadedMarket, at: number): void {
  const event = getEvent(exchange, row.event_id);
  const market = storedMarket(row, event, at);
  event.markets.push(market);
  exchange.markets[row.no] = market;
  exchange.marketByCondition.set(market.conditionId, market);
  market.tokenIds.forEach((id, index) => exchange.tokens.set(id, { market, outcome: index === 0 ? 0 : 1 }));
  addOtherVersion(exchange, market, row.other_ids ?? undefined);
}

function getEvent(exchange: Exchange, id: string): MarketEvent {
  const event = exchange.events.get(id);
  if (event === undefined) throw new Error(`event ${id} is missing`);
  return event;
}

const loadPositions = (sql: Snapshot, { accounts, markets }: Exchange): Promise<void> =>
  copyRows(sql, `select ${COPIED_POSITION.list} from positions`, (row) => {
    const { account, market, outcome } = COPIED_POSITION.read;
    const token = tokenNumber(elementAt(markets, market(row)), outcome(row));
    elementAt(accounts, account(row)).positions.set(token, readPosition(row));
  });

const loadOrders = (sql: Snapshot, exchange: Exchange): Promise<void> =>
  copyRows(sql, `select ${COPIED_ORDER_LIST} from orders where status = 'live' order by no`, (row) =>
    restOrder(exchange, readOrder(row, exchange)),
  );

function restOrder(exchange: Exchange, order: Order): void {
  addOrder(order.market.book, order);
  const part = restingPart(order);
  order.market.resting[part] = addMicros(order.market.resting[part], cost(order.remaining, order.limit));
  exchange.orders.set(order.id, order);
  addOwnOrder(order);
  if (order.leavesAt !== 0) enqueueExpiry(exchange.expiries, order);
}
