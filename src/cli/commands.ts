/** The subcommands. Whatever a person can mend ends in one line on standard error and exit code 1. */
import { start } from "./start.ts";

type Subcommand = {
  readonly summary: string;
  /** Runs with the arguments after its name; gives the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
};

const COMMANDS: { readonly [name: string]: Subcommand } = {
  start: { summary: "start the exchange (also without a subcommand)", run: start },
  help: { summary: "show this text", run: help },
};

export async function runCommand(args: readonly string[]): Promise<number> {
  const [first = "start", ...rest] = args;
  if (first === "--help" || first === "-h") return help();
  const [name, own] = first.startsWith("-") ? ["start", args] : [first, rest];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return complain(`presage has no subcommand "${name}"; see presage help`);
  try {
    return await command.run(own);
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}

function complain(message: string): number {
  process.stderr.write(`presage: ${message.replaceAll(/\s*\n\s*/g, " ")}\n`);
  return 1;
}

async function help(): Promise<number> {
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  presage ${name.padEnd(8)} ${summary}`,
  );
  process.stdout.write(
    `Usage:\n${lines.join("\n")}\nSettings are environment variables or flags; see README.md.\n`,
  );
  return 0;
}
