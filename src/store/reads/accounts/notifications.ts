/**
 * Notifications of an owner: cancelled orders of its wallets, fills of its resting orders, and resolutions of markets
 * in which it has or had shares. They are derived from the rows that trading wrote; the owner's own rows only say which
 * were read. A notification's number is derived from its kind and its order, trade or market, so the same notification
 * always has the same number.
 */
import type { OrderKind, Outcome, Side } from "../../../core/state.ts";
import type { Lots, Ticks } from "../../../core/units.ts";
import type { Fragment, Sql } from "../../sql/database.ts";
import { firstFill } from "../trades.ts";
import type { TradeUnit } from "../trades.ts";

/** Numbers of the kinds, as clients of Polymarket and Kuest know them. */
export const CANCELLATION = 1;
export const FILL = 2;
export const RESOLUTION = 4;

const KINDS = 8;

/** Query for an owner's latest unread notifications since a time in ms, at most `limit`. */
export type NotificationQuery = { readonly owner: string; readonly since: number; readonly limit: number };

/** A fill or a cancellation of an order. */
export type OrderNotice = {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
  readonly orderId: string;
  readonly apiKey: string;
  readonly conditionId: string;
  readonly tokenId: string;
  readonly outcome: Outcome;
  readonly outcomeLabel: string;
  readonly side: Side;
  readonly kind: OrderKind;
  /** Price of a fill, in terms of outcome 0; for a cancellation the order's limit. */
  readonly price: Ticks;
  readonly lots: Lots;
  /** Lots of the fill; for a cancellation, all lots filled before it. */
  readonly matched: Lots;
  /** Lots of the order that are still unfilled. */
  readonly remaining: Lots;
  /** The trade, and the journal hash of its batch; `null` unless it is a fill. */
  readonly trade: number | null;
  readonly hash: Buffer | null;
  /** Reason of a cancellation; `null` for a fill. */
  readonly reason: string | null;
  readonly question: string;
  readonly slug: string;
  readonly icon: string | null;
  readonly image: string | null;
  readonly eventSlug: string;
  readonly seriesSlug: string | null;
};

export type ResolutionNotice = { readonly id: number; readonly at: number; readonly market: number };

const unread = (sql: Sql, owner: string, id: Fragment): Fragment => sql`
  not exists (select from dropped_notifications where address = ${owner} and notification = ${id})`;

const orderId = (sql: Sql): Fragment => sql`orders.no * ${KINDS} + ${CANCELLATION}`;
const tradeId = (sql: Sql): Fragment => sql`trades.no * ${KINDS} + ${FILL}`;
const marketId = (sql: Sql): Fragment => sql`market_states.market::bigint * ${KINDS} + ${RESOLUTION}`;

/** Condition of the index orders_taken_out. */
const takenOut = (sql: Sql): Fragment => sql`
  orders.status = 'canceled' and orders.reason not in ('by-owner', 'not-filled', 'replaced', 'group-removed')`;

const orderColumns = (sql: Sql): Fragment => sql`
  '0x' || encode(orders.id, 'hex') as "orderId", orders.api_key as "apiKey",
  markets.condition_id as "conditionId", markets.token_ids[orders.outcome + 1] as "tokenId", orders.outcome,
  markets.content -> 'outcomes' ->> orders.outcome::int as "outcomeLabel", orders.side, orders.kind, orders.lots,
  orders.lots - orders.filled as remaining, markets.content ->> 'question' as question,
  markets.content ->> 'slug' as slug, markets.content ->> 'icon' as icon, markets.content ->> 'image' as image,
  events.content ->> 'slug' as "eventSlug", events.content -> 'series' -> 0 ->> 'slug' as "seriesSlug"`;

/** Lists cancelled orders, except those cancelled by their owner or by their order type. */
export function listForcedCancellations(
  sql: Sql,
  { owner, since, limit }: NotificationQuery,
): Promise<OrderNotice[]> {
  return sql<OrderNotice[]>`
    select ${orderId(sql)} as id, orders.updated_at as at, orders.limit_price as price, orders.filled as matched,
      null as trade, null as hash, orders.reason, ${orderColumns(sql)}
    from accounts
    cross join lateral (
      select * from orders where orders.account = accounts.no and ${takenOut(sql)}
        and orders.updated_at >= ${since} and ${unread(sql, owner, orderId(sql))}
      order by orders.updated_at desc, orders.no desc limit ${limit}
    ) as orders
    join markets on markets.no = orders.market
    join events on events.id = markets.event_id
    where accounts.owner = ${owner} order by at desc, id desc limit ${limit}`;
}

/** Number of a wallet's latest fills that are searched for unread ones; earlier fills are never listed. */
const MAX_SEARCHED_FILLS = 5_000;

/** Lists fills of resting orders, each with its trade. */
export function listRestingFills(
  sql: Sql,
  { owner, since, limit }: NotificationQuery,
  unit: TradeUnit,
): Promise<OrderNotice[]> {
  return sql<OrderNotice[]>`
    select ${tradeId(sql)} as id, trades.at, trades.price, trades.lots as matched,
      ${unit === "fill" ? sql`trades.no` : firstFill(sql)} as trade, journal.hash, null as reason, ${orderColumns(sql)}
    from accounts
    cross join lateral (
      select * from (
        select * from trades where trades.maker_account = accounts.no
        order by trades.no desc limit ${MAX_SEARCHED_FILLS}
      ) as trades
      where trades.at >= ${since} and ${unread(sql, owner, tradeId(sql))}
      order by trades.no desc limit ${limit}
    ) as trades
    join orders on orders.no = trades.maker
    join journal on journal.seq = trades.batch
    join markets on markets.no = orders.market
    join events on events.id = markets.event_id
    where accounts.owner = ${owner} order by trades.no desc limit ${limit}`;
}

/** Lists resolved markets in which the owner has or had shares. */
export function listResolutions(
  sql: Sql,
  { owner, since, limit }: NotificationQuery,
): Promise<ResolutionNotice[]> {
  return sql<ResolutionNotice[]>`
    select ${marketId(sql)} as id, resolved_at as at, market_states.market
    from market_states
    where status in ('resolved', 'archived') and resolved_at >= ${since} and ${unread(sql, owner, marketId(sql))}
      and market in (
        select market from positions where account in (select no from accounts where owner = ${owner})
      )
    order by resolved_at desc, market_states.market desc limit ${limit}`;
}

/** Marks notifications of the owner as read, even if they already were; ignores numbers of other notifications. */
export async function dropNotifications(sql: Sql, owner: string, ids: readonly number[]): Promise<void> {
  const numbersOf = (kind: number): number[] =>
    ids.filter((id) => id % KINDS === kind).map((id) => (id - kind) / KINDS);
  const own = sql`(select no from accounts where owner = ${owner})`;
  await sql`
    insert into dropped_notifications (address, notification)
    select ${owner}, ${orderId(sql)} from orders
    where no = any (${numbersOf(CANCELLATION)}::bigint[]) and account in ${own} and ${takenOut(sql)}
    union all
    select ${owner}, ${tradeId(sql)} from trades
    where no = any (${numbersOf(FILL)}::bigint[]) and maker_account in ${own}
    union all
    select ${owner}, ${marketId(sql)} from market_states
    where market = any (${numbersOf(RESOLUTION)}::bigint[]) and resolved_at is not null
      and market in (select market from positions where account in ${own})
    on conflict do nothing`;
}
