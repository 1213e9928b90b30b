/**
 * Positions of a wallet, current or closed, with the prices of the market. They are unsorted and without descriptions,
 * since pages are sorted by values that depend on the prices.
 */
import type { Payout } from "../../../core/markets/catalog.ts";
import { HALF_TICKS, MICROS_PER_HALF_TICK, UNKNOWN_HALF_TICKS } from "../../../core/markets/shown-price.ts";
import type { Outcome } from "../../../core/state.ts";
import type { Lots, Micros, SharePrice, Ticks } from "../../../core/units.ts";
import type { AnySql, Fragment } from "../../sql/database.ts";
import { PERIOD_MS } from "../../tables/profit-history.ts";

// Value of shares as SQL, from `lots`, `outcome` and `average` of positions and the `shown_price` of their market.

/** Computes the shown price of a position's outcome, in half ticks. */
export const shownHalfTicks = (sql: AnySql): Fragment => sql`(
  case outcome when 0 then shown_price else ${HALF_TICKS}::bigint - shown_price end)`;

/** Computes the unrealized profit of the shares, in lots x micros per share. */
export const openProfit = (sql: AnySql): Fragment => sql`(
  lots::numeric * (${shownHalfTicks(sql)} * ${MICROS_PER_HALF_TICK}::bigint - average))`;

export type StoredPosition = {
  /** Lower-case address of the wallet, and the exchange's own number of its account. */
  readonly wallet: string;
  readonly account: number;
  /** The exchange's own number. */
  readonly market: number;
  readonly outcome: Outcome;
  readonly conditionId: string;
  readonly lots: Lots;
  /** Shares of the other outcome that the wallet holds. */
  readonly oppositeLots: Lots;
  readonly average: SharePrice;
  readonly bought: Lots;
  readonly realized: Micros;
  /** Time when shares last moved, in milliseconds. */
  readonly changedAt: number;
  readonly payout: Payout | null;
  /** True if the market is archived. */
  readonly archived: boolean;
  /** Best prices and latest execution of outcome 0. */
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly lastPrice: Ticks | null;
  /** Key that sorts as the end date does; "" if the market has none, or if it was not requested. */
  readonly endDateKey: string;
  /** The market's question; "" if it was not requested. */
  readonly title: string;
};

/** Optional texts to read; each takes extra time. */
export type PositionTexts = { readonly titled?: boolean; readonly dated?: boolean };

