/** Compares the tables of the present state - accounts, positions and market states - with the replayed exchange. */
import { bestAsk, bestBid } from "../../core/book.ts";
import { elementAt } from "../../core/element-at.ts";
import type { Event } from "../../core/event.ts";
import { liquidityOf } from "../../core/figures.ts";
import { emptyPosition } from "../../core/position.ts";
import { shownPriceOf } from "../../core/shown-price.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Exchange, Market, Outcome, Position } from "../../core/state.ts";
import { compareValues, addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import { ACCOUNTS } from "../tables/accounts.ts";
import { MARKET_STATES } from "../tables/market-states.ts";
import { POSITIONS } from "../tables/positions.ts";
import { SHORT_ROWS } from "../sql/table-stream.ts";
import type { NumberedRow, TableQuery } from "../sql/table-stream.ts";
import { comparedColumns } from "./compared-columns.ts";
import type { ExpectedRow } from "./compared-columns.ts";

export const ACCOUNT_ROWS: TableQuery = {
  cursor: "account_rows",
  page: SHORT_ROWS,
  text: `select ${comparedColumns(ACCOUNTS)} from accounts order by no`,
};
export const POSITION_ROWS: TableQuery = {
  cursor: "position_rows",
  page: SHORT_ROWS,
  text: `select ${comparedColumns(POSITIONS)}, changed_at as "changedAt" from positions`,
};
export const STATE_ROWS: TableQuery = {
  cursor: "state_rows",
  page: SHORT_ROWS,
  text: `select market as no, ${comparedColumns(MARKET_STATES, ["market"])} from market_states order by market`,
};

export async function compareAccounts(
  { accounts }: Exchange,
  rows: AsyncIterable<NumberedRow>,
  differences: Differences,
): Promise<void> {
  const compare = (account: Account, row: NumberedRow): void => {
    const { address, owner, collateral, held, volume, realized } = account;
    const expected: ExpectedRow<typeof ACCOUNTS, "no"> = {
      address,
      owner,
      collateral,
      held,
      volume,
      realized,
    };
    compareValues(differences, `account ${row.no}`, expected, row);
  };
  await compareNumbered("account", accounts, rows, { differences, compare });
}

/** Time when each market first took orders, by its number, as far as the events went. */
export type OpeningTimes = Map<number, number>;

/** Notes the markets that are active after a batch at `at` and were not before. */
export function noteOpenings(
  opened: OpeningTimes,
  exchange: Exchange,
  at: number,
  events: readonly Event[],
): void {
  for (const event of events) {
    if (event.type !== "listed" && event.type !== "market-status-changed") continue;
    const numbers = event.type === "listed" ? event.markets.map(({ no }) => no) : [event.market.no];
    for (const no of numbers)
      if (elementAt(exchange.markets, no).status === "active" && !opened.has(no)) opened.set(no, at);
  }
}

export async function compareMarketStates(
  { markets }: Exchange,
  opened: OpeningTimes,
  rows: AsyncIterable<NumberedRow>,
  differences: Differences,
): Promise<void> {
  const compare = (market: Market, row: NumberedRow): void => {
    const expected: ExpectedRow<typeof MARKET_STATES, "market"> = {
      ...termsOf(market),
      ...figuresOf(market),
      opened_at: opened.get(market.no),
    };
    compareValues(differences, `state of market ${row.no}`, expected, row);
  };
  await compareNumbered("state of market", markets, rows, { differences, compare });
}

/** Terms of trading and of the resolution, by column. */
const termsOf = (market: Market) => ({
  status: market.status,
  tick: market.tick,
  minimum_lots: market.minimumLots,
  negative_risk: market.negativeRisk,
  payout: market.payout?.join(", "),
  resolved_at: market.resolvedAt === 0 ? undefined : market.resolvedAt,
  proposed_payout: market.proposal?.payout.join(", "),
  disputed: market.proposal?.disputed ?? false,
  fee_rate: market.fees?.rate,
  fee_exponent: market.fees?.exponent,
  fee_taker_only: market.fees?.takerOnly,
  auto_redeem: market.autoRedeem,
});

/** Figures that trading and other operations made, by column. */
const figuresOf = (market: Market) => ({
  backing: market.backing,
  burned: market.burned,
  redeemed: market.redeemed,
  last_price: market.lastTrade?.price,
  last_side: market.lastTrade?.side,
  last_trade_at: market.lastTrade?.at,
  recorded_midpoint: market.recorded?.midpoint,
  recorded_minute: market.recorded?.minute,
  best_bid: bestBid(market.book),
  best_ask: bestAsk(market.book),
  volume: market.volume,
  liquidity: liquidityOf(market),
  shown_price: shownPriceOf(market),
});

type Comparison<T> = {
  readonly differences: Differences;
  readonly compare: (expected: T, row: NumberedRow) => void;
};

/** Compares rows with what stands at their numbers in a list, and names those that only one of them has. */
async function compareNumbered<T extends { readonly no: number }>(
  what: string,
  expected: readonly (T | undefined)[],
  rows: AsyncIterable<NumberedRow>,
  { differences, compare }: Comparison<T>,
): Promise<void> {
  const seen = new Set<number>();
  for await (const row of rows) {
    const one = expected[row.no];
    seen.add(row.no);
    if (one === undefined)
      addDifference(differences, `${what} ${row.no}: it is in the table, and not in the journal`);
    else compare(one, row);
  }
  for (const one of expected)
    if (one !== undefined && !seen.has(one.no))
      addDifference(differences, `${what} ${one.no}: it is not in the table`);
}

export type StoredPositionRow = Position & {
  readonly account: number;
  readonly market: number;
  readonly outcome: Outcome;
};

const NOTHING = emptyPosition();

/** A position that never had shares may be in the table or not: it says nothing. */
export async function comparePositions(
  { accounts, markets }: Exchange,
  rows: AsyncIterable<StoredPositionRow>,
  differences: Differences,
): Promise<void> {
  const seen = new Map<number, Set<number>>();
  for await (const row of rows) {
    const market = markets[row.market];
    const position = market && accounts[row.account]?.positions.get(tokenNumber(market, row.outcome));
    compareValues(differences, positionName(row), position ?? NOTHING, row);
    const tokens = seen.get(row.account) ?? new Set();
    seen.set(row.account, tokens.add(row.market * 2 + row.outcome));
  }
  for (const account of accounts.filter((one) => one !== undefined)) {
    for (const [token, { changedAt }] of account.positions) {
      if (changedAt === 0 || seen.get(account.no)?.has(token) === true) continue;
      const place = { account: account.no, market: token >> 1, outcome: token & 1 };
      addDifference(differences, `${positionName(place)}: it is not in the table`);
    }
  }
}

type PositionPlace = { readonly account: number; readonly market: number; readonly outcome: number };

const positionName = ({ account, market, outcome }: PositionPlace): string =>
  `position of account ${account} in outcome ${outcome} of market ${market}`;
