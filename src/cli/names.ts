/** `presage names`: lists the names that account owners chose, removes a name, and forbids names and words. */
import type { Static } from "typebox";
import type { ListedName } from "../http/admin/names.ts";
import type { CommandLine } from "./command-line.ts";
import { runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { tableText } from "./table.ts";

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

const matchOf = ({ flags }: CommandLine): Forbidden["match"] => (flags.has("--word") ? "word" : "name");

const NAMES: OperationFamily = {
  list: {
    operands: ["[SEARCH]"],
    flags: { "--removed": "switch" },
    changes: false,
    perform: async ({ line, operands: [search], call }) => {
      const query = new URLSearchParams({ search, limit: String(MAX_LISTED) });
      if (line.flags.has("--removed")) query.set("removed", "true");
      const listed: { readonly data: readonly Name[]; readonly next: string | null } = JSON.parse(
        await call({ method: "GET", path: `/names?${query.toString()}` }),
      );
      const more = listed.next === null ? "" : `Only the latest ${MAX_LISTED}; search for the others.\n`;
      return { json: listed, text: `${namesText(listed.data)}${more}` };
    },
  },
  remove: {
    operands: ["WALLET"],
    flags: { "--keep-free": "switch" },
    changes: true,
    perform: async ({ line, operands: [address], reason, call }) => {
      const path = `/names/${encodeURIComponent(address)}`;
      const body = { reason, forbid: !line.flags.has("--keep-free") };
      const done: { readonly address: string; readonly forbidden: boolean } = JSON.parse(
        await call({ method: "DELETE", path, body }),
      );
      const again = done.forbidden ? "Nobody can choose it again." : "It can be chosen again.";
      return { json: done, text: `The name of ${done.address} is removed. ${again}\n` };
    },
  },
  forbid: {
    operands: ["TEXT"],
    flags: { "--word": "switch" },
    changes: true,
    perform: async ({ line, operands: [text], reason, call }) => {
      const body = { text, match: matchOf(line), reason };
      const done: Changed & { readonly bearers: readonly Bearer[] } = JSON.parse(
        await call({ method: "POST", path: "/forbidden-names", body }),
      );
      const already = done.changed ? "" : " already";
      const bearers = done.bearers.map(({ address, name }) => `${address} has the name ${name}.\n`).join("");
      return { json: done, text: `"${done.text}" is forbidden${already}.\n${bearers}` };
    },
  },
  allow: {
    operands: ["TEXT"],
    flags: { "--word": "switch" },
    changes: true,
    perform: async ({ line, operands: [text], reason, call }) => {
      const body = { text, match: matchOf(line), reason };
      const done: Changed = JSON.parse(await call({ method: "DELETE", path: "/forbidden-names", body }));
      const was = done.changed ? "allowed again" : `not forbidden as a ${done.match}`;
      return { json: done, text: `"${done.text}" is ${was}.\n` };
    },
  },
  forbidden: {
    operands: [],
    changes: false,
    perform: async ({ call }) => {
      const all: readonly Forbidden[] = JSON.parse(await call({ method: "GET", path: "/forbidden-names" }));
      return { json: all, text: forbiddenText(all) };
    },
  },
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
