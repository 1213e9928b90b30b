/**
 * The subcommands. An error that a person can fix becomes one line on standard error and exit code 1. Modules are
 * loaded on demand: the engine is most of the program, and few subcommands need it.
 */
import { didYouMean } from "../base/nearest-name.ts";
import { RELEASE } from "../release.ts";
import type { Subcommand, Subcommands } from "./terminal/command-line.ts";
import { printFailure } from "./terminal/failure-text.ts";

type Load = () => Promise<{ readonly SUBCOMMANDS: Subcommands }>;

// Modules of the subcommands.

const start: Load = () => import("./start.ts");
const exec: Load = () => import("./exec.ts");
const engine: Load = () => import("./engine.ts");
const gateway: Load = () => import("./gateway.ts");
const status: Load = () => import("./operator/status.ts");
const health: Load = () => import("./health.ts");
const exchange: Load = () => import("./operator/exchange.ts");
const sandbox: Load = () => import("./operator/sandbox.ts");
const fork: Load = () => import("./fork.ts");
const event: Load = () => import("./operator/event.ts");
const market: Load = () => import("./operator/market.ts");
const trading: Load = () => import("./operator/trading.ts");
const importFiles: Load = () => import("./import.ts");
const page: Load = () => import("./operator/page.ts");
const site: Load = () => import("./database/site.ts");
const accounts: Load = () => import("./operator/accounts.ts");
const invites: Load = () => import("./operator/invites.ts");
const webhooks: Load = () => import("./operator/webhooks.ts");
const audit: Load = () => import("./operator/audit.ts");
const doctor: Load = () => import("./doctor.ts");
const conformance: Load = () => import("./conformance.ts");
const config: Load = () => import("./config.ts");
const verify: Load = () => import("./database/verify.ts");
const upgrade: Load = () => import("./database/upgrade.ts");
const rotateMasterKey: Load = () => import("./database/rotate-master-key.ts");
const backup: Load = () => import("./database/backup.ts");
const backups: Load = () => import("./database/backups.ts");
const restore: Load = () => import("./database/restore.ts");
const exportData: Load = () => import("./database/export.ts");
const follow: Load = () => import("./database/follow.ts");
const itself: Load = () => Promise.resolve({ SUBCOMMANDS: { help: HELP } });

/** The subcommands in the order of the overview, each with the loader of its module and a summary. */
const COMMANDS: { readonly [name: string]: readonly [load: Load, summary: string] } = {
  start: [start, "start the exchange (also without a subcommand)"],
  exec: [exec, "run a command, such as a test suite, with an exchange of its own"],
  engine: [engine, "run an engine of a cluster, or give its lead away"],
  gateway: [gateway, "serve clients for the engine that leads a cluster"],
  status: [status, "show what runs, and its figures"],
  health: [health, "tell whether the exchange is ready, with its exit code too"],
  attention: [status, "list what waits for an operator"],
  mode: [exchange, "show or change what the exchange takes"],
  clock: [exchange, "show what time it is for the exchange, accept or set its clock"],
  quarantine: [exchange, "show and release commands that stopped the exchange"],
  faults: [sandbox, "make a sandbox answer as real services do on bad days"],
  residents: [sandbox, "show, pace and tune the resident traders of a sandbox"],
  impersonate: [sandbox, "trade in a sandbox for a wallet without its key"],
  snapshot: [sandbox, "keep the state of a sandbox under a name"],
  "restore-snapshot": [sandbox, "put a sandbox back to a snapshot"],
  reset: [sandbox, "put a sandbox back to its first start"],
  fork: [fork, "start a second exchange from the state of a sandbox"],
  event: [event, "make events, and take steps with all markets of one"],
  market: [market, "make markets; open, pause, resolve and archive them"],
  maker: [trading, "let the house make chosen markets, with a budget"],
  import: [importFiles, "list the events of Gamma-format dumps"],
  images: [page, "keep pictures for events and markets"],
  site: [site, "keep host names with the wallets whose markets they show"],
  account: [accounts, "open accounts, where none opens by itself"],
  credit: [accounts, "add collateral to a wallet's account"],
  debit: [accounts, "take collateral out of a wallet's account"],
  key: [accounts, "list and revoke API keys"],
  orders: [trading, "cancel open orders of a wallet or a market"],
  ban: [accounts, "refuse the orders of a wallet"],
  names: [accounts, "list names of wallets, take one away, or forbid one"],
  invites: [invites, "make links that give funds and names, list and revoke them"],
  announcement: [page, "tell all traders something on the page"],
  brand: [page, "show or change the exchange's name, colour and logo"],
  webhooks: [webhooks, "send events to addresses of other systems"],
  figures: [status, "show volume, traders and fees by day or market"],
  audit: [audit, "show what operators did, when and why"],
  doctor: [doctor, "say why a client's request is refused"],
  conformance: [conformance, "check any server against the specification"],
  config: [config, "print the settings in force, and where each comes from"],
  verify: [verify, "check the journal, and every table against it"],
  upgrade: [upgrade, "bring a stopped exchange to this release, or rehearse it"],
  rebuild: [verify, "rebuild the read tables from the journal"],
  "rotate-master-key": [rotateMasterKey, "put another master key in place, which ends the API keys"],
  backup: [backup, "write the whole exchange into one file"],
  backups: [backups, "list scheduled backups, read them back, or have one written now"],
  restore: [restore, "make the exchange of a backup"],
  export: [exportData, "write trades, orders and other tables into files"],
  follow: [follow, "write what is committed as lines of JSON, live"],
  help: [itself, "show this text, or that of a subcommand"],
};

