/** `presage site add|remove|list`: keeps the operator's sites, host names with the wallets whose markets they show. */
import { readSite } from "../catalog/change-sites.ts";
import { didYouMean } from "../nearest-name.ts";
import type { Site } from "../store/catalog/sites.ts";
import { readCommandLine, textOf, URL_FLAG } from "./command-line.ts";
import { openSiteKeeper, unlessRefused } from "./site-keeper.ts";
import type { SiteKeeper } from "./site-keeper.ts";
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

/** What to do, with its operands read: a wrong one is refused before anything is opened. */
type Action = {
  readonly carryOut: (keeper: SiteKeeper) => Promise<Site | readonly Site[]>;
  readonly nothingLeft: string;
};

export async function site(args: readonly string[]): Promise<number> {
  const line = readCommandLine("site", args, { "--reason": "text", [URL_FLAG]: "text" });
  const { config, operands } = line;
  const { carryOut, nothingLeft } = readAction(operands);
  const keeper = await openSiteKeeper(config, textOf(line, "--reason"));
  try {
    const kept = await carryOut(keeper);
    process.stdout.write(config.json ? `${JSON.stringify(kept)}\n` : table([kept].flat(), nothingLeft));
    return 0;
  } finally {
    await keeper.close();
  }
}

function readAction([name, ...operands]: readonly string[]): Action {
  switch (name) {
    case "list":
      if (operands.length > 0) throw wrongUse(`site list takes no operands, got "${operands[0]}"`);
      return {
        carryOut: (keeper) => keeper.list(),
        nothingLeft: "There are no sites. To add one: presage site add HOST WALLET...",
      };
    case "add": {
      if (operands.length < 2) throw wrongUse("site add needs a host name and a wallet");
      const given = readOperands(operands);
      return { carryOut: (keeper) => keeper.add(given), nothingLeft: `${given.host} has no wallets.` };
    }
    case "remove": {
      if (operands.length === 0) throw wrongUse("site remove needs a host name");
      const given = readOperands(operands);
      return {
        carryOut: (keeper) => (given.wallets.length === 0 ? keeper.drop(given.host) : keeper.take(given)),
        nothingLeft: `${given.host} is removed.`,
      };
    }
    default:
      throw wrongUse(`site: expected add, remove or list, got ${name === undefined ? "none" : quoted(name)}`);
  }
}

const quoted = (name: string): string => `"${name}"${didYouMean(name, ["add", "remove", "list"])}`;

const readOperands = ([host = "", ...wallets]: readonly string[]): Site =>
  unlessRefused(readSite({ host, wallets }));

const wrongUse = (what: string): Error => new Error(`${what}; see presage site --help`);

/** A line for each wallet, with its site. */
function table(sites: readonly Site[], nothingLeft: string): string {
  const rows = sites.flatMap(({ host, wallets }) => wallets.map((wallet) => [host, wallet]));
  return tableText(["SITE", "WALLET"], rows, nothingLeft);
}
