/** docs/reference/cli.md, with the help of every subcommand. */
import { describeCommands } from "../../src/cli/commands.ts";
import { markdownTable } from "./markdown-table.ts";
import { pageOf } from "./made-tables.ts";

const COMMANDS = await describeCommands();
/** The flags of `presage start` are the settings, which have a page of their own. */
const LISTS_SETTINGS = "start";
const SETTINGS = /^Settings are flags/m;

const helpOf = (name: string, help: string): string =>
  (name === LISTS_SETTINGS ? help.split(SETTINGS, 1)[0]! : help).trim();

const TABLES: Readonly<Record<string, () => string>> = {
  overview: () =>
    markdownTable(
      ["command", "effect"],
      COMMANDS.map(({ name, summary }) => [`[\`${name}\`](#${name})`, summary]),
    ),
  help: () =>
    COMMANDS.map(({ name, help }) => `## ${name}\n\n\`\`\`text\n${helpOf(name, help)}\n\`\`\``).join("\n\n"),
};

export const cliPage = () => pageOf("reference/cli.md", (name) => TABLES[name]!());
