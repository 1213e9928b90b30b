/**
 * The subcommands. An error that a person can fix becomes one line on standard error and exit code 1. Each module is
 * loaded on demand, since few subcommands need the engine, which is most of the program.
 */
import { didYouMean } from "../base/nearest-name.ts";
import { RELEASE } from "../release.ts";
import { failureText } from "./failure-text.ts";

// A row of the list of subcommands.

type Subcommand = {
  readonly summary: string;
  /** True if the subcommand calls the operator API of a running exchange. */
  readonly asksRunning?: true;
  readonly load: () => Promise<LoadedSubcommand>;
};

type LoadedSubcommand = {
  /** The text of `--help`: usage, and an example. */
  readonly help: string;
  /** Runs with the arguments after the subcommand's name; returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
};

// Subcommands about accounts, their orders and who may trade; each module is loaded on demand.

const PEOPLE_COMMANDS: { readonly [name: string]: Subcommand } = {
  account: {
    summary: "open accounts, where none opens by itself",
    asksRunning: true,
    load: async () => {
      const { account, ACCOUNT_HELP } = await import("./operator/account.ts");
      return { help: ACCOUNT_HELP, run: account };
    },
  },
  credit: {
    summary: "add collateral to a wallet's account",
    asksRunning: true,
    load: async () => {
      const { credit, CREDIT_HELP } = await import("./operator/account.ts");
      return { help: CREDIT_HELP, run: credit };
    },
  },
  debit: {
    summary: "take collateral out of a wallet's account",
    asksRunning: true,
    load: async () => {
      const { debit, DEBIT_HELP } = await import("./operator/account.ts");
      return { help: DEBIT_HELP, run: debit };
    },
  },
  key: {
    summary: "list and revoke API keys",
    asksRunning: true,
    load: async () => {
      const { key, KEY_HELP } = await import("./operator/key.ts");
      return { help: KEY_HELP, run: key };
    },
  },
  orders: {
    summary: "cancel open orders of a wallet or a market",
    asksRunning: true,
    load: async () => {
      const { orders, ORDERS_HELP } = await import("./operator/orders.ts");
      return { help: ORDERS_HELP, run: orders };
    },
  },
  ban: {
    summary: "refuse the orders of a wallet",
    asksRunning: true,
    load: async () => {
      const { ban, BAN_HELP } = await import("./operator/ban.ts");
      return { help: BAN_HELP, run: ban };
    },
  },
  names: {
    summary: "list names of wallets, take one away, or forbid one",
    asksRunning: true,
    load: async () => {
      const { names, NAMES_HELP } = await import("./operator/names.ts");
      return { help: NAMES_HELP, run: names };
    },
  },
  invites: {
    summary: "make links that give funds and names, list and revoke them",
    asksRunning: true,
    load: async () => {
      const { invites, INVITES_HELP } = await import("./operator/invites.ts");
      return { help: INVITES_HELP, run: invites };
    },
  },
};

// Subcommands that only a sandbox has; each module is loaded on demand.

const SANDBOX_COMMANDS: { readonly [name: string]: Subcommand } = {
  faults: {
    summary: "make a sandbox answer as real services do on bad days",
    asksRunning: true,
    load: async () => {
      const { faults, FAULTS_HELP } = await import("./operator/faults.ts");
      return { help: FAULTS_HELP, run: faults };
    },
  },
  residents: {
    summary: "show, pace and tune the resident traders of a sandbox",
    asksRunning: true,
    load: async () => {
      const { simulatedTraders, SIMULATED_TRADERS_HELP } = await import("./operator/residents.ts");
      return { help: SIMULATED_TRADERS_HELP, run: simulatedTraders };
    },
  },
  snapshot: {
    summary: "keep the state of a sandbox under a name",
    asksRunning: true,
    load: async () => {
      const { snapshots, SNAPSHOT_HELP } = await import("./operator/snapshot.ts");
      return { help: SNAPSHOT_HELP, run: snapshots };
    },
  },
  "restore-snapshot": {
    summary: "put a sandbox back to a snapshot",
    asksRunning: true,
    load: async () => {
      const { restoreSnapshot, RESTORE_SNAPSHOT_HELP } = await import("./operator/snapshot.ts");
      return { help: RESTORE_SNAPSHOT_HELP, run: restoreSnapshot };
    },
  },
  reset: {
    summary: "put a sandbox back to its first start",
    asksRunning: true,
    load: async () => {
      const { reset, RESET_HELP } = await import("./operator/snapshot.ts");
      return { help: RESET_HELP, run: reset };
    },
  },
  fork: {
    summary: "start a second exchange from the state of a sandbox",
    load: async () => {
      const { fork, FORK_HELP } = await import("./fork.ts");
      return { help: FORK_HELP, run: fork };
    },
  },
};

const HELP_HELP = `Usage: presage help [SUBCOMMAND]

  presage help import
`;

const COMMANDS: { readonly [name: string]: Subcommand } = {
  start: {
    summary: "start the exchange (also without a subcommand)",
    load: async () => {
      const { start, START_HELP } = await import("./start.ts");
      return { help: START_HELP, run: start };
    },
  },
  status: {
    summary: "show what runs, and its figures",
    asksRunning: true,
    load: async () => {
      const { status, STATUS_HELP } = await import("./status.ts");
      return { help: STATUS_HELP, run: status };
    },
  },
  health: {
    summary: "tell whether the exchange is ready, with its exit code too",
    load: async () => {
      const { health, HEALTH_HELP } = await import("./health.ts");
      return { help: HEALTH_HELP, run: health };
    },
  },
  attention: {
    summary: "list what waits for an operator",
    asksRunning: true,
    load: async () => {
      const { attention, ATTENTION_HELP } = await import("./operator/attention.ts");
      return { help: ATTENTION_HELP, run: attention };
    },
  },
  mode: {
    summary: "show or change what the exchange takes",
    asksRunning: true,
    load: async () => {
      const { mode, MODE_HELP } = await import("./operator/mode.ts");
      return { help: MODE_HELP, run: mode };
    },
  },
  clock: {
    summary: "show what time it is for the exchange, accept or set its clock",
    asksRunning: true,
    load: async () => {
      const { clock, CLOCK_HELP } = await import("./operator/clock.ts");
      return { help: CLOCK_HELP, run: clock };
    },
  },
  quarantine: {
    summary: "show and release commands that stopped the exchange",
    asksRunning: true,
    load: async () => {
      const { quarantine, QUARANTINE_HELP } = await import("./operator/quarantine.ts");
      return { help: QUARANTINE_HELP, run: quarantine };
    },
  },
  ...SANDBOX_COMMANDS,
  event: {
    summary: "make events, and take steps with all markets of one",
    asksRunning: true,
    load: async () => {
      const { event, EVENT_HELP } = await import("./operator/event.ts");
      return { help: EVENT_HELP, run: event };
    },
  },
  market: {
    summary: "make markets; open, pause, resolve and archive them",
    asksRunning: true,
    load: async () => {
      const { market, MARKET_HELP } = await import("./operator/market.ts");
      return { help: MARKET_HELP, run: market };
    },
  },
  maker: {
    summary: "let the house make chosen markets, with a budget",
    asksRunning: true,
    load: async () => {
      const { maker, MAKER_HELP } = await import("./operator/maker.ts");
      return { help: MAKER_HELP, run: maker };
    },
  },
  import: {
    summary: "list the events of Gamma-format dumps",
    asksRunning: true,
    load: async () => {
      const { importFiles, IMPORT_HELP } = await import("./import.ts");
      return { help: IMPORT_HELP, run: importFiles };
    },
  },
  images: {
    summary: "keep pictures for events and markets",
    asksRunning: true,
    load: async () => {
      const { images, IMAGES_HELP } = await import("./operator/images.ts");
      return { help: IMAGES_HELP, run: images };
    },
  },
  site: {
    summary: "keep host names with the wallets whose markets they show",
    asksRunning: true,
    load: async () => {
      const { site, SITE_HELP } = await import("./operator/site.ts");
      return { help: SITE_HELP, run: site };
    },
  },
  ...PEOPLE_COMMANDS,
  announcement: {
    summary: "tell all traders something on the page",
    asksRunning: true,
    load: async () => {
      const { announcement, ANNOUNCEMENT_HELP } = await import("./operator/announcement.ts");
      return { help: ANNOUNCEMENT_HELP, run: announcement };
    },
  },
  brand: {
    summary: "show or change the exchange's name, colour and logo",
    asksRunning: true,
    load: async () => {
      const { brand, BRAND_HELP } = await import("./operator/brand.ts");
      return { help: BRAND_HELP, run: brand };
    },
  },
  webhooks: {
    summary: "send events to addresses of other systems",
    asksRunning: true,
    load: async () => {
      const { webhooks, WEBHOOKS_HELP } = await import("./operator/webhooks.ts");
      return { help: WEBHOOKS_HELP, run: webhooks };
    },
  },
  figures: {
    summary: "show volume, traders and fees by day or market",
    asksRunning: true,
    load: async () => {
      const { statistics, STATISTICS_HELP } = await import("./operator/figures.ts");
      return { help: STATISTICS_HELP, run: statistics };
    },
  },
  audit: {
    summary: "show what operators did, when and why",
    asksRunning: true,
    load: async () => {
      const { audit, AUDIT_HELP } = await import("./operator/audit.ts");
      return { help: AUDIT_HELP, run: audit };
    },
  },
  doctor: {
    summary: "say why a client's request is refused",
    asksRunning: true,
    load: async () => {
      const { doctor, DOCTOR_HELP } = await import("./doctor.ts");
      return { help: DOCTOR_HELP, run: doctor };
    },
  },
  conformance: {
    summary: "check any server against the specification",
    load: async () => {
      const { conformance, CONFORMANCE_HELP } = await import("./conformance.ts");
      return { help: CONFORMANCE_HELP, run: conformance };
    },
  },
  config: {
    summary: "print the settings in force, and where each comes from",
    load: async () => {
      const { config, CONFIG_HELP } = await import("./config.ts");
      return { help: CONFIG_HELP, run: config };
    },
  },
  verify: {
    summary: "check the journal, and every table against it",
    load: async () => {
      const { verify, VERIFY_HELP } = await import("./verify.ts");
      return { help: VERIFY_HELP, run: verify };
    },
  },
  upgrade: {
    summary: "bring a stopped exchange to this release, or rehearse it",
    load: async () => {
      const { upgrade, UPGRADE_HELP } = await import("./upgrade.ts");
      return { help: UPGRADE_HELP, run: upgrade };
    },
  },
  rebuild: {
    summary: "rebuild the read tables from the journal",
    load: async () => {
      const { rebuild, REBUILD_HELP } = await import("./rebuild.ts");
      return { help: REBUILD_HELP, run: rebuild };
    },
  },
  "rotate-master-key": {
    summary: "put another master key in place, which ends the API keys",
    load: async () => {
      const { rotateMasterKey, ROTATE_MASTER_KEY_HELP } = await import("./rotate-master-key.ts");
      return { help: ROTATE_MASTER_KEY_HELP, run: rotateMasterKey };
    },
  },
  backup: {
    summary: "write the whole exchange into one file",
    load: async () => {
      const { backup, BACKUP_HELP } = await import("./backup.ts");
      return { help: BACKUP_HELP, run: backup };
    },
  },
  backups: {
    summary: "list scheduled backups, read them back, or have one written now",
    load: async () => {
      const { backups, BACKUPS_HELP } = await import("./backups.ts");
      return { help: BACKUPS_HELP, run: backups };
    },
  },
  restore: {
    summary: "make the exchange of a backup",
    load: async () => {
      const { restore, RESTORE_HELP } = await import("./restore.ts");
      return { help: RESTORE_HELP, run: restore };
    },
  },
  export: {
    summary: "write trades, orders and other tables into files",
    load: async () => {
      const { exportData, EXPORT_HELP } = await import("./export.ts");
      return { help: EXPORT_HELP, run: exportData };
    },
  },
  follow: {
    summary: "write what is committed as lines of JSON, live",
    load: async () => {
      const { follow, FOLLOW_HELP } = await import("./follow.ts");
      return { help: FOLLOW_HELP, run: follow };
    },
  },
  help: {
    summary: "show this text, or that of a subcommand",
    load: async () => ({ help: HELP_HELP, run: help }),
  },
};

export async function runCommand(args: readonly string[]): Promise<number> {
  const [first = "start", ...rest] = args;
  if (first === "--version") return printVersion();
  if (isHelp(first)) return help([]);
  const [name, own] = first.startsWith("-") ? ["start", args] : [first, rest];
  try {
    if (own.some(isHelp)) return await help([name]);
    const { run } = await getCommand(name).load();
    return await run(own);
  } catch (error) {
    return printError(failureText(error));
  }
}

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

function getCommand(name: string): Subcommand {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command;
  const meant = didYouMean(name, Object.keys(COMMANDS));
  throw new Error(`presage has no subcommand "${name}"${meant}; see presage help`);
}

function printError(message: string): number {
  process.stderr.write(`presage: ${message.replaceAll(/\s*\n\s*/g, " ")}\n`);
  return 1;
}

function printVersion(): number {
  process.stdout.write(`presage ${RELEASE.version}\n`);
  return 0;
}

const REMOTE_HELP = `
From elsewhere, or as an account that may not read the data directory: --url http://127.0.0.1:7004, or PRESAGE_ADMIN_URL,
names the operator API of the exchange, and PRESAGE_ADMIN_TOKEN is your token.
`;

async function findHelp(name: string): Promise<string> {
  const { load, asksRunning = false } = getCommand(name);
  const { help: own } = await load();
  return asksRunning ? own + REMOTE_HELP : own;
}

async function help([name]: readonly string[]): Promise<number> {
  process.stdout.write(name === undefined ? overview() : await findHelp(name));
  return 0;
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  presage ${name.padEnd(17)} ${summary}`,
  );
  const settings =
    "Settings are environment variables or flags, as in presage start --port 8000; presage start --help lists them.";
  return `Usage:\n${lines.join("\n")}\n\n${settings}\nMore on a subcommand: presage help import. The release: presage --version\n`;
}
