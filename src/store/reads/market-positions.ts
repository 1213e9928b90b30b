/** Positions of all wallets in one outcome of a market, a page in order of a figure. */
import type { Payout } from "../../core/catalog.ts";
import type { Outcome } from "../../core/state.ts";
import type { Lots, Micros, SharePrice, Ticks } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";

/** A market with what the price of its outcomes follows from. */
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

/** The market with this condition (lower case). */
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

export type MarketPositionStatus = "OPEN" | "CLOSED" | "ALL";
export type MarketPositionSort = "TOKENS" | "CASH_PNL" | "REALIZED_PNL" | "TOTAL_PNL";

export type MarketPositionPage = {
  readonly market: number;
  readonly outcome: Outcome;
  /** Price of the outcome in millionths, by which profit is counted. */
  readonly price: number;
  /** Lower case; `undefined` is everybody. */
  readonly wallet: string | undefined;
  readonly status: MarketPositionStatus;
  readonly sort: MarketPositionSort;
  readonly direction: "ASC" | "DESC";
  readonly offset: number;
  readonly limit: number;
};

/** A page of the positions that are and were; equal ones go by account. A hundredth of a share counts as closed. */
export function listMarketPositions(sql: AnySql, page: MarketPositionPage): Promise<MarketPosition[]> {
  const { market, outcome, wallet, direction, offset, limit } = page;
  return sql<MarketPosition[]>`
    select address as wallet, lots, average, bought, positions.realized
    from positions join accounts on accounts.no = positions.account
    where market = ${market} and outcome = ${outcome} and ${statusTerm(sql, page.status)}
      ${wallet === undefined ? sql`` : sql`and address = ${wallet}`}
    order by ${figureOf(sql, page)} ${direction === "ASC" ? sql`asc` : sql`desc`}, positions.account
    limit ${limit} offset ${offset}`;
}

function statusTerm(sql: AnySql, status: MarketPositionStatus): Fragment {
  switch (status) {
    case "OPEN":
      return sql`lots > 1`;
    case "CLOSED":
      return sql`lots <= 1 and bought > 0`;
    case "ALL":
      return sql`(lots > 0 or bought > 0)`;
  }
}

/** Figures of one unit each, exactly: cash profit and all profit in hundredths of millionths. */
function figureOf(sql: AnySql, { sort, price }: MarketPositionPage): Fragment {
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
