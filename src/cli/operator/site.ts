/** `presage site add|remove|list`: manages the operator's sites, which are host names with wallets. */
import { addToSite, dropSite, readSite, takeFromSite } from "../../listings/change-sites.ts";
import type { Config } from "../../settings/config.ts";
import type { Rejection } from "../../core/rejection.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { listSites } from "../../store/catalog/sites.ts";
import type { Site } from "../../store/catalog/sites.ts";
import { openDatabase } from "../../store/sql/database.ts";
import { requireSchema } from "../../store/sql/require-schema.ts";
import { URL_FLAG, readCommandLine, getTextFlag } from "../command-line.ts";
import { closeOnInterrupt } from "../interrupt.ts";
import { openExclusively } from "../open-database.ts";
import { callOperator, findOperator } from "./operator-api.ts";
import type { OperatorApi } from "./operator-api.ts";
import { tableText } from "../table.ts";

export const SITE_HELP = `Usage: presage site add HOST WALLET... [settings]
       presage site remove HOST [WALLET...] [settings]
       presage site list [settings]

A site is a host name with the wallets whose markets are available there: creator=HOST in the catalog finds just
these. Adding makes the site where there is none; removing without a wallet removes it whole. It works while the
exchange runs on the data directory, where it counts at once, and while none does. --reason TEXT goes into the audit
log of a running exchange.

  presage site add market.example 0x00000000000000000000000000000000000000a1
  presage site list --data-dir ./data --json
`;

/** A change whose operands were checked: wrong ones are refused before the store is opened. */
type Action = {
  readonly carryOut: (store: SiteStore) => Promise<Site | readonly Site[]>;
  readonly emptyText: string;
};

export async function site(args: readonly string[]): Promise<number> {
  const line = readCommandLine("site", args, { "--reason": "text", [URL_FLAG]: "text" });
  const { config, operands } = line;
  const { carryOut, emptyText } = readAction(operands);
  const store = await openSiteStore(config, getTextFlag(line, "--reason"));
  try {
    const kept = await carryOut(store);
    process.stdout.write(config.json ? `${JSON.stringify(kept)}\n` : table([kept].flat(), emptyText));
    return 0;
  } finally {
    await store.close();
  }
}

function readAction([name, ...operands]: readonly string[]): Action {
  switch (name) {
    case "list":
      if (operands.length > 0) throw usageError(`site list takes no operands, got "${operands[0]}"`);
      return {
        carryOut: (store) => store.list(),
        emptyText: "There are no sites. To add one: presage site add HOST WALLET...",
      };
    case "add": {
      if (operands.length < 2) throw usageError("site add needs a host name and a wallet");
      const target = readOperands(operands);
      return { carryOut: (store) => store.add(target), emptyText: `${target.host} has no wallets.` };
    }
    case "remove": {
      if (operands.length === 0) throw usageError("site remove needs a host name");
      const target = readOperands(operands);
      return {
        carryOut: (store) =>
          target.wallets.length === 0 ? store.remove(target.host) : store.removeWallets(target),
        emptyText: `${target.host} is removed.`,
      };
    }
    default:
      throw usageError(
        `site: expected add, remove or list, got ${name === undefined ? "none" : quoted(name)}`,
      );
  }
}

const quoted = (name: string): string => `"${name}"${didYouMean(name, ["add", "remove", "list"])}`;

const readOperands = ([host = "", ...wallets]: readonly string[]): Site =>
  throwIfRejected(readSite({ host, wallets }));

const usageError = (what: string): Error => new Error(`${what}; see presage site --help`);

/** Writes a line for each wallet with its site. */
function table(sites: readonly Site[], emptyText: string): string {
  const rows = sites.flatMap(({ host, wallets }) => wallets.map((wallet) => [host, wallet]));
  return tableText(["SITE", "WALLET"], rows, emptyText);
}

// The store of sites: the operator API of a running exchange, otherwise the database without the engine.

/** Store of sites. Each change returns the changed site; a rejection throws an Error of one line. */
type SiteStore = {
  list(): Promise<readonly Site[]>;
  add(site: Site): Promise<Site>;
  /** Removes the site with all its wallets. */
  remove(host: string): Promise<Site>;
  /** Removes these wallets from the site. */
  removeWallets(site: Site): Promise<Site>;
  close(): Promise<void>;
};

/** Opens the store; `reason` goes to the audit log of a running exchange. */
async function openSiteStore(config: Config, reason: string | undefined): Promise<SiteStore> {
  const operator = findOperator(config);
  return operator === undefined ? openLocalSites(config) : remoteSites(operator, reason);
}

function remoteSites(operator: OperatorApi, reason: string | undefined): SiteStore {
  const change = async (method: "POST" | "DELETE", path: string, body?: unknown): Promise<Site> =>
    JSON.parse(await callOperator(operator, { method, path, body }));
  return {
    list: async () => JSON.parse(await callOperator(operator, { method: "GET", path: "/sites" })),
    add: (changed) => change("POST", "/sites", { ...changed, reason }),
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
    add: async (changed) => throwIfRejected(await addToSite(sql, changed)),
    remove: async (host) => throwIfRejected(await dropSite(sql, host)),
    removeWallets: async (changed) => throwIfRejected(await takeFromSite(sql, changed)),
    close,
  };
}

function throwIfRejected(outcome: Site | Rejection): Site {
  if ("code" in outcome) throw new Error(outcome.hint);
  return outcome;
}