const HELP: Subcommand = {
  help: `Usage: presage help [SUBCOMMAND]

  presage help import
`,
  run: help,
};

export async function runCommand(args: readonly string[]): Promise<number> {
  const [first = "start", ...rest] = args;
  if (first === "--version") return printVersion();
  if (isHelp(first)) return help([]);
  const [name, own] = first.startsWith("-") ? ["start", args] : [first, rest];
  try {
    if (listOwn(own).some(isHelp)) return await help([name]);
    const { run } = await loadCommand(name);
    return await run(own, name);
  } catch (error) {
    printFailure(error);
    return 1;
  }
}

/** Lists the arguments before a `--`; those after it are operands, or belong to another program. */
const listOwn = (args: readonly string[]): readonly string[] =>
  args.includes("--") ? args.slice(0, args.indexOf("--")) : args;

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

async function loadCommand(name: string): Promise<Subcommand> {
  const [load] = (Object.hasOwn(COMMANDS, name) && COMMANDS[name]) || [];
  const command = (await load?.())?.SUBCOMMANDS[name];
  if (command !== undefined) return command;
  const meant = didYouMean(name, Object.keys(COMMANDS));
  throw new Error(`presage has no subcommand "${name}"${meant}; see presage help`);
}

function printVersion(): number {
  process.stdout.write(`presage ${RELEASE.version}\n`);
  return 0;
}

const REMOTE_HELP = `
From elsewhere, or as an account that may not read the data directory: --url http://127.0.0.1:7004, or PRESAGE_ADMIN_URL,
names the operator API of the exchange, and PRESAGE_ADMIN_TOKEN is your token.
`;

async function help([name]: readonly string[]): Promise<number> {
  process.stdout.write(name === undefined ? overview() : await findHelp(name));
  return 0;
}

async function findHelp(name: string): Promise<string> {
  const { help: own, asksRunning = false } = await loadCommand(name);
  return asksRunning ? own + REMOTE_HELP : own;
}

export type DescribedCommand = { readonly name: string; readonly summary: string; readonly help: string };

/** Lists all subcommands with their help, as documents show them. */
export const describeCommands = (): Promise<readonly DescribedCommand[]> =>
  Promise.all(
    Object.entries(COMMANDS).map(async ([name, [, summary]]) => ({
      name,
      summary,
      help: await findHelp(name),
    })),
  );

function overview(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, [, summary]]) => `  presage ${name.padEnd(17)} ${summary}`,
  );
  const settings =
    "Settings are environment variables or flags, as in presage start --port 8000; presage start --help lists them.";
  return `Usage:\n${lines.join("\n")}\n\n${settings}\nMore on a subcommand: presage help import. The release: presage --version\n`;
}
