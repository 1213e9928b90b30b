/**
 * Recovery: the exchange as the last commit left it, read from the tables. Resting orders are read in the order in
 * which they were placed, which restores their priority.
 */
import { addAccount, newAccount } from "../../core/account-register.ts";
import { addOrder, createBook } from "../../core/book.ts";
import type { FeeSchedule, Flags, MarketStatus, Payout } from "../../core/catalog.ts";
import { createExchange } from "../../core/exchange.ts";
import { enqueueExpiry } from "../../core/expiry-queue.ts";
import { restingPart } from "../../core/figures.ts";
import { debtOf } from "../../core/negative-risk.ts";
import { createOrder } from "../../core/order.ts";
import { addOwnOrder } from "../../core/own-orders.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Exchange, Market, MarketEvent, Order, Rules, Side } from "../../core/state.ts";
import { addMicros, cost, exactMicros, NO_MICROS } from "../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import { copyRows } from "../sql/copied-rows.ts";
import type { Sql } from "../sql/database.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { readMode } from "./exchange-mode.ts";
import { readHead } from "./journal.ts";
import type { JournalHead } from "./journal.ts";

const PAGE = 20_000;

/** The state and the journal's head that it belongs to. */
export async function loadExchange(
  sql: Snapshot,
  rules: Rules,
): Promise<{ exchange: Exchange; head: JournalHead }> {
  const exchange = createExchange(rules);
  const head = await readHead(sql);
  await loadAccounts(sql, exchange);
  await loadBans(sql, exchange);
  exchange.mode = await readMode(sql);
  await loadEvents(sql, exchange);
  await loadMarkets(sql, exchange, head.at);
  await Promise.all([loadPositions(sql, exchange), loadOrders(sql, exchange)]);
  const [last] = await sql<{ order: number; trade: number }[]>`
    select (select coalesce(max(no), 0) from orders) as order, (select coalesce(max(no), 0) from trades) as trade`;
  exchange.nextOrder = last.order + 1;
  exchange.nextTrade = last.trade + 1;
  exchange.deposits = depositsOf(exchange);
  return { exchange, head };
}

/** What is there, with what conversions paid ahead: before that is taken off, it can be more than a safe integer. */
function depositsOf({ accountByAddress, marketByCondition, events }: Exchange): Micros {
  let total = 0n;
  for (const { collateral } of accountByAddress.values()) total += BigInt(collateral);
  for (const { backing } of marketByCondition.values()) total += BigInt(backing);
  for (const { markets, converted } of events.values()) total -= debtOf(markets, converted);
  return exactMicros(total);
}

type AccountRow = Pick<Account, "no" | "address" | "owner" | "collateral" | "held" | "volume" | "realized">;

async function loadAccounts(sql: Sql, exchange: Exchange): Promise<void> {
  const pages = sql<AccountRow[]>`
    select no, address, owner, collateral, held, volume, realized from accounts order by no`;
  for await (const page of pages.cursor(PAGE)) {
    for (const row of page) addAccount(exchange, newAccount(row));
  }
}

async function loadBans(sql: Sql, { bans }: Exchange): Promise<void> {
  for (const { address } of await sql<{ address: string }[]>`select address from bans`) bans.add(address);
}

type EventRow = { id: string; converted: Lots } & Flags;

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

type MarketRow = Flags & {
  no: number;
  event_id: string;
  condition_id: string;
  token_ids: [string, string];
  tick: Ticks;
  minimum_lots: Lots;
  negative_risk: boolean;
  status: MarketStatus;
  payout: Payout | null;
  proposed_payout: Payout | null;
  disputed: boolean;
  resolved_at: number | null;
  redeemed: Lots;
  burned: Lots;
  fee_rate: number | null;
  fee_exponent: number | null;
  fee_taker_only: boolean | null;
  auto_redeem: boolean | null;
  backing: Micros;
  volume: Micros;
  last_price: Ticks | null;
  last_side: Side | null;
  last_trade_at: number | null;
  recorded_midpoint: number | null;
  recorded_minute: number | null;
};

async function loadMarkets(sql: Sql, exchange: Exchange, at: number): Promise<void> {
  const pages = sql<MarketRow[]>`
    select no, event_id::text, condition_id, token_ids, tick, minimum_lots, negative_risk, status, active, closed,
      archived, payout, proposed_payout, disputed, resolved_at, redeemed, burned, fee_rate, fee_exponent,
      fee_taker_only, auto_redeem, backing, volume, last_price, last_side, last_trade_at, recorded_midpoint, recorded_minute
    from markets join market_states on market_states.market = markets.no
      join market_entries on market_entries.market = markets.no
    order by no`;
  for await (const page of pages.cursor(PAGE)) for (const row of page) addMarket(exchange, row, at);
}

