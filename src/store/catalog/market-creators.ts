/** Wallets that made markets of the catalog, each with the name of a site that it is on. */
import type { AnySql, Fragment } from "../sql/database.ts";
import type { Scope } from "./catalog-records.ts";
import { marketsInScope } from "./scope-terms.ts";

export type MarketCreator = {
  /** Lower case. */
  readonly wallet: string;
  /** The first of its sites by name; null where it is on none. */
  readonly host: string | null;
};

export type CreatorPage = {
  readonly scope: Scope;
  readonly hosts?: readonly string[] | undefined;
  readonly wallets?: readonly string[] | undefined;
  readonly order: keyof typeof CREATOR_ORDERS;
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** Orders of creators, each with its column; those without a name come first. */
export const CREATOR_ORDERS = { id: "creator", creatorName: "host" } as const;

/** A page of the creators; equal ones are in order of their wallets. */
export const listMarketCreators = (sql: AnySql, page: CreatorPage): Promise<MarketCreator[]> => {
  const { scope, hosts, wallets } = page;
  const among = (column: string, values: readonly string[] | undefined): Fragment =>
    values === undefined ? sql`` : sql`and ${sql(column)} = any(${values as string[]}::text[])`;
  const direction = page.ascending ? sql`asc` : sql`desc`;
  const column = CREATOR_ORDERS[page.order];
  const first = column === "host" ? sql`coalesce(host, '') ${direction},` : sql``;
  return sql<MarketCreator[]>`
    with made as (
      select distinct creator from market_entries
      where creator > '' ${marketsInScope(sql, scope)} ${among("creator", wallets)}
    ), named as (
      select creator, (select min(host) from sites where wallet = creator) as host from made
    )
    select creator as wallet, host from named where true ${among("host", hosts)}
    order by ${first} creator ${direction} limit ${page.limit} offset ${page.offset}`;
};
