/** Compares the tables of the present state - accounts, positions and market states - with the replayed exchange. */
import { bestAsk, bestBid, listOrders } from "../../core/book.ts";
import { elementAt } from "../../core/element-at.ts";
import type { Event } from "../../core/event.ts";
import { liquidityOf } from "../../core/figures.ts";
import type { Invite } from "../../core/invite.ts";
import { mapTermsOn, pickTerms } from "../../core/market-terms.ts";
import type { MarketTerms, OnSurface, TermForms } from "../../core/market-terms.ts";
import { debtOf } from "../../core/negative-risk.ts";
import { emptyPosition } from "../../core/position.ts";
import { shownPriceOf } from "../../core/shown-price.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Exchange, Market, MarketEvent, Order, Outcome, Position } from "../../core/state.ts";
import { NO_LOTS, addLots, redemptionValue, setValue } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";
import { addDifference, compareValues } from "../journal/differences.ts";
import type { Differences, Values } from "../journal/differences.ts";
import { SHORT_ROWS } from "../sql/table-stream.ts";
import type { NumberedRow, TableQuery } from "../sql/table-stream.ts";
import { ACCOUNTS } from "../tables/accounts.ts";
import { MARKET_STATES } from "../tables/market-states.ts";
import { POSITIONS } from "../tables/positions.ts";
import { comparedColumns } from "./compared-columns.ts";
import type { ExpectedRow } from "./compared-columns.ts";

// Compares the exchange that a start would load from the tables with the one replayed from the journal.

export function compareLoaded(replayed: Exchange, loaded: Exchange, differences: Differences): void {
  compareValues(differences, "the loaded exchange", summaryOf(replayed), summaryOf(loaded));
  for (const account of replayed.accounts.filter((one) => one !== undefined)) {
    const found = loaded.accounts[account.no];
    if (found === undefined) addDifference(differences, `account ${account.no}: it is not loaded`);
    else compareAccount(account, found, differences);
  }
  for (const event of replayed.events.values()) {
    const found = loaded.events.get(event.id);
    if (found === undefined) addDifference(differences, `event ${event.id}: it is not loaded`);
    else compareValues(differences, `loaded event ${event.id}`, sharedOf(event), sharedOf(found));
  }
  for (const [id, invite] of replayed.invites) {
    const found = loaded.invites.get(id);
    if (found === undefined) addDifference(differences, `invite ${id}: it is not loaded`);
    else compareValues(differences, `loaded invite ${id}`, inviteOf(invite), inviteOf(found));
  }
  for (const market of replayed.markets.filter((one) => one !== undefined)) {
    const found = loaded.markets[market.no];
    if (found === undefined) addDifference(differences, `market ${market.no}: it is not loaded`);
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
  invites: exchange.invites.size,
  mode: exchange.mode,
  bans: [...exchange.bans].sort().join(", "),
});

function compareAccount(replayed: Account, loaded: Account, differences: Differences): void {
  const subject = `loaded account ${replayed.no}`;
  compareValues(differences, subject, ledgerOf(replayed), loaded);
  for (const token of new Set([...replayed.positions.keys(), ...loaded.positions.keys()])) {
    compareValues(
      differences,
      `${subject}, outcome ${token & 1} of market ${token >> 1}`,
      replayed.positions.get(token) ?? NOTHING,
      loaded.positions.get(token) ?? NOTHING,
    );
  }
}

const ledgerOf = ({ address, owner, collateral, held, volume, realized }: Account) => ({
  address,
  owner,
  collateral,
  held,
  volume,
  realized,
});

const inviteOf = ({ used, revoked, ...terms }: Invite) => ({
  ...terms,
  used: JSON.stringify([...used]),
  revoked: JSON.stringify(revoked),
});

const FLAGS = ["active", "closed", "archived"] as const;

const sharedOf = ({ listed, markets, converted }: MarketEvent) => ({
  listed: textOf(listed, FLAGS),
  markets: markets.map(({ no }) => no).join(", "),
  converted,
});

/** Compares books, order by order in priority, and the values that the engine continues from. */
function compareMarket(replayed: Market, loaded: Market, differences: Differences): void {
  const subject = `loaded market ${replayed.no}`;
  compareValues(differences, subject, loadedTerms(replayed), loadedTerms(loaded));
  compareValues(differences, subject, loadedFigures(replayed), loadedFigures(loaded));
  const found = listOrders(loaded.book);
  for (const [place, order] of listOrders(replayed.book).entries()) {
    const other = found[place];
    if (other === undefined) addDifference(differences, `${subject}: order ${order.no} is not in its book`);
    else
      compareValues(
        differences,
        `${subject}, order ${place + 1} of its book`,
        orderOf(order),
        orderOf(other),
      );
  }
}

const loadedTerms = (market: Market) => ({
  conditionId: market.conditionId,
  tokens: market.tokenIds.join(", "),
  outcomes: JSON.stringify(market.outcomes),
  event: market.event.id,
  ...pickTerms(market),
  fees: textOf(market.fees, ["rate", "exponent", "takerOnly"]),
  status: market.status,
  flags: textOf(market.flags, FLAGS),
  payout: market.payout?.join(", "),
  proposal: textOf(market.proposal, ["payout", "disputed"]),
  resolvedAt: market.resolvedAt,
});

