/** Accounts as operators see them: balance, open orders, worth of positions, and when they joined. */
import { FEE_ACCOUNT } from "../../core/fees.ts";
import type { Micros } from "../../core/units.ts";

import type { Fragment, Sql } from "../sql/database.ts";
import { shownHalfTicks } from "./shown-half-ticks.ts";

export type ListedAccount = {
  /** Number of the account, its place in the list. */
  readonly no: number;
  readonly address: string;
  readonly owner: string;
  readonly collateral: Micros;
  readonly held: Micros;
  readonly openOrders: number;
  /** Worth of its positions at the shown prices, rounded down: a lot at half a tick is half a micro. */
  readonly worth: Micros;
  /** Time of the first entry of its ledger, ms; `null` while it has none. */
  readonly joinedAt: number | null;
  /** True while the orders of its owner are refused. */
  readonly banned: boolean;
};

export type AccountPage = {
  /** Accounts below this number. */
  readonly below: number | undefined;
  readonly limit: number;
};

/** Lists accounts apart from the one of the fees, the latest first. */
export const listLatestAccounts = (sql: Sql, { below, limit }: AccountPage): Promise<ListedAccount[]> =>
  describeAccounts(
    sql,
    sql`
      select no, no as place from accounts
      where address <> ${FEE_ACCOUNT} ${below === undefined ? sql`` : sql`and no < ${below}::bigint`}
      order by no desc limit ${limit}`,
  );

/** Lists the accounts of these addresses in their order, apart from the one of the fees; others have none. */
export const listAccountsOf = (sql: Sql, addresses: readonly string[]): Promise<ListedAccount[]> =>
  describeAccounts(
    sql,
    sql`
      select no, -place as place from unnest(${[...addresses]}::text[]) with ordinality as wanted (address, place)
      join accounts using (address)
      where address <> ${FEE_ACCOUNT}`,
  );

/** Gives accounts all that is listed of them, those of the greatest place first. */
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
