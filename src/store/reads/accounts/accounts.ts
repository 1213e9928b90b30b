/** Accounts as operators see them: balance, open orders, value of positions, and time of the first ledger entry. */
import type { MarketStatus } from "../../../core/markets/catalog.ts";
import { FEE_ACCOUNT } from "../../../core/ledger/fees.ts";
import type { Lots, Micros, SharePrice } from "../../../core/units.ts";
import type { AnySql, Fragment, Sql } from "../../sql/database.ts";
import type { AccountBalance } from "./balances.ts";
import { shownHalfTicks } from "./positions.ts";

// Addresses of accounts: their number, and those with a given prefix.

/** Counts all accounts; their numbers have no gaps. */
export async function countAccounts(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select coalesce(max(no) + 1, 0) as count from accounts`;
  return count;
}

type AddressSearch = {
  /** Prefix of the address, lower case. */
  readonly begins: string;
  readonly offset: number;
  readonly limit: number;
};

/** Sorts behind every digit of an address. */
const LAST = "g";

/** Lists addresses in ascending order, without the fee account. */
export async function listAddresses(
  sql: Sql,
  { begins, offset, limit }: AddressSearch,
): Promise<readonly string[]> {
  const rows = await sql<{ address: string }[]>`
    select address from accounts
    where address >= ${begins} and address < ${begins + LAST} and starts_with(address, ${begins})
      and address <> ${FEE_ACCOUNT}
    order by address limit ${limit} offset ${offset}`;
  return rows.map(({ address }) => address);
}

export type ListedAccount = {
  /** Number of the account, its position in the list. */
  readonly no: number;
  readonly address: string;
  readonly owner: string;
  readonly collateral: Micros;
  readonly held: Micros;
  readonly openOrders: number;
  /** Value of its positions at the shown prices, rounded down: a lot at half a tick is half a micro. */
  readonly worth: Micros;
  /** Time of the first entry of its ledger, ms; `null` if it has none. */
  readonly joinedAt: number | null;
  /** True while the owner's orders are rejected. */
  readonly banned: boolean;
};

type AccountPage = {
  /** Upper bound of account numbers, exclusive. */
  readonly below: number | undefined;
  readonly limit: number;
};

/** Lists accounts except the fee account, latest first. */
export const listLatestAccounts = (sql: Sql, { below, limit }: AccountPage): Promise<ListedAccount[]> =>
  describeAccounts(
    sql,
    sql`
      select no, no as place from accounts
      where address <> ${FEE_ACCOUNT} ${below === undefined ? sql`` : sql`and no < ${below}::bigint`}
      order by no desc limit ${limit}`,
  );

/** Lists the accounts of these addresses in their order, except the fee account. Addresses without an account are skipped. */
export const listAccountsByAddress = (sql: Sql, addresses: readonly string[]): Promise<ListedAccount[]> =>
  describeAccounts(
    sql,
    sql`
      select no, -place as place from unnest(${[...addresses]}::text[]) with ordinality as wanted (address, place)
      join accounts using (address)
      where address <> ${FEE_ACCOUNT}`,
  );

/** Adds all listed fields to the chosen accounts, sorted by descending position. */
const describeAccounts = (sql: Sql, chosen: Fragment) =>
  sql<ListedAccount[]>`
    with chosen as (${chosen}),
    page as (select no, place, address, owner, collateral, held from chosen join accounts using (no))
    select no, address, owner, collateral, held, "openOrders", worth, "joinedAt",
      exists (select from bans where bans.address = page.owner) as banned
    from page
    cross join lateral (
      select count(*) as "openOrders" from orders where orders.account = page.no and orders.status = 'live'
    ) as resting
    cross join lateral (
      select coalesce(sum(lots * ${shownHalfTicks(sql)}) / 2, 0)::bigint as worth
      from positions join market_states using (market)
      where positions.account = page.no and lots > 0
    ) as holdings
    left join lateral (
      select at as "joinedAt" from operations where operations.account = page.no
      order by batch, place, leg limit 1
    ) as first on true
    order by page.place desc`;

// Positions of one account with shares, valued at the shown prices, most valuable first.

export type AccountPosition = {
  readonly conditionId: string;
  readonly question: string;
  readonly status: MarketStatus;
  /** Name of the outcome. */
  readonly outcome: string;
  readonly lots: Lots;
  /** Shares that open orders hold. */
  readonly held: Lots;
  readonly average: SharePrice;
  /** The shown price of a share, in half ticks. */
  readonly halfTicks: number;
  /** Value at the shown price, rounded down. */
  readonly worth: Micros;
  /** Total number of the account's positions with shares. */
  readonly total: number;
};

export const listAccountPositions = (
  sql: Sql,
  { address, limit }: { readonly address: string; readonly limit: number },
): Promise<AccountPosition[]> =>
  sql<AccountPosition[]>`
    select condition_id as "conditionId", content ->> 'question' as question, status,
      content -> 'outcomes' ->> outcome::int as outcome, lots, held, average,
      ${shownHalfTicks(sql)} as "halfTicks", (lots * ${shownHalfTicks(sql)} / 2)::bigint as worth, count(*) over () as total
    from positions
    join market_states using (market)
    join markets on markets.no = positions.market
    where account = (select no from accounts where address = ${address}) and lots > 0
    order by worth desc, condition_id, positions.outcome limit ${limit}`;

export type MarketTexts = { readonly question: string; readonly outcomes: readonly [string, string] };

/** Finds questions and names of outcomes by condition id. */
export async function findMarketTexts(
  sql: Sql,
  conditionIds: readonly string[],
): Promise<ReadonlyMap<string, MarketTexts>> {
  const rows = await sql<(MarketTexts & { readonly conditionId: string })[]>`
    select condition_id as "conditionId", content ->> 'question' as question, content -> 'outcomes' as outcomes
    from markets where condition_id = any(${[...new Set(conditionIds)]}::text[])`;
  return new Map(rows.map(({ conditionId, ...texts }) => [conditionId, texts]));
}

// Basic facts of a wallet's account, for its public profile.

export type WalletProfile = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Time of its first deposit or other operation, ms; `null` if there was none. */
  readonly joinedAt: number | null;
};

/** Finds a wallet's profile; `undefined` without an account. */
export async function findWalletProfile(sql: AnySql, wallet: string): Promise<WalletProfile | undefined> {
  const [found] = await sql<WalletProfile[]>`
    select address as wallet, joined.at as "joinedAt" from accounts
    left join lateral (
      select at from operations where account = accounts.no order by batch, place, leg limit 1
    ) as joined on true
    where address = ${wallet}`;
  return found;
}

// Wallets of one signing key, with their collateral.

type OwnedWallet = AccountBalance & { readonly address: string };

/** Lists the first `limit` wallets in order of opening. */
export const listOwnedWallets = (sql: Sql, owner: string, limit: number): Promise<OwnedWallet[]> =>
  sql<OwnedWallet[]>`
    select address, collateral, held from accounts where owner = ${owner} order by no limit ${limit}`;

// Names of markets and events, by their ids.

type ListedMarketName = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly outcomes: readonly [string, string];
};

/** Reads the names of markets by condition id; skips unknown ones. */
export const nameMarkets = (sql: Sql, conditionIds: readonly string[]): Promise<ListedMarketName[]> =>
  sql<ListedMarketName[]>`
    select condition_id as id, slug, content ->> 'question' as name, content -> 'outcomes' as outcomes
    from markets where condition_id = any(${[...conditionIds]}::text[])`;

type ListedEventName = Omit<ListedMarketName, "outcomes">;

/** Reads the names of events by id; skips unknown ones. */
export const nameEvents = (sql: Sql, ids: readonly string[]): Promise<ListedEventName[]> => {
  const numbers = ids.filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return sql<ListedEventName[]>`
    select id::text, slug, content ->> 'title' as name from events where id = any(${numbers}::bigint[])`;
};
