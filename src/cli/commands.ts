/** The subcommands. Whatever a person can mend ends in one line on standard error and exit code 1. */
import { IMPORT_HELP, importFiles } from "./import.ts";
import { REBUILD_HELP, rebuild } from "./rebuild.ts";
import { site, SITE_HELP } from "./site.ts";
import { start } from "./start.ts";
import { VERIFY_HELP, verify } from "./verify.ts";

type Subcommand = {
  readonly summary: string;
  /** What `--help` shows: usage, and an example. */
  readonly help: string;
  /** Runs with the arguments after its name; gives the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
};

const START_HELP = `Usage: presage start [settings]

Starts the exchange and prints its addresses; Ctrl-C stops it.

  presage start
  presage start --data-dir ./data --trading-port 8001 --json
`;

const HELP_HELP = `Usage: presage help [SUBCOMMAND]

  presage help import
`;

const COMMANDS: { readonly [name: string]: Subcommand } = {
  start: { summary: "start the exchange (also without a subcommand)", help: START_HELP, run: start },
  import: { summary: "list the events of Gamma-format dumps", help: IMPORT_HELP, run: importFiles },
  site: { summary: "keep host names with the wallets whose markets they show", help: SITE_HELP, run: site },
  verify: { summary: "check the journal, and every table against it", help: VERIFY_HELP, run: verify },
  rebuild: { summary: "write the read tables anew from the journal", help: REBUILD_HELP, run: rebuild },
  help: { summary: "show this text, or that of a subcommand", help: HELP_HELP, run: help },
};

export async function runCommand(args: readonly string[]): Promise<number> {
  const [first = "start", ...rest] = args;
  if (isHelp(first)) return help([]);
  const [name, own] = first.startsWith("-") ? ["start", args] : [first, rest];
  try {
    const command = getCommand(name);
    return own.some(isHelp) ? await help([name]) : await command.run(own);
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

function getCommand(name: string): Subcommand {
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name];
  throw new Error(`presage has no subcommand "${name}"; see presage help`);
}

function complain(message: string): number {
  process.stderr.write(`presage: ${message.replaceAll(/\s*\n\s*/g, " ")}\n`);
  return 1;
}

async function help([name]: readonly string[]): Promise<number> {
  process.stdout.write(name === undefined ? overview() : getCommand(name).help);
  return 0;
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  presage ${name.padEnd(8)} ${summary}`,
  );
  const settings =
    "Settings are environment variables or flags, as in presage start --port 8000; see README.md.";
  return `Usage:\n${lines.join("\n")}\n\n${settings}\nMore on a subcommand: presage help import\n`;
}