function addMarket(exchange: Exchange, row: MarketRow, at: number): void {
  const event = getEvent(exchange, row.event_id);
  const { last_price: price, last_side: side, last_trade_at: tradedAt } = row;
  const { recorded_midpoint: midpoint, recorded_minute: minute } = row;
  const market: Market = {
    no: row.no,
    event,
    conditionId: row.condition_id,
    tokenIds: row.token_ids,
    tick: row.tick,
    minimumLots: row.minimum_lots,
    negativeRisk: row.negative_risk,
    status: row.status,
    flags: { active: row.active, closed: row.closed, archived: row.archived },
    payout: row.payout ?? undefined,
    proposal:
      row.proposed_payout === null ? undefined : { payout: row.proposed_payout, disputed: row.disputed },
    resolvedAt: row.resolved_at ?? 0,
    redeemed: row.redeemed,
    burned: row.burned,
    fees: feesOf(row),
    autoRedeem: row.auto_redeem ?? undefined,
    backing: row.backing,
    volume: row.volume,
    // Of the orders, which are loaded after the markets.
    resting: [NO_MICROS, NO_MICROS, NO_MICROS],
    book: createBook(row.tick),
    open: 0,
    lastTrade:
      price === null || side === null || tradedAt === null ? undefined : { price, side, at: tradedAt },
    recorded: midpoint === null || minute === null ? undefined : { midpoint, minute },
    changedAt: at,
  };
  event.markets.push(market);
  exchange.markets[row.no] = market;
  exchange.marketByCondition.set(market.conditionId, market);
  market.tokenIds.forEach((id, index) => exchange.tokens.set(id, { market, outcome: index === 0 ? 0 : 1 }));
}

function feesOf(row: MarketRow): FeeSchedule | undefined {
  const { fee_rate: rate, fee_exponent: exponent, fee_taker_only: takerOnly } = row;
  return rate === null || exponent === null || takerOnly === null ? undefined : { rate, exponent, takerOnly };
}

function getEvent(exchange: Exchange, id: string): MarketEvent {
  const event = exchange.events.get(id);
  if (event === undefined) throw new Error(`event ${id} is missing`);
  return event;
}

/** Columns are read in the order of the query, which is that of the properties. */
const loadPositions = (sql: Snapshot, { accounts, markets }: Exchange): Promise<void> =>
  copyRows(
    sql,
    "select account, market, outcome, lots, held, average, bought, realized, changed_at from positions",
    (row) => {
      const { positions } = accounts[row.integer()];
      positions.set(tokenNumber(markets[row.integer()], row.integer()), {
        lots: row.integer(),
        held: row.integer(),
        average: row.integer(),
        bought: row.integer(),
        realized: row.integer(),
        changedAt: row.integer(),
      });
    },
  );

/** What an order was when it was placed, and what is not filled of it. */
type OrderRow = Pick<
  Order,
  | "no"
  | "id"
  | "outcome"
  | "side"
  | "limit"
  | "lots"
  | "remaining"
  | "kind"
  | "postOnly"
  | "expiresAt"
  | "placedAt"
  | "apiKey"
> & { readonly account: number; readonly market: number };

const loadOrders = (sql: Snapshot, exchange: Exchange): Promise<void> =>
  copyRows(
    sql,
    `select no, id, account, market, outcome, side, limit_price, lots, lots - filled, kind, post_only, expires_at,
      placed_at, api_key::text
    from orders where status = 'live' order by no`,
    (row) =>
      restOrder(exchange, {
        no: row.integer(),
        id: `0x${row.hex()}`,
        account: row.integer(),
        market: row.integer(),
        outcome: row.integer(),
        side: row.word(),
        limit: row.integer(),
        lots: row.integer(),
        remaining: row.integer(),
        kind: row.word(),
        postOnly: row.flag(),
        expiresAt: row.integer(),
        placedAt: row.integer(),
        apiKey: row.word(),
      }),
  );

function restOrder(exchange: Exchange, row: OrderRow): void {
  const order = createOrder({
    no: row.no,
    id: row.id,
    account: exchange.accounts[row.account],
    market: exchange.markets[row.market],
    outcome: row.outcome,
    side: row.side,
    limit: row.limit,
    lots: row.lots,
    kind: row.kind,
    postOnly: row.postOnly,
    expiresAt: row.expiresAt,
    placedAt: row.placedAt,
    apiKey: row.apiKey,
    remaining: row.remaining,
  });
  addOrder(order.market.book, order);
  const part = restingPart(order);
  order.market.resting[part] = addMicros(order.market.resting[part], cost(order.remaining, order.limit));
  exchange.orders.set(order.id, order);
  addOwnOrder(order);
  if (order.expiresAt !== 0) enqueueExpiry(exchange.expiries, order);
}
