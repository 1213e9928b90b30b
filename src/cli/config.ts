/** `presage config print`: the value of every setting, and its source. */
import { readCommandLine } from "./command-line.ts";
import { printedValue } from "./settings-text.ts";
import { tableText } from "./table.ts";

export const CONFIG_HELP = `Usage: presage config print [settings]

Prints every setting with its value and where it comes from: the default, the environment or a flag. Of secrets it says
only if they are set, or read from a file. Nothing is opened, and no exchange has to run. A setting that cannot be used
is refused as presage start refuses it, with code 1.

  presage config print
  presage config print --mode production --json
`;

export async function config(args: readonly string[]): Promise<number> {
  const line = readCommandLine("config", args, {});
  const [action = "nothing", ...more] = line.operands;
  if (action !== "print" || more.length > 0)
    throw new Error(`config: expected print, got ${[action, ...more].join(" ")}; see presage config --help`);
  const rows = line.settings.map((read) => ({
    name: read.setting.name,
    value: printedValue(read) ?? null,
    source: read.source,
  }));
  process.stdout.write(line.config.json ? jsonOf(rows) : textOf(rows));
  return 0;
}

type Row = { readonly name: string; readonly value: string | null; readonly source: string };

const jsonOf = (rows: readonly Row[]): string =>
  `${JSON.stringify(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])))}\n`;

const textOf = (rows: readonly Row[]): string =>
  tableText(
    ["SETTING", "FROM", "VALUE"],
    rows.map(({ name, value, source }) => [name, source, value ?? "not set"]),
    "",
  );