const loadedFigures = (market: Market) => ({
  backing: market.backing,
  burned: market.burned,
  redeemed: market.redeemed,
  volume: market.volume,
  resting: market.resting.join(", "),
  lastTrade: textOf(market.lastTrade, ["price", "side", "at"]),
  recorded: textOf(market.recorded, ["midpoint", "minute"]),
});

/** Writes these fields as JSON, in this order. */
const textOf = <T extends object>(
  value: T | undefined,
  fields: readonly (keyof T & string)[],
): string | undefined => value && JSON.stringify(value, [...fields]);

const orderOf = ({ no, account, remaining, price, bid, expiresAt }: Order) => ({
  no,
  account: account.no,
  remaining,
  price,
  bid,
  expiresAt,
});

// Checks an exchange that was replayed from the journal alone. No decision leads to a negative amount, to a hold above
// it or to shares without backing. If one is found, the journal contradicts itself, and tables made from it are as
// wrong.

export function checkReplayed(exchange: Exchange, differences: Differences): void {
  const accounts = [...exchange.accountByAddress.values()];
  const markets = [...exchange.marketByCondition.values()];
  const supplies = sumSupplies(accounts);
  const faults = [
    ...accounts.flatMap(faultsOfAccount),
    ...[...exchange.orders.values()].flatMap(faultsOfOrder),
    ...markets.flatMap((market) => faultsOfMarket(market, supplies)),
    ...faultsOfTotals(exchange, accounts, markets),
  ];
  for (const fault of faults) addDifference(differences, `journal: by its batches ${fault}`);
}

/** Sums up the shares of all accounts by the number of their token. */
function sumSupplies(accounts: readonly Account[]): Map<number, Lots> {
  const supplies = new Map<number, Lots>();
  for (const { positions } of accounts)
    for (const [token, { lots }] of positions)
      supplies.set(token, addLots(supplies.get(token) ?? NO_LOTS, lots));
  return supplies;
}

function faultsOfAccount({ no, collateral, held, positions }: Account): string[] {
  const faults: string[] = [];
  if (collateral < 0 || held < 0 || held > collateral)
    faults.push(`account ${no} has ${collateral}, and holds ${held} of it`);
  for (const [token, position] of positions)
    if (position.lots < 0 || position.held < 0 || position.held > position.lots)
      faults.push(
        `account ${no} has ${position.lots} lots of outcome ${token & 1} of market ${token >> 1}, and holds ${position.held} of them`,
      );
  return faults;
}

const faultsOfOrder = ({ no, remaining, lots }: Order): string[] =>
  remaining > 0 && remaining <= lots ? [] : [`order ${no} rests with ${remaining} of ${lots} lots`];

/**
 * Lists the faults of a market. An open market backs a set for each share of either outcome, a resolved one the
 * remaining payouts.
 */
function faultsOfMarket(market: Market, supplies: ReadonlyMap<number, Lots>): string[] {
  const { no, payout, backing, burned } = market;
  const first = supplies.get(tokenNumber(market, 0)) ?? NO_LOTS;
  const second = supplies.get(tokenNumber(market, 1)) ?? NO_LOTS;
  const claims =
    payout === undefined
      ? [setValue(first), setValue(addLots(second, burned))]
      : [redemptionValue(first, payout, 0) + redemptionValue(second, payout, 1)];
  return claims.every((claim) => claim === backing)
    ? []
    : [`shares of market ${no} can claim ${claims.join(" or ")}, and ${backing} backs them`];
}

function faultsOfTotals(
  { deposits, events }: Exchange,
  accounts: readonly Account[],
  markets: readonly Market[],
): string[] {
  const collateral = sum(accounts.map((account) => account.collateral));
  const backing = sum(markets.map((market) => market.backing));
  const debt = [...events.values()].reduce(
    (total, event) => total + debtOf(event.markets, event.converted),
    0n,
  );
  return collateral + backing - debt === BigInt(deposits)
    ? []
    : [`${deposits} came in, accounts have ${collateral}, and ${backing - debt} backs shares`];
}

const sum = (amounts: readonly number[]): bigint =>
  amounts.reduce((total, amount) => total + BigInt(amount), 0n);

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

/** Time when each market first accepted orders, by its number, at the current point of the replay. */
export type OpeningTimes = Map<number, number>;

/** Records the markets that are active after a batch at `at` and were not before. */
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

/** Parameters of trading and of the resolution, by column. */
const termsOf = (market: Market) => ({
  status: market.status,
  ...termCells(market),
  payout: market.payout?.join(", "),
  resolved_at: market.resolvedAt === 0 ? undefined : market.resolvedAt,
  proposed_payout: market.proposal?.payout.join(", "),
  disputed: market.proposal?.disputed ?? false,
  fee_rate: market.fees?.rate,
  fee_exponent: market.fees?.exponent,
  fee_taker_only: market.fees?.takerOnly,
});

/** Terms of a market that have one column each. */
const termCells = (terms: MarketTerms) =>
  mapTermsOn<OnSurface<"column", TermForms<Values[string], never>>>("column", ({ term }) => terms[term]);

/** Sums of trading and other operations, by column. */
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

/** Compares rows with the list items of the same numbers, and reports those that only one of them has. */
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

type StoredPositionRow = Position & {
  readonly account: number;
  readonly market: number;
  readonly outcome: Outcome;
};

const NOTHING = emptyPosition();

/** Compares positions. A position that never had shares may be in the table or not. */
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
