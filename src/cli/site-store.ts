/**
 * The store of sites. A running exchange on the data directory is called through its operator API; otherwise the
 * database is opened without the engine.
 */
import { addToSite, dropSite, takeFromSite } from "../catalog/change-sites.ts";
import type { Config } from "../config.ts";
import type { Rejection } from "../core/rejection.ts";
import { listSites } from "../store/catalog/sites.ts";
import type { Site } from "../store/catalog/sites.ts";
import { openDatabase } from "../store/sql/database.ts";
import { requireSchema } from "../store/sql/require-schema.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openExclusively } from "./open-database.ts";
import { callOperator, findOperator } from "./operator-api.ts";
import type { OperatorApi } from "./operator-api.ts";

/** Store of sites. Each change returns the changed site; a rejection throws an Error of one line. */
export type SiteStore = {
  list(): Promise<readonly Site[]>;
  add(site: Site): Promise<Site>;
  /** Removes the site with all its wallets. */
  remove(host: string): Promise<Site>;
  /** Removes these wallets from the site. */
  removeWallets(site: Site): Promise<Site>;
  close(): Promise<void>;
};

/** Opens the store; `reason` goes to the audit log of a running exchange. */
export async function openSiteStore(config: Config, reason: string | undefined): Promise<SiteStore> {
  const operator = findOperator(config);
  return operator === undefined ? openLocalSites(config) : remoteSites(operator, reason);
}

function remoteSites(operator: OperatorApi, reason: string | undefined): SiteStore {
  const change = async (method: "POST" | "DELETE", path: string, body?: unknown): Promise<Site> =>
    JSON.parse(await callOperator(operator, { method, path, body }));
  return {
    list: async () => JSON.parse(await callOperator(operator, { method: "GET", path: "/sites" })),
    add: (site) => change("POST", "/sites", { ...site, reason }),
    remove: (host) => change("DELETE", `/sites/${host}`, reason === undefined ? undefined : { reason }),
    removeWallets: ({ host, wallets }) => change("DELETE", `/sites/${host}`, { wallets, reason }),
    close: () => Promise.resolve(),
  };
}

async function openLocalSites(config: Config): Promise<SiteStore> {
  const database = await openExclusively(config);
  const sql = openDatabase(database.url, { name: "presage site", maxConnections: 1 });
  const close = (): Promise<void> => sql.end({ timeout: 1 }).finally(database.close);
  closeOnInterrupt(close);
  try {
    await requireSchema(sql);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    list: () => listSites(sql),
    add: async (site) => throwIfRefused(await addToSite(sql, site)),
    remove: async (host) => throwIfRefused(await dropSite(sql, host)),
    removeWallets: async (site) => throwIfRefused(await takeFromSite(sql, site)),
    close,
  };
}

export function throwIfRefused(outcome: Site | Rejection): Site {
  if ("code" in outcome) throw new Error(outcome.hint);
  return outcome;
}
