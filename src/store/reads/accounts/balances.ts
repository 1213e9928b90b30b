/** Balances of wallets: collateral and shares, and the part of each that open orders hold. */
import type { Outcome } from "../../../core/state.ts";
import type { Lots, Micros } from "../../../core/units.ts";
import type { AnySql, Sql } from "../../sql/database.ts";

/** Collateral of an account; `held` is the part that open orders hold. */
export type AccountBalance = { readonly collateral: Micros; readonly held: Micros };

/** Finds the collateral of one account. */
export async function findBalance(sql: AnySql, address: string): Promise<AccountBalance | undefined> {
  const [row] = await sql<AccountBalance[]>`select collateral, held from accounts where address = ${address}`;
  return row;
}

/** Selection of an owner's wallets: these, or all except these. */
export type WalletSelection =
  | { readonly owner: string; readonly only: readonly string[] }
  | {
      readonly owner: string;
      readonly except: readonly string[];
    };

/** Finds the owner's most recently opened wallet among the selected ones. */
export async function findLastWallet(sql: Sql, wallets: WalletSelection): Promise<string | undefined> {
  const [among, addresses] = "only" in wallets ? [sql`= any`, wallets.only] : [sql`<> all`, wallets.except];
  const [row] = await sql<{ address: string }[]>`
    select address from accounts where owner = ${wallets.owner}
      and address ${among} (${addresses as string[]}::text[])
    order by no desc limit 1`;
  return row?.address;
}

/** A token, by market number and outcome. */
export type OutcomeToken = { readonly market: number; readonly outcome: Outcome };

/** Finds the wallet's shares of a token, including those that open orders hold. */
export async function findShares(sql: Sql, address: string, token: OutcomeToken): Promise<Lots | undefined> {
  const [row] = await sql<{ lots: Lots }[]>`
    select lots from positions
    where account = (select no from accounts where address = ${address})
      and market = ${token.market} and outcome = ${token.outcome}`;
  return row?.lots;
}

/** Row for a wallet or for one of its positions. Each wallet's own row comes before its positions. */
export type BalanceRow = {
  /** Numbers of the account and of the market, 0 in a wallet's own row. With the outcome they are the row's cursor. */
  readonly account: number;
  readonly market: number;
  readonly outcome: Outcome;
  readonly address: string;
  readonly collateral: Micros;
  readonly collateralHeld: Micros;
  readonly lots: Lots | null;
  readonly held: Lots | null;
  readonly conditionId: string | null;
  readonly tokenId: string | null;
  readonly outcomeLabel: string | null;
};

/** Cursor: account, market and outcome. */
export type BalanceCursor = readonly [account: number, market: number, outcome: number];

export type BalancePage = {
  readonly owner: string;
  /** One wallet of the owner; all wallets if undefined. */
  readonly address: string | undefined;
  /** Cursor: the row before the page. */
  readonly after: BalanceCursor;
  readonly limit: number;
};

/** Lists wallets of an owner and the tokens that they hold, by account, market and outcome. */
export function listBalances(sql: Sql, { owner, address, after, limit }: BalancePage): Promise<BalanceRow[]> {
  const [account, market, outcome] = after;
  return sql<BalanceRow[]>`
    with wallet as (
      select no, address, collateral, held from accounts
      where owner = ${owner} and no >= ${account}::bigint ${address === undefined ? sql`` : sql`and address = ${address}`}
      order by no limit ${limit + 1}
    ), page as (
      select wallet.*, place.* from wallet cross join lateral (
        select 0 as market, 0::smallint as outcome, null::bigint as lots, null::bigint as lots_held
        where (wallet.no, 0, 0) > (${account}::bigint, ${market}::bigint, ${outcome}::bigint)
        union all
        (select market, outcome, lots, held from positions
         where positions.account = wallet.no and lots > 0
           and (positions.account, market, outcome) > (${account}::bigint, ${market}::bigint, ${outcome}::bigint)
         order by market, outcome limit ${limit})
      ) as place
      order by wallet.no, place.market, place.outcome limit ${limit}
    )
    select page.no as account, page.market, page.outcome, page.address, page.collateral,
      page.held as "collateralHeld", page.lots, page.lots_held as held, markets.condition_id as "conditionId",
      markets.token_ids[page.outcome + 1] as "tokenId",
      markets.content -> 'outcomes' ->> page.outcome::int as "outcomeLabel"
    from page left join markets on markets.no = page.market
    order by page.no, page.market, page.outcome`;
}