/** Filters of positions; a position must match all that are set. */
export type PositionFilter = PositionTexts & {
  /** Lower-case address; if undefined, all wallets in the markets. */
  readonly wallet: string | undefined;
  /** Lower case. */
  readonly conditionIds?: readonly string[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
};

type CurrentFilter = PositionFilter & {
  /** Minimum shares of a position; positions without shares are not current. */
  readonly leastLots: number;
  /** True for positions in markets that paid out, false for all other positions. */
  readonly redeemable?: boolean | undefined;
  /** True for positions in undecided markets where the wallet has shares of both outcomes, false for all other positions. */
  readonly mergeable?: boolean | undefined;
};

type ClosedFilter = PositionFilter & {
  /** Minimum shares ever bought; positions without any purchase are not closed ones. */
  readonly leastBought?: number | undefined;
};

/** Lists positions with shares. */
export function listCurrentPositions(sql: AnySql, filter: CurrentFilter): Promise<StoredPosition[]> {
  const { leastLots, redeemable, mergeable } = filter;
  const isMergeable = sql`(payout is null and opposite_lots > 0)`;
  return sql<StoredPosition[]>`
    select ${columns(sql, filter)} from ${sources(sql, filter)}
    where ${positionPredicates(sql, filter)} and positions.lots >= ${Math.max(leastLots, 1)}::bigint
      ${redeemable === undefined ? sql`` : redeemable ? sql`and payout is not null` : sql`and payout is null`}
      ${mergeable === undefined ? sql`` : mergeable ? sql`and ${isMergeable}` : sql`and not ${isMergeable}`}`;
}

/**
 * Lists closed positions. A hundredth of a share is dust: a position of at most that counts as closed, unless it can be
 * redeemed.
 */
export function listClosedPositions(sql: AnySql, filter: ClosedFilter): Promise<StoredPosition[]> {
  return sql<StoredPosition[]>`
    select ${columns(sql, filter)} from ${sources(sql, filter)}
    where ${positionPredicates(sql, filter)} and positions.bought >= ${Math.max(filter.leastBought ?? 1, 1)}::bigint
      and positions.lots <= case when payout is null then 1 else 0 end`;
}

/** Finds when each of these positions first got shares: the start of that ten-minute period, ms. */
export async function findEntries<Key extends Pick<StoredPosition, "account" | "market" | "outcome">>(
  sql: AnySql,
  positions: readonly Key[],
): Promise<ReadonlyMap<Key, number>> {
  const column = (name: "account" | "market" | "outcome") => positions.map((one) => one[name]);
  const rows = await sql<{ place: number; period: number }[]>`
    select place, first.period
    from unnest(${column("account")}::int[], ${column("market")}::int[], ${column("outcome")}::int[])
      with ordinality as asked (account, market, outcome, place)
    cross join lateral (
      select period from position_history
      where account = asked.account and market = asked.market and outcome = asked.outcome
      order by period limit 1
    ) as first`;
  return new Map(
    rows.flatMap(({ place, period }) => {
      const position = positions[place - 1];
      return position === undefined ? [] : [[position, period * PERIOD_MS]];
    }),
  );
}

/** Counts the markets in which the wallet ever had shares. */
export async function countTradedMarkets(sql: AnySql, wallet: string): Promise<number> {
  const [{ traded }] = await sql<[{ traded: number }]>`
    select count(distinct market) as traded
    from accounts join positions on positions.account = accounts.no
    where accounts.address = ${wallet} and positions.bought > 0`;
  return traded;
}

const columns = (sql: AnySql, { titled = false, dated = false }: PositionTexts) => sql`
  accounts.address as wallet, positions.account, positions.market, positions.outcome, markets.condition_id as "conditionId", positions.lots,
  opposite_lots as "oppositeLots", positions.average, positions.bought, positions.realized,
  positions.changed_at as "changedAt", payout, status = 'archived' as archived, best_bid as bid, best_ask as ask, last_price as "lastPrice",
  ${dated ? sql`end_date` : sql`''`} as "endDateKey",
  ${titled ? sql`markets.content ->> 'question'` : sql`''`} as title`;

/**
 * Selects positions with their market. The wallet's shares in the market, less those of the outcome, are those of the
 * opposite one. Every market has an entry; if no entry column is used, the planner drops the join.
 */
const sources = (sql: AnySql, { wallet, conditionIds = [] }: PositionFilter) => sql`
  ${
    wallet === undefined
      ? sql`(
          select *, (sum(lots) over (partition by account, market) - lots)::bigint as opposite_lots
          from positions where market = any(array(
            select no from markets where condition_id = any(${conditionIds as string[]}::text[])
          ))
        ) as positions join accounts on accounts.no = positions.account`
      : sql`accounts cross join lateral (
          select *, (sum(lots) over (partition by market) - lots)::bigint as opposite_lots
          from positions where positions.account = accounts.no
        ) as positions`
  }
  join market_states on market_states.market = positions.market
  left join market_entries on market_entries.market = positions.market
  join markets on markets.no = positions.market`;

const positionPredicates = (sql: AnySql, { wallet, conditionIds, eventIds }: PositionFilter) => sql`
  ${wallet === undefined ? sql`true` : sql`accounts.address = ${wallet}`}
  ${conditionIds === undefined ? sql`` : sql`and markets.condition_id = any(${conditionIds as string[]}::text[])`}
  ${eventIds === undefined ? sql`` : sql`and markets.event_id = any(${eventIds as number[]}::bigint[])`}`;

// Positions of all wallets in one outcome of a market: a page sorted by a value.

/** A market with the facts that determine the prices of its outcomes. */
export type PositionedMarket = {
  /** The exchange's own number. */
  readonly no: number;
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
  readonly payout: Payout | null;
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly lastPrice: Ticks | null;
};

/** Finds the market with this condition (lower case). */
export async function findPositionedMarket(
  sql: AnySql,
  conditionId: string,
): Promise<PositionedMarket | undefined> {
  const [market] = await sql<PositionedMarket[]>`
    select no, condition_id as "conditionId", token_ids as "tokenIds", content -> 'outcomes' as outcomes, payout,
      best_bid as bid, best_ask as ask, last_price as "lastPrice"
    from markets join market_states on market_states.market = markets.no and status <> 'draft'
    where condition_id = ${conditionId}`;
  return market;
}

export type MarketPosition = {
  /** Lower-case address. */
  readonly wallet: string;
  readonly lots: Lots;
  readonly average: SharePrice;
  readonly bought: Lots;
  readonly realized: Micros;
};

type MarketPositionStatus = "OPEN" | "CLOSED" | "ALL";
type MarketPositionSort = "TOKENS" | "CASH_PNL" | "REALIZED_PNL" | "TOTAL_PNL";

type MarketPositionPage = {
  readonly market: number;
  readonly outcome: Outcome;
  /** Price of the outcome in millionths, from which profit is computed. */
  readonly price: number;
  /** Lower case; all wallets if undefined. */
  readonly wallet: string | undefined;
  readonly status: MarketPositionStatus;
  readonly sort: MarketPositionSort;
  readonly direction: "ASC" | "DESC";
  readonly offset: number;
  readonly limit: number;
};

/** Lists a page of open and closed positions; ties are in order of account. A hundredth of a share counts as closed. */
export function listMarketPositions(sql: AnySql, page: MarketPositionPage): Promise<MarketPosition[]> {
  const { market, outcome, wallet, direction, offset, limit } = page;
  return sql<MarketPosition[]>`
    select address as wallet, lots, average, bought, positions.realized
    from positions join accounts on accounts.no = positions.account
    where market = ${market} and outcome = ${outcome} and ${statusPredicate(sql, page.status)}
      ${wallet === undefined ? sql`` : sql`and address = ${wallet}`}
    order by ${positionSortValue(sql, page)} ${direction === "ASC" ? sql`asc` : sql`desc`}, positions.account
    limit ${limit} offset ${offset}`;
}

function statusPredicate(sql: AnySql, status: MarketPositionStatus): Fragment {
  switch (status) {
    case "OPEN":
      return sql`lots > 1`;
    case "CLOSED":
      return sql`lots <= 1 and bought > 0`;
    case "ALL":
      return sql`(lots > 0 or bought > 0)`;
  }
}

/** Builds the sort value in exact units: realized and total profit in hundredths of millionths. */
function positionSortValue(sql: AnySql, { sort, price }: MarketPositionPage): Fragment {
  const cash = sql`lots::numeric * (${price}::bigint - average)`;
  switch (sort) {
    case "TOKENS":
      return sql`lots`;
    case "CASH_PNL":
      return cash;
    case "REALIZED_PNL":
      return sql`positions.realized`;
    case "TOTAL_PNL":
      return sql`(positions.realized::numeric * 100 + ${cash})`;
  }
}

// Past profit of a wallet. The position and the price at a time are those of the last period before it. Indexes are
// read once for each position and time, and once more where shares were held.

export type PastProfit = {
  /** Profit of all disposals up to then. */
  readonly realized: Micros;
  /** Unrealized profit of the shares held then, exact, in lots x micros per share. */
  readonly open: bigint;
};

/** Counts the outcomes in which a wallet has or had shares. */
export async function countPositions(sql: AnySql, wallet: string): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) from positions where account = (select no from accounts where address = ${wallet})`;
  return count;
}

/** Lists the profit at the start of each of these periods, which are in ascending order. */
export async function listPastProfits(
  sql: AnySql,
  wallet: string,
  periods: readonly number[],
): Promise<PastProfit[]> {
  const rows = await sql<{ realized: Micros; open: string }[]>`
    select coalesce(sum(realized), 0)::bigint as realized, coalesce(sum(${openProfit(sql)}), 0)::text as open
    from unnest(${periods as number[]}::int[]) as points (point)
    left join lateral (
      select positions.outcome, past.*, coalesce(shown.price, ${UNKNOWN_HALF_TICKS}) as shown_price
      from positions cross join lateral (
        select lots, average, realized from position_history
        where account = positions.account and market = positions.market and outcome = positions.outcome
          and period < point
        order by period desc limit 1
      ) as past left join lateral (
        select price from shown_prices
        where market = positions.market and period < point and past.lots > 0
        order by period desc limit 1
      ) as shown on true
      where positions.account = (select no from accounts where address = ${wallet})
    ) as held on true
    group by point order by point`;
  return rows.map(({ realized, open }) => ({ realized, open: BigInt(open) }));
}
