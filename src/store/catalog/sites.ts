/**
 * The operator's sites: host names, each with the wallets whose markets are available there. They are not of the
 * journal: nothing recomputes them, and they are read anew each time, so that a change counts at once. Hosts are in
 * the form that `parseHost` gives, wallets lower case; a site without wallets does not exist.
 */
import { domainToASCII } from "node:url";
import type { OwnSql } from "../sql/database.ts";

// The name of a site: a host name in its one normal form, which is what is stored, compared and answered.

/** Characters of a name in the domain name system. */
const MAX_LENGTH = 253;
const SCHEME = /^https?:\/\//i;
/** The part of a URL behind the host. */
const REST = /[/?#].*$/s;
/**
 * Characters that a host may be written with. Other ASCII is refused, since the conversion below would resolve escapes
 * and drop blanks.
 */
const WRITTEN = /^[a-z0-9.\u0080-\u{10ffff}-]+$/iu;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The lower-case ASCII form (punycode) of a host name in any case or script, alone or within an http or https URL.
 * `undefined` for what names no host: an IP address, a port, a wildcard, a user name.
 */
export function parseHost(text: string): string | undefined {
  const host = text.trim().replace(SCHEME, "").replace(REST, "");
  if (host.length > MAX_LENGTH || !WRITTEN.test(host)) return undefined;
  // A point at the end says no more than that the name is complete.
  const name = domainToASCII(host).replace(/\.$/, "");
  const labels = name.split(".");
  const isNumber = /^\d+$/.test(labels.at(-1) ?? "");
  return name.length <= MAX_LENGTH && !isNumber && labels.every((label) => LABEL.test(label))
    ? name
    : undefined;
}

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
