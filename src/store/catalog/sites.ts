/**
 * The operator's sites: host names, each with the wallets whose markets are available there. They are not part of the
 * journal: nothing derives them, and they are read each time, so that a change applies at once. Hosts are in the form
 * that `parseHost` returns, wallets are lower case; a site without wallets does not exist.
 */
import { domainToASCII } from "node:url";
import type { OwnSql } from "../sql/database.ts";

// Name of a site: a host name in its normal form, which is stored, compared and returned.

/** Maximum characters of a DNS name. */
const MAX_LENGTH = 253;
const SCHEME = /^https?:\/\//i;
/** The part of a URL after the host. */
const AFTER_HOST = /[/?#].*$/s;
/** Characters allowed in a host. Other ASCII is rejected, since the conversion below would resolve escapes and drop blanks. */
const HOST_CHARACTERS = /^[a-z0-9.\u0080-\u{10ffff}-]+$/iu;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Parses a host name in any case or script, alone or in an http or https URL, to lower-case ASCII (punycode). Returns
 * `undefined` for an IP address, a port, a wildcard, a user name, or other text that is no host.
 */
export function parseHost(text: string): string | undefined {
  const host = text.trim().replace(SCHEME, "").replace(AFTER_HOST, "");
  if (host.length > MAX_LENGTH || !HOST_CHARACTERS.test(host)) return undefined;
  // A trailing dot only marks the name as complete.
  const name = domainToASCII(host).replace(/\.$/, "");
  const labels = name.split(".");
  const isNumber = /^\d+$/.test(labels.at(-1) ?? "");
  return name.length <= MAX_LENGTH && !isNumber && labels.every((label) => LABEL.test(label))
    ? name
    : undefined;
}

export type Site = { readonly host: string; readonly wallets: readonly string[] };

/**
 * Finds the wallets of a site in byte order; none if there is no such site. The name may be in any form that
 * `parseHost` reads.
 */
export async function findSiteWallets(sql: OwnSql, host: string): Promise<readonly string[]> {
  const name = parseHost(host);
  if (name === undefined) return [];
  const rows = await sql<{ wallet: string }[]>`select wallet from sites where host = ${name} order by wallet`;
  return rows.map(({ wallet }) => wallet);
}

/** Lists all sites by name. */
export function listSites(sql: OwnSql): Promise<readonly Site[]> {
  return sql<Site[]>`
    select host, array_agg(wallet::text order by wallet) as wallets from sites group by host order by host`;
}

/** Adds wallets to a site; existing ones stay. They are inserted in one order, so that concurrent calls cannot deadlock. */
export async function addSiteWallets(sql: OwnSql, { host, wallets }: Site): Promise<void> {
  await sql`
    insert into sites (host, wallet) select ${host}, wallet from unnest(${[...wallets].sort()}::text[]) as row (wallet)
    on conflict do nothing`;
}

/** Removes a site; false if there was none. */
export async function removeSite(sql: OwnSql, host: string): Promise<boolean> {
  const { count } = await sql`delete from sites where host = ${host}`;
  return count > 0;
}

/** Removes all these wallets (distinct) from the site, or none if one is missing; returns whether they were removed. */
export async function removeSiteWallets(sql: OwnSql, { host, wallets }: Site): Promise<boolean> {
  const { count } = await sql`
    with found as (select host, wallet from sites where host = ${host} and wallet = any(${[...wallets]}::text[]))
    delete from sites using found
    where sites.host = found.host and sites.wallet = found.wallet
      and (select count(*) from found) = ${wallets.length}`;
  return count > 0;
}
