/** Changes of the operator's sites: each change is checked, then rejected with a reason or applied. */
import { ZERO_ADDRESS, rejectUnsigned } from "../core/ledger/accounts.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { checksumAddress, parseAddress } from "../signing/address.ts";
import {
  addSiteWallets,
  findSiteWallets,
  parseHost,
  removeSite,
  removeSiteWallets,
} from "../store/catalog/sites.ts";
import type { Site } from "../store/catalog/sites.ts";
import type { OwnSql } from "../store/sql/database.ts";

/** Normalises the host and the wallets and removes duplicates; rejects the first malformed one. */
export function readSite({ host, wallets }: Site): Site | Rejection {
  const name = parseHost(host);
  if (name === undefined) return rejectField("host", "a host name without a port, like market.example", host);
  const read = new Set<string>();
  for (const wallet of wallets) {
    const address = parseAddress(wallet);
    if (address === undefined) return rejectField("wallets", expectedWallet(wallet), wallet);
    if (address === ZERO_ADDRESS) return rejectField("wallets", "wallets that somebody signs for", wallet);
    read.add(address);
  }
  return { host: name, wallets: [...read] };
}

/** Adds the wallets to the site, creating the site if needed; returns the site with all its wallets. */
export async function addToSite(sql: OwnSql, given: Site): Promise<Site | Rejection> {
  const site = readSite(given);
  if (isRejection(site)) return site;
  for (const wallet of site.wallets) {
    const walletRejection = rejectUnsigned(wallet);
    if (walletRejection !== undefined) return walletRejection;
  }
  await addSiteWallets(sql, site);
  return { host: site.host, wallets: await findSiteWallets(sql, site.host) };
}

export async function dropSite(sql: OwnSql, host: string): Promise<Site | Rejection> {
  const site = readSite({ host, wallets: [] });
  if (isRejection(site)) return site;
  return (await removeSite(sql, site.host)) ? site : unknownSite(site.host);
}

/**
 * Removes the wallets from the site; returns the site with the remaining wallets. Rejects the whole change if the site
 * lacks one of the given wallets.
 */
export async function takeFromSite(sql: OwnSql, given: Site): Promise<Site | Rejection> {
  const site = readSite(given);
  if (isRejection(site)) return site;
  const { host, wallets } = site;
  const removed = await removeSiteWallets(sql, site);
  const present = await findSiteWallets(sql, host);
  if (removed) return { host, wallets: present };
  if (present.length === 0) return unknownSite(host);
  return rejectField(
    "wallets",
    `wallets of ${host}`,
    wallets.find((wallet) => !present.includes(wallet)),
  );
}

const unknownSite = (host: string): Rejection =>
  rejectField("host", "the name of a site that has wallets", host);

/** Describes the expected wallet: with the right checksum if only the checksum is wrong. */
function expectedWallet(text: string): string {
  const lower = text.toLowerCase();
  return parseAddress(lower) === undefined
    ? "wallet addresses, each 0x and 40 hexadecimal digits"
    : `${checksumAddress(lower)}, if its digits are right, or one case throughout`;
}

const rejectField = (name: string, expected: string, got: string | undefined): Rejection =>
  reject("invalid_payload", `${name}: expected ${expected}, got "${got ?? ""}"`);
