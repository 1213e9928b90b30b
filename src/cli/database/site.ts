/** `presage site add|remove|list`: manages the operator's sites, which are host names with wallets. */
import { addToSite, dropSite, readSite, takeFromSite } from "../../listings/change-sites.ts";
import type { Rejection } from "../../core/rejection.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { listSites } from "../../store/catalog/sites.ts";
import type { Site } from "../../store/catalog/sites.ts";
import type { Sql } from "../../store/sql/database.ts";
import { URL_FLAG, readCommandLine, getTextFlag } from "../terminal/command-line.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { openExclusively, withSql } from "./open-database.ts";
import { callOperator, findOperator } from "../operator/operator-api.ts";
import type { ApiRequest, OperatorApi } from "../operator/operator-api.ts";
import { callRoute } from "../operator/operation.ts";
import { printResult, tableText } from "../terminal/table.ts";

const SITE_HELP = `Usage: presage site add HOST WALLET... [settings]
       presage site remove HOST [WALLET...] [settings]
       presage site list [settings]

A site is a host name with the wallets whose markets are available there: creator=HOST in the catalog finds just
these. Adding makes the site where there is none; removing without a wallet removes it whole. It works while the
exchange runs on the data directory, where it counts at once, and while none does. --reason TEXT goes into the audit
log of a running exchange.

  presage site add market.example 0x00000000000000000000000000000000000000a1
  presage site list --data-dir ./data --json
`;

/** A change with checked operands: wrong operands are refused before the store is opened. */
type Action = {
  readonly carryOut: (store: SiteStore) => Promise<Site | readonly Site[]>;
  readonly emptyText: string;
};

async function site(args: readonly string[]): Promise<number> {
  const line = readCommandLine("site", args, { "--reason": "text", [URL_FLAG]: "text" });
  const { carryOut, emptyText } = readAction(line.operands);
  const act = async (store: SiteStore): Promise<number> => {
    const kept = await carryOut(store);
    printResult(line.config, kept, sitesTable([kept].flat(), emptyText));
    return 0;
  };
  const operator = findOperator(line.config);
  if (operator !== undefined) return act(remoteSites(operator, getTextFlag(line, "--reason")));
  const opening = openExclusively(line.config);
  return withSql(opening, { name: "presage site", maxConnections: 1 }, (sql) => act(localSites(sql)));
}

const ACTIONS = ["add", "remove", "list"];

function readAction([name, ...operands]: readonly string[]): Action {
  if (name === "list") {
    if (operands.length > 0) throw usageError(`site list takes no operands, got "${operands[0]}"`);
    const emptyText = "There are no sites. To add one: presage site add HOST WALLET...";
    return { carryOut: (store) => store.list(), emptyText };
  }
  if (name === "add") {
    if (operands.length < 2) throw usageError("site add needs a host name and a wallet");
    const target = readOperands(operands);
    return { carryOut: (store) => store.add(target), emptyText: `${target.host} has no wallets.` };
  }
  if (name === "remove") {
    if (operands.length === 0) throw usageError("site remove needs a host name");
    const target = readOperands(operands);
    const removes = target.wallets.length === 0 ? "remove" : "removeWallets";
    return { carryOut: (store) => store[removes](target), emptyText: `${target.host} is removed.` };
  }
  const got = name === undefined ? "none" : `"${name}"${didYouMean(name, ACTIONS)}`;
  throw usageError(`site: expected add, remove or list, got ${got}`);
}

const readOperands = ([host = "", ...wallets]: readonly string[]): Site =>
  throwIfRejected(readSite({ host, wallets }));

const usageError = (what: string): Error => new Error(`${what}; see presage site --help`);

/** Formats a line for each wallet with its site. */
function sitesTable(sites: readonly Site[], emptyText: string): string {
  const rows = sites.flatMap(({ host, wallets }) => wallets.map((wallet) => [host, wallet]));
  return tableText(["SITE", "WALLET"], rows, emptyText);
}

// The store of sites: the operator API of a running exchange, otherwise the database without the engine.

/** Store of sites. Each change returns the changed site; a rejection throws an Error of one line. */
type SiteStore = {
  list(): Promise<readonly Site[]>;
  add(site: Site): Promise<Site>;
  /** Removes the site with all its wallets. */
  remove(site: Site): Promise<Site>;
  /** Removes these wallets from the site. */
  removeWallets(site: Site): Promise<Site>;
};

/** Calls the operator API; `reason` goes to the audit log. */
function remoteSites(operator: OperatorApi, reason: string | undefined): SiteStore {
  const input = { call: (sent: ApiRequest) => callOperator(operator, sent) };
  return {
    list: () => callRoute(input, "GET /sites"),
    add: (changed) => callRoute(input, "POST /sites", { ...changed, reason }),
    remove: ({ host }) => callRoute(input, "DELETE /sites/:host", { host, reason }),
    removeWallets: ({ host, wallets }) => callRoute(input, "DELETE /sites/:host", { host, wallets, reason }),
  };
}

const localSites = (sql: Sql): SiteStore => ({
  list: () => listSites(sql),
  add: async (changed) => throwIfRejected(await addToSite(sql, changed)),
  remove: async ({ host }) => throwIfRejected(await dropSite(sql, host)),
  removeWallets: async (changed) => throwIfRejected(await takeFromSite(sql, changed)),
});

function throwIfRejected(outcome: Site | Rejection): Site {
  if ("code" in outcome) throw new Error(outcome.hint);
  return outcome;
}

export const SUBCOMMANDS: Subcommands = { site: { help: SITE_HELP, asksRunning: true, run: site } };
