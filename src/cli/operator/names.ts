/** `presage names`: lists the names that account owners chose, removes a name, and forbids names and words. */
import type { Static } from "typebox";
import type { ListedName } from "../../http/admin/people/names.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily, OperationInput } from "./operation.ts";
import { tableText } from "../table.ts";

export const NAMES_HELP = `Usage: presage names list [SEARCH] [--removed]
       presage names remove WALLET --reason TEXT [--keep-free]
       presage names forbid TEXT --reason TEXT [--word]
       presage names allow TEXT --reason TEXT [--word]
       presage names forbidden

Owners of wallets choose names, by which all others see them. A name that is removed gives way to the generated one; its
owner reads the reason, and nobody can choose it again unless --keep-free says so. A forbidden text is a whole name, or
with --word a part of names, too; wallets that have such a name keep it until it is removed. The exchange must run.

  presage names list ann --json
  presage names remove 0x00000000000000000000000000000000000000a1 --reason "takes the name of another"
  presage names forbid "free money" --word --reason "fraud"
  presage names allow "free money" --word --reason "a song of that title"
`;

type Name = Static<typeof ListedName>;
type Bearer = { readonly address: string; readonly name: string };
type Forbidden = {
  readonly text: string;
  readonly match: "name" | "word";
  readonly time: string;
  readonly operator: string;
  readonly reason: string;
};
type Changed = Pick<Forbidden, "text" | "match"> & { readonly changed: boolean };

/** Maximum number of names in one listing; the operator API pages through the rest. */
const MAX_LISTED = 200;

const FORBIDDEN_TEXT = {
  operands: { TEXT: "text" },
  flags: { "--word": "switch" },
  fields: ({ line }: OperationInput) => ({ match: line.flags.has("--word") ? "word" : "name" }),
} as const;

const NAMES: OperationFamily = {
  list: describeSubcommand<{ readonly data: readonly Name[]; readonly next: string | null }>({
    route: "GET /names",
    operands: { "[SEARCH]": "search" },
    flags: { "--removed": "switch" },
    fields: ({ line }) => ({ limit: MAX_LISTED, removed: line.flags.has("--removed") || undefined }),
    text: ({ data, next }) => {
      const more = next === null ? "" : `Only the latest ${MAX_LISTED}; search for the others.\n`;
      return `${namesText(data)}${more}`;
    },
  }),
  remove: describeSubcommand<{ readonly address: string; readonly forbidden: boolean }>({
    route: "DELETE /names/:address",
    operands: { WALLET: "address" },
    flags: { "--keep-free": "switch" },
    fields: ({ line }) => ({ forbid: !line.flags.has("--keep-free") }),
    text: ({ address, forbidden }) => {
      const again = forbidden ? "Nobody can choose it again." : "It can be chosen again.";
      return `The name of ${address} is removed. ${again}\n`;
    },
  }),
  forbid: describeSubcommand<Changed & { readonly bearers: readonly Bearer[] }>({
    ...FORBIDDEN_TEXT,
    route: "POST /forbidden-names",
    text: ({ text, changed, bearers }) => {
      const already = changed ? "" : " already";
      const lines = bearers.map(({ address, name }) => `${address} has the name ${name}.\n`).join("");
      return `"${text}" is forbidden${already}.\n${lines}`;
    },
  }),
  allow: describeSubcommand<Changed>({
    ...FORBIDDEN_TEXT,
    route: "DELETE /forbidden-names",
    text: ({ text, match, changed }) =>
      `"${text}" is ${changed ? "allowed again" : `not forbidden as a ${match}`}.\n`,
  }),
  forbidden: describeSubcommand({ route: "GET /forbidden-names", text: forbiddenText }),
};

/** Runs the operation that the first operand names. */
export const names = (args: readonly string[]): Promise<number> => runOperationGroup("names", NAMES, args);

function namesText(listed: readonly Name[]): string {
  const rows = listed.map(({ address, name, chosen, removed }) => [
    name,
    address,
    removed?.time ?? chosen,
    removed?.operator ?? "",
    removed?.reason ?? "",
  ]);
  return tableText(["NAME", "WALLET", "SINCE", "REMOVED BY", "REASON"], rows, "There are no such names.");
}

function forbiddenText(all: readonly Forbidden[]): string {
  const rows = all.map(({ text, match, time, operator, reason }) => [text, match, time, operator, reason]);
  return tableText(["TEXT", "AS", "SINCE", "BY", "REASON"], rows, "Nothing is forbidden.");
}
