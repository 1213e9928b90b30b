/**
 * The operator's sites: host names, each with the wallets whose markets are available there. They are not of the
 * journal: nothing recomputes them, and they are read anew each time, so that a change counts at once. Hosts are in
 * the form that `parseHost` gives, wallets lower case; a site without wallets does not exist.
 */
import type { OwnSql } from "../sql/database.ts";
import { parseHost } from "./host-name.ts";

export type Site = { readonly host: string; readonly wallets: readonly string[] };

/**
 * Finds wallets in the order of their bytes; none when no site has this name, which may be in any form that
 * `parseHost` reads.
 */
export async function findSiteWallets(sql: OwnSql, host: string): Promise<readonly string[]> {
  const name = parseHost(host);
  if (name === undefined) return [];
  const rows = await sql<{ wallet: string }[]>`select wallet from sites where host = ${name} order by wallet`;
  return rows.map(({ wallet }) => wallet);
}

/** All sites in the order of their names. */
export function listSites(sql: OwnSql): Promise<readonly Site[]> {
  return sql<Site[]>`
    select host, array_agg(wallet::text order by wallet) as wallets from sites group by host order by host`;
}

/** Wallets that the site has already stay. In one order, so that two who add the same do not wait for each other. */
export async function addSiteWallets(sql: OwnSql, { host, wallets }: Site): Promise<void> {
  await sql`
    insert into sites (host, wallet) select ${host}, wallet from unnest(${[...wallets].sort()}::text[]) as row (wallet)
    on conflict do nothing`;
}

/** Removes a site; false when there was none. */
export async function removeSite(sql: OwnSql, host: string): Promise<boolean> {
  const { count } = await sql`delete from sites where host = ${host}`;
  return count > 0;
}

/** Takes all these wallets from the site, or none when it lacks one of them; whether it did. Each is given once. */
export async function removeSiteWallets(sql: OwnSql, { host, wallets }: Site): Promise<boolean> {
  const { count } = await sql`
    with found as (select host, wallet from sites where host = ${host} and wallet = any(${[...wallets]}::text[]))
    delete from sites using found
    where sites.host = found.host and sites.wallet = found.wallet
      and (select count(*) from found) = ${wallets.length}`;
  return count > 0;
}
