/** Balances of wallets: collateral and shares, and the part of each that their open orders hold. */
import type { Outcome } from "../../core/state.ts";
import type { Lots, Micros } from "../../core/units.ts";
import type { AnySql, Sql } from "../sql/database.ts";

/** `held` is what of the collateral open orders hold. */
export type AccountBalance = { readonly collateral: Micros; readonly held: Micros };

/** The collateral of one account. */
export async function findBalance(sql: AnySql, address: string): Promise<AccountBalance | undefined> {
  const [row] = await sql<AccountBalance[]>`select collateral, held from accounts where address = ${address}`;
  return row;
}

/** Wallets of an owner to look at: these, or all but these. */
export type WalletSelection =
  | { readonly owner: string; readonly only: readonly string[] }
  | {
      readonly owner: string;
      readonly except: readonly string[];
    };

/** The owner's wallet among these that was opened last. */
export async function findLastWallet(sql: Sql, wallets: WalletSelection): Promise<string | undefined> {
  const [among, addresses] = "only" in wallets ? [sql`= any`, wallets.only] : [sql`<> all`, wallets.except];
  const [row] = await sql<{ address: string }[]>`
    select address from accounts where owner = ${wallets.owner}
      and address ${among} (${addresses as string[]}::text[])
    order by no desc limit 1`;
  return row?.address;
}

/** A token, by the number of its market. */
export type OutcomeToken = { readonly market: number; readonly outcome: Outcome };

/** The wallet's shares of a token, with those that open orders hold. */
export async function findShares(sql: Sql, address: string, token: OutcomeToken): Promise<Lots | undefined> {
  const [row] = await sql<{ lots: Lots }[]>`
    select lots from positions
    where account = (select no from accounts where address = ${address})
      and market = ${token.market} and outcome = ${token.outcome}`;
  return row?.lots;
}

/** A wallet, or one of its positions: in a walk each wallet comes first without one. */
export type BalanceRow = {
  /** Number of the account and of the market, 0 without one: with the outcome, the row's place in the walk. */
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

/** Account, market and outcome. */
export type BalancePlace = readonly [account: number, market: number, outcome: number];

export type BalancePage = {
  readonly owner: string;
  /** One wallet of the owner; `undefined` is all of them. */
  readonly address: string | undefined;
  /** The row that the page follows. */
  readonly after: BalancePlace;
  readonly limit: number;
};

/** Wallets of an owner with the tokens that they have any of, by account, market and outcome. */
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
