/** `presage site add|remove|list`: manages the operator's sites, which are host names with wallets. */
import { readSite } from "../catalog/change-sites.ts";
import { didYouMean } from "../nearest-name.ts";
import type { Site } from "../store/catalog/sites.ts";
import { readCommandLine, textOf, URL_FLAG } from "./command-line.ts";
import { openSiteStore, throwIfRefused } from "./site-store.ts";
import type { SiteStore } from "./site-store.ts";
import { tableText } from "./table.ts";

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
  const store = await openSiteStore(config, textOf(line, "--reason"));
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
  throwIfRefused(readSite({ host, wallets }));

const usageError = (what: string): Error => new Error(`${what}; see presage site --help`);

/** Writes a line for each wallet with its site. */
function table(sites: readonly Site[], emptyText: string): string {
  const rows = sites.flatMap(({ host, wallets }) => wallets.map((wallet) => [host, wallet]));
  return tableText(["SITE", "WALLET"], rows, emptyText);
}
