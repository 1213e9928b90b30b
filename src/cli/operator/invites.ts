/**
 * `presage invites make|list|show|revoke`: manages links that give funds, and optionally a name, to the person who
 * opens them.
 */
import type { Static } from "typebox";
import { writeCsvLine } from "../../base/csv.ts";
import type {
  InviteAnswer,
  InviteList,
  RevokedInvites,
  ShownInvite,
} from "../../http/admin/people/invites.ts";
import { readCsv } from "./account.ts";
import { textFlags, getTextFlag, getTextFlags } from "../command-line.ts";
import type { CommandLine } from "../command-line.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily, OperationInput } from "./operation.ts";
import { tableText } from "../table.ts";

// Invites as a table for a terminal, and as CSV for a spreadsheet.

type InviteLine = Static<typeof InviteAnswer>;

const invitesTable = (all: readonly InviteLine[]): string =>
  tableText(
    ["ID", "NAME", "AMOUNT", "USED", "GIVEN", "STATE", "UNTIL", "LINK"],
    all.map(({ id, name, amount, used, uses, given, state, until, link }) => [
      id,
      name,
      amount,
      `${used} of ${uses}`,
      given,
      state,
      until ?? "",
      link ?? "",
    ]),
    "There are no such invites. To make one: presage invites make AMOUNT",
  );

const COLUMNS = ["name", "link", "amount", "uses", "used", "given", "state", "until", "id", "list"] as const;

/** Writes invites as CSV. Names begin with a letter or digit, so a spreadsheet reads none as a formula. */
const invitesCsv = (all: readonly InviteLine[]): string =>
  [COLUMNS, ...all.map((invite) => COLUMNS.map((column) => String(invite[column] ?? "")))]
    .map((cells) => writeCsvLine(cells))
    .join("");

export const INVITES_HELP = `Usage: presage invites make AMOUNT --reason TEXT [--uses COUNT | --names FILE] [--until TIME] [--csv] [--yes]
       presage invites list [--list ID] [--state open|used_up|ended|revoked] [--csv]
       presage invites show ID
       presage invites revoke ID --reason TEXT [--yes]

make gives a link that each of COUNT people can use once, for AMOUNT of collateral: one person unless --uses says more. With
--names FILE, which has a name on each line, each name gets a link of its own, for one use; who uses it is shown by that
name. A first line "name" is a header. No two open invites promise the same name. --csv prints names and links for a spreadsheet. list also says what all links can still give. ID is that of an
invite, or of the list of those that were made together. A revoked link gives nothing more; funds that were given stay.
make and revoke are asked about once more at a terminal; --yes answers that. The exchange must run.

  presage invites make 100 --uses 30 --until 2027-05-02T18:00:00Z --reason "the open day" --yes
  presage invites make 100 --names class-7b.csv --csv --reason "class 7b" --yes
  presage invites list --state open --csv
  presage invites revoke 6e7c7a55-7d0c-4a9e-8f2e-4b1f3f1f6a01 --reason "the link got out" --yes
`;

type Invite = Static<typeof InviteAnswer>;
type Made = { readonly list: string; readonly invites: readonly Invite[] };

const SWITCHES = { "--csv": "switch" } as const;
const FILTERS = { "--list": "list", "--state": "state" } as const;

/** Maximum number of invites on one page; a listing may need several. */
const PAGE = 1000;

const INVITES: OperationFamily = {
  make: {
    operands: ["AMOUNT"],
    flags: { "--uses": "text", "--names": "text", "--until": "text", ...SWITCHES },
    changes: true,
    check: (line) => {
      checkForms(line);
      checkUses(line);
    },
    warning: async (input) => {
      const { amount, uses = 1, names } = readInviteFlags(input);
      const links = names === undefined ? `one link for ${uses} uses` : "a link for each name of the file";
      return `This promises ${amount} with each use: ${links}.`;
    },
    perform: async (input) => {
      const { line, reason, call } = input;
      const body = { ...readInviteFlags(input), reason };
      const made: Made = JSON.parse(await call({ method: "POST", path: "/invites", body }));
      if (line.flags.has("--csv")) return { json: made, text: invitesCsv(made.invites) };
      return { json: made, text: `${invitesTable(made.invites)}List: ${made.list}\n` };
    },
  },
  list: {
    operands: [],
    flags: { ...textFlags(FILTERS), ...SWITCHES },
    changes: false,
    check: checkForms,
    perform: async (input) => {
      const all = await readAll(input);
      const { open, promised, data } = all;
      if (input.line.flags.has("--csv")) return { json: all, text: invitesCsv(data) };
      return { json: all, text: `${invitesTable(data)}Open: ${open}, which can still give ${promised}.\n` };
    },
  },
  show: describeSubcommand<Static<typeof ShownInvite>>({
    route: "GET /invites/:id",
    operands: { ID: "id" },
    fields: () => ({ limit: PAGE }),
    text: (shown) => {
      const rows = shown.wallets.map(({ address, time, nameGiven }) => [
        address,
        time,
        nameGiven ? shown.name : "",
      ]);
      return `${invitesTable([shown])}${tableText(["WALLET", "SINCE", "NAME"], rows, "Nobody used it yet.")}`;
    },
  }),
  revoke: describeSubcommand<Static<typeof RevokedInvites>>({
    route: "DELETE /invites/:id",
    operands: { ID: "id" },
    warning: async ({ operands: [id] }) => `The links of ${id} give nothing more.`,
    text: ({ revoked }) => `Invites revoked: ${revoked}.\n`,
  }),
};

export const invites = (args: readonly string[]): Promise<number> =>
  runOperationGroup("invites", INVITES, args);

/** Refuses two output formats at once. */
function checkForms({ flags, config }: CommandLine): void {
  if (flags.has("--csv") && config.json) throw new Error("--csv: expected it without --json, got both");
}

function checkUses(line: CommandLine): void {
  const uses = getTextFlag(line, "--uses");
  if (uses === undefined) return;
  if (line.flags.has("--names")) throw new Error(`--uses: expected none beside --names, got ${uses}`);
  if (!/^[1-9]\d{0,4}$/.test(uses)) throw new Error(`--uses: expected a whole number like 30, got "${uses}"`);
}

function readInviteFlags({ line, operands: [amount] }: OperationInput) {
  const [uses, file, until] = ["--uses", "--names", "--until"].map((flag) => getTextFlag(line, flag));
  return {
    amount,
    ...(uses !== undefined && { uses: Number(uses) }),
    ...(file !== undefined && { names: readCsv(file) }),
    ...(until !== undefined && { until }),
  };
}

type Listed = Static<typeof InviteList>;

/** Reads all pages, so that a file of links is complete. */
async function readAll({ line, call }: OperationInput): Promise<Listed> {
  const given = Object.entries(getTextFlags(line, FILTERS)).filter(([, text]) => text !== undefined);
  const data: Invite[] = [];
  for (;;) {
    const query = new URLSearchParams([...given, ["limit", String(PAGE)], ["offset", String(data.length)]]);
    const page: Listed = JSON.parse(await call({ method: "GET", path: `/invites?${query}` }));
    data.push(...page.data);
    if (page.data.length === 0 || data.length >= page.total) return { ...page, data };
  }
}
