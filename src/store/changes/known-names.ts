/**
 * Names behind the journal's numbers. Except for slugs they never change, so the read tables have them for every batch
 * up to their own.
 */
import type { Side } from "../../core/state.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";
import type { JournalNumbers } from "./journal-numbers.ts";

export type MarketName = {
  readonly no: number;
  readonly conditionId: string;
  readonly slug: string;
  readonly tokenIds: readonly [string, string];
};

export type OrderName = {
  readonly no: number;
  readonly id: string;
  readonly wallet: string;
  readonly market: number;
  readonly outcome: 0 | 1;
  readonly side: Side;
  readonly limit: Ticks;
  readonly lots: Lots;
  /** Total amount filled, and the last trade if that completed it. */
  readonly filled: Lots;
  readonly lastTrade: number | null;
};

/** Names by number; each function throws if the read tables do not have the number. */
export type KnownNames = {
  wallet(no: number | undefined): string;
  market(no: number | undefined): MarketName;
  order(no: number): OrderName;
  /** Returns whether a market has this condition. */
  isMarket(conditionId: string): boolean;
};

export async function findNames(sql: Sql, numbers: JournalNumbers): Promise<KnownNames> {
  const orders = numbers.orders.size === 0 ? [] : await listOrders(sql, [...numbers.orders]);
  const markets = [...numbers.markets, ...orders.map(({ market }) => market)];
  const [wallets, named] = await Promise.all([
    numbers.accounts.size === 0 ? [] : listWallets(sql, [...numbers.accounts]),
    markets.length + numbers.conditions.size === 0
      ? []
      : listMarkets(sql, [...new Set(markets)], [...numbers.conditions]),
  ]);
  const conditions = new Set(named.map(({ conditionId }) => conditionId));
  return {
    wallet: getter("account", wallets, ({ address }) => address),
    market: getter("market", named, (market) => market),
    order: getter("order", orders, (order) => order),
    isMarket: (conditionId) => conditions.has(conditionId),
  };
}

function getter<Row extends { readonly no: number }, Name>(
  kind: string,
  rows: readonly Row[],
  nameOf: (row: Row) => Name,
): (no: number | undefined) => Name {
  const byNumber = new Map(rows.map((row) => [row.no, row]));
  return (no) => {
    const row = no === undefined ? undefined : byNumber.get(no);
    if (row === undefined)
      throw new Error(`the read tables do not have ${kind} ${no}, which the journal names`);
    return nameOf(row);
  };
}

const listWallets = (sql: Sql, numbers: number[]) =>
  sql<{ no: number; address: string }[]>`
    select no, address from accounts where no = any(${numbers}::int[])`;

async function listMarkets(sql: Sql, numbers: number[], conditions: string[]): Promise<MarketName[]> {
  const rows = await sql<(Omit<MarketName, "tokenIds"> & { first: string; second: string })[]>`
    select no, condition_id as "conditionId", slug, token_ids[1] as first, token_ids[2] as second from markets
    where no = any(${numbers}::int[]) or condition_id = any(${conditions}::text[])`;
  return rows.map(({ first, second, ...market }) => ({ ...market, tokenIds: [first, second] }));
}

/** Lists orders with the last trade in which each was resting. The sum keeps the planner from scanning all trades backwards. */
const listOrders = (sql: Sql, numbers: number[]) =>
  sql<OrderName[]>`
    select orders.no, '0x' || encode(id, 'hex') as id, address as wallet, market, outcome, side, limit_price as limit,
      lots, filled,
      case when filled = lots then (select max(trades.no + 0) from trades where maker = orders.no) end as "lastTrade"
    from orders join accounts on accounts.no = orders.account
    where orders.no = any(${numbers}::int8[])`;
