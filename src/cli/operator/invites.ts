/** `presage invites make|list|show|revoke`: manages links that give their opener funds, and optionally a name. */
import type { Static } from "typebox";
import { writeCsvLine } from "../../base/csv.ts";
import type {
  InviteAnswer,
  InviteList,
  RevokedInvites,
  ShownInvite,
} from "../../http/admin/people/invites.ts";
import { getTextFlag, getTextFlags } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import { columnsText } from "../terminal/table.ts";
import { readCsv } from "./accounts.ts";
import { describeFamily, describeSubcommand, callRoute } from "./operation.ts";
import type { OperationInput } from "./operation.ts";

// Invites as a table for a terminal, and as CSV for a spreadsheet.

type Invite = Static<typeof InviteAnswer>;

const invitesTable = (all: readonly Invite[]): string =>
  columnsText(
    all,
    {
      ID: "id",
      NAME: "name",
      AMOUNT: "amount",
      USED: ({ used, uses }) => `${used} of ${uses}`,
      GIVEN: "given",
      STATE: "state",
      UNTIL: "until",
      LINK: "link",
    },
    "There are no such invites. To make one: presage invites make AMOUNT",
  );

const COLUMNS = ["name", "link", "amount", "uses", "used", "given", "state", "until", "id", "list"] as const;

/** Formats invites as CSV. Names begin with a letter or digit, so that no spreadsheet reads a name as a formula. */
const invitesCsv = (all: readonly Invite[]): string =>
  [COLUMNS, ...all.map((invite) => COLUMNS.map((column) => String(invite[column] ?? "")))]
    .map((cells) => writeCsvLine(cells))
    .join("");

const INVITES_HELP = `Usage: presage invites make AMOUNT --reason TEXT [--uses COUNT | --names FILE] [--until TIME] [--csv] [--yes]
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

type MadeInvites = { readonly list: string; readonly invites: readonly Invite[] };
type ListedInvites = Static<typeof InviteList>;

const FILTERS = { "--list": "list", "--state": "state" } as const;

/** Maximum number of invites on one page; a listing may need several. */
const PAGE_SIZE = 1000;

const invites = describeFamily(INVITES_HELP, {
  make: describeSubcommand<MadeInvites>({
    route: "POST /invites",
    operands: { AMOUNT: "amount" },
    texts: { "--until": "until" },
    flags: { "--uses": "text", "--names": "text", "--csv": "switch" },
    check: rejectTwoFormats,
    read: (line) => ({ uses: readUses(line) }),
    fields: ({ line }) => ({ names: readNames(line) }),
    warning: async ({ line, operands: [amount] }) => {
      const links =
        readNames(line) === undefined
          ? `one link for ${readUses(line) ?? 1} uses`
          : "a link for each name of the file";
      return `This promises ${amount} with each use: ${links}.`;
    },
    text: (made, { line }) =>
      line.flags.has("--csv")
        ? invitesCsv(made.invites)
        : `${invitesTable(made.invites)}List: ${made.list}\n`,
  }),
  list: describeSubcommand<ListedInvites>({
    route: "GET /invites",
    texts: FILTERS,
    flags: { "--csv": "switch" },
    check: rejectTwoFormats,
    fields: () => ({ limit: PAGE_SIZE, offset: 0 }),
    complete: readFurtherPages,
    text: ({ open, promised, data }, { line }) =>
      line.flags.has("--csv")
        ? invitesCsv(data)
        : `${invitesTable(data)}Open: ${open}, which can still give ${promised}.\n`,
  }),
  show: describeSubcommand<Static<typeof ShownInvite>>({
    route: "GET /invites/:id",
    operands: { ID: "id" },
    fields: () => ({ limit: PAGE_SIZE }),
    text: (shown) => {
      const wallets = columnsText(
        shown.wallets,
        { WALLET: "address", SINCE: "time", NAME: ({ nameGiven }) => (nameGiven ? shown.name : "") },
        "Nobody used it yet.",
      );
      return `${invitesTable([shown])}${wallets}`;
    },
  }),
  revoke: describeSubcommand<Static<typeof RevokedInvites>>({
    route: "DELETE /invites/:id",
    operands: { ID: "id" },
    warning: async ({ operands: [id] }) => `The links of ${id} give nothing more.`,
    text: ({ revoked }) => `Invites revoked: ${revoked}.\n`,
  }),
});

/** Refuses two output formats at once. */
function rejectTwoFormats({ flags, config }: CommandLine): void {
  if (flags.has("--csv") && config.json) throw new Error("--csv: expected it without --json, got both");
}

const MAX_USES = 10_000;

function readUses(line: CommandLine): number | undefined {
  const uses = getTextFlag(line, "--uses");
  if (uses === undefined) return undefined;
  if (line.flags.has("--names")) throw new Error(`--uses: expected none beside --names, got ${uses}`);
  if (/^[1-9]\d{0,4}$/.test(uses) && Number(uses) <= MAX_USES) return Number(uses);
  throw new Error(`--uses: expected a whole number from 1 to ${MAX_USES}, got "${uses}"`);
}

function readNames(line: CommandLine): string | undefined {
  const file = getTextFlag(line, "--names");
  return file === undefined ? undefined : readCsv(file);
}

/** Reads the pages after the first, so that a file of links is complete. */
async function readFurtherPages(first: ListedInvites, input: OperationInput): Promise<ListedInvites> {
  const data = [...first.data];
  const filters = getTextFlags(input.line, FILTERS);
  for (let page = first; page.data.length > 0 && data.length < page.total; data.push(...page.data))
    page = await callRoute(input, "GET /invites", { ...filters, limit: PAGE_SIZE, offset: data.length });
  return { ...first, data };
}

export const SUBCOMMANDS: Subcommands = { invites };
