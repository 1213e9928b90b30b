/** `presage account`, `credit`, `debit`, `key`, `ban` and `names`: wallets with their collateral, keys, bans and names. */
import { isUtf8 } from "node:buffer";
import type { Static } from "typebox";
import type { AccountAnswer } from "../../http/admin/people/accounts.ts";
import type { BanAnswer } from "../../http/admin/people/bans.ts";
import type { FundedAccounts, RehearsedFundings } from "../../http/admin/people/funding.ts";
import type { KeyAnswer, RevokedKey } from "../../http/admin/people/keys.ts";
import type { ListedName } from "../../http/admin/people/names.ts";
import { findOperandIndex, readNamedFile } from "../terminal/command-line.ts";
import type { Subcommand, Subcommands } from "../terminal/command-line.ts";
import { columnsText, rowsText } from "../terminal/table.ts";
import { describeCommand, describeFamily, describeSubcommand, callRoute } from "./operation.ts";
import type { OperationFamily, OperationInput } from "./operation.ts";

// Reads CSV files that an operator gives to a subcommand.

/** Reads a CSV file; throws an Error of one line if the file is unreadable or not in UTF-8. */
export function readCsv(file: string): string {
  const bytes = readNamedFile(file, file || '""');
  if (!isUtf8(bytes))
    throw new Error(
      `${file}: expected CSV in UTF-8, got ${describeInvalidByte(bytes)}; save it as CSV UTF-8`,
    );
  return bytes.toString("utf8");
}

const NEWLINE = 10;

/** Names the first byte that is not valid UTF-8, with its position. */
function describeInvalidByte(bytes: Buffer): string {
  let [at, length] = [0, characterLengthAt(bytes, 0)];
  while (length !== undefined) {
    at += length;
    length = characterLengthAt(bytes, at);
  }
  const line = bytes.subarray(0, at).filter((byte) => byte === NEWLINE).length + 1;
  return `the byte 0x${bytes.subarray(at, at + 1).toString("hex")} in line ${line}`;
}

/** Length in bytes of the UTF-8 character at this position; `undefined` if none begins there. */
const characterLengthAt = (bytes: Buffer, at: number): number | undefined =>
  [1, 2, 3, 4].find((length) => at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)));

// `presage account`: opens and shows accounts and their notes; `fund` credits all wallets of a CSV file, or none.

const ACCOUNT_HELP = `Usage: presage account open WALLET --reason TEXT [--owner WALLET]
       presage account show WALLET
       presage account note WALLET --reason TEXT
       presage account fund FILE --reason TEXT [--yes]

open opens an account with nothing in it, for presage credit to put something in. In the sandbox accounts open by
themselves. --owner names the wallet whose key signs for a contract wallet; without it a wallet signs for itself. Which
it is stays so for ever. show tells what an account has, and the notes about it; --json adds its open orders and what it
did lately. note keeps the reason as a note for other operators, for good. fund credits the wallets of a
CSV file, each line an address, an amount and perhaps a note, and opens accounts for those that have none. It does so for
all of them or, if a line is wrong, for none, after it has said what it would do. The exchange must run.

  presage account open 0x00000000000000000000000000000000000000a1 --reason "member 17"
  presage account open 0x00000000000000000000000000000000000000c1 --owner 0x00000000000000000000000000000000000000a1 --reason "her wallet"
  presage account show 0x00000000000000000000000000000000000000a1
  presage account note 0x00000000000000000000000000000000000000a1 --reason "asked for a second account"
  presage account fund class-7b.csv --reason "start of the term" --yes
`;

type Opened = { readonly address: string; readonly owner: string; readonly opened: boolean };

const ACCOUNTS = describeFamily(ACCOUNT_HELP, {
  open: describeSubcommand<Opened>({
    route: "POST /accounts",
    operands: { WALLET: "address" },
    texts: { "--owner": "owner" },
    text: ({ address, owner, opened }) => {
      const signer = owner === address ? "its own key" : `the key of ${owner}`;
      return `${address} has an account${opened ? "" : " already"}; ${signer} signs for it.\n`;
    },
  }),
  show: describeSubcommand({
    route: "GET /accounts/:address",
    operands: { WALLET: "address" },
    text: accountText,
  }),
  fund: describeSubcommand<Static<typeof FundedAccounts>>({
    route: "POST /accounts/fundings",
    operands: { FILE: "" },
    fields: ({ operands: [file] }) => ({ csv: readCsv(file) }),
    warning: async (input) => {
      const csv = readCsv(input.operands[0]);
      return rehearsedText(await callRoute(input, "POST /accounts/fundings/rehearsal", { csv }));
    },
    text: ({ accounts, opened, total }) =>
      `Accounts credited: ${accounts}, of which ${opened} were opened; ${total} in all.\n`,
  }),
  note: describeSubcommand<{ readonly address: string }>({
    route: "POST /accounts/:address/notes",
    operands: { WALLET: "address" },
    fields: ({ reason }) => ({ text: reason, reason: undefined }),
    text: ({ address }) => `The note about ${address} is kept.\n`,
  }),
});

/** Formats the result of the dry run. Throws if a line is wrong, since there is then nothing to confirm. */
function rehearsedText({ accounts, opens, total, lines, faults }: Static<typeof RehearsedFundings>): string {
  const [first] = faults;
  if (first !== undefined)
    throw new Error(
      `line ${first.line}: ${first.fault}${faults.length > 1 ? `; ${faults.length - 1} more lines are wrong` : ""}; nothing was done`,
    );
  const table = columnsText(lines, {
    LINE: "line",
    WALLET: "address",
    AMOUNT: "amount",
    "": (line) => line.opens && "opens",
    NOTE: "note",
  });
  return `${table}Accounts to credit: ${accounts}, of which ${opens} are opened; ${total} in all.`;
}

function accountText({ ban, notes, positions, ...account }: Static<typeof AccountAnswer>): string {
  const fields = rowsText([
    ["account", account.address],
    ["owner", account.owner],
    ["balance", `${account.balance}, of which ${account.available} are available`],
    ["shares", `worth ${account.positionsValue}, in ${account.positionsCount} positions`],
    ["open orders", String(account.openOrders)],
    ["keys", String(account.keys)],
    ["joined", account.joined ?? "never"],
    ["trading", ban === null ? "allowed" : `banned since ${ban.time}: ${ban.reason ?? ""}`],
  ]);
  const held = { SHARES: "shares", OUTCOME: "outcome", WORTH: "worth", QUESTION: "question" } as const;
  const noted = { NOTED: "time", BY: "operator", NOTE: "text" } as const;
  return `${fields}\n${columnsText(positions, held, "It has no shares.")}\n${columnsText(notes, noted, "There are no notes.")}`;
}

// `presage credit` and `presage debit`: add collateral to the account of a wallet, or take it out.

const CREDIT_HELP = `Usage: presage credit WALLET AMOUNT --reason TEXT

Adds collateral to the wallet's account, and counts it as deposited. The exchange must run.

  presage credit 0x00000000000000000000000000000000000000a1 250 --reason "bank transfer 1041"
`;

const DEBIT_HELP = `Usage: presage debit WALLET AMOUNT --reason TEXT [--yes]

Takes collateral that no open order holds out of the wallet's account. The exchange must run.

  presage debit 0x00000000000000000000000000000000000000a1 12.5 --reason "credited twice" --yes
`;

const MOVED = {
  operands: { WALLET: "address", AMOUNT: "amount" },
  text: ({ address, balance, available }: Readonly<Record<"address" | "balance" | "available", string>>) =>
    `${address} has ${balance} now, of which ${available} are available.\n`,
};

const credit = describeCommand(CREDIT_HELP, describeSubcommand({ ...MOVED, route: "POST /credits" }));

const debit = describeCommand(
  DEBIT_HELP,
  describeSubcommand({
    ...MOVED,
    route: "POST /debits",
    warning: async ({ operands: [address, amount] }) => `${amount} will be taken from ${address}.`,
  }),
);

// `presage key`: lists and revokes the keys of a wallet. Their secrets are never shown.

const KEY_HELP = `Usage: presage key list WALLET
       presage key revoke KEY --reason TEXT [--yes]

Lists a wallet's keys, of each kind newest first: those that trade, those that read its orders and trades, and those of
builders. Takes one away: the next request with it is refused. What other keys of its wallet can still be used is said
then. Open orders stay; to cancel them and to refuse new ones of any key, use presage ban. The exchange must run.

  presage key list 0x00000000000000000000000000000000000000a1
  presage key revoke 6e7c7a55-7d0c-5a9e-8f2e-4b1f3f1f6a01 --reason "its owner lost it" --yes
`;

type Key = Static<typeof KeyAnswer>;
type Revoked = Static<typeof RevokedKey>;

const key = describeFamily(KEY_HELP, {
  list: describeSubcommand<readonly Key[]>({
    route: "GET /keys",
    operands: { WALLET: "address" },
    text: (keys, { operands: [address] }) => keysText(keys, `${address} has no key.`),
  }),
  revoke: describeSubcommand<Revoked>({
    route: "POST /keys/:key/revoke",
    operands: { KEY: "key" },
    warning: async ({ operands: [revoked] }) => `The key ${revoked} will be revoked for ever.`,
    text: (revoked) => `${keysText([revoked])}${othersText(revoked)}`,
  }),
});

const KEY_COLUMNS = {
  KEY: "apiKey",
  KIND: "kind",
  WALLET: "address",
  NONCE: "nonce",
  MADE: "createdAt",
  REVOKED: "revokedAt",
} as const;

const keysText = (keys: readonly Key[], whenEmpty?: string): string =>
  columnsText(keys, KEY_COLUMNS, whenEmpty);

const othersText = ({ address, others }: Revoked): string =>
  others.length === 0
    ? `${address} has no other key that can be used.\n`
    : `Other keys of ${address} can still be used:\n${keysText(others)}`;

// `presage ban`: bans wallets, lifts bans and lists them. Orders of a banned wallet are refused.

const BAN_HELP = `Usage: presage ban [add] WALLET --reason TEXT
       presage ban remove WALLET --reason TEXT
       presage ban list

A banned wallet's orders are refused, those of the contract wallets that it signs for as well, and all its open
orders are cancelled. It keeps what it has: it can still redeem, merge and withdraw. The exchange must run.

  presage ban 0x00000000000000000000000000000000000000a1 --reason "traded with itself"
  presage ban remove 0x00000000000000000000000000000000000000a1 --reason "explained"
  presage ban list --json
`;

type Ban = Readonly<Record<"address" | "time", string> & Record<"operator" | "reason", string | null>>;
type BanChange = Static<typeof BanAnswer>;

const BAN_OPERATIONS: OperationFamily = {
  add: describeSubcommand<BanChange>({
    route: "POST /bans",
    operands: { WALLET: "address" },
    text: ({ address, changed, canceledOrders }) =>
      `${address} is banned${changed ? "" : " already"}. Orders cancelled: ${canceledOrders}.\n`,
  }),
  remove: describeSubcommand<BanChange>({
    route: "DELETE /bans/:address",
    operands: { WALLET: "address" },
    text: ({ address, changed }) => `${address} is ${changed ? "not banned any more" : "not banned"}.\n`,
  }),
  list: describeSubcommand<readonly Ban[]>({
    route: "GET /bans",
    text: (bans) =>
      columnsText(
        bans,
        { WALLET: "address", SINCE: "time", BY: "operator", REASON: "reason" },
        "Nobody is banned.",
      ),
  }),
};

const BANS = describeFamily(BAN_HELP, BAN_OPERATIONS, "a wallet, or one of");

/** Runs the operation that the first operand names; bans the wallet if that operand is a wallet. */
const ban: Subcommand = {
  ...BANS,
  run: (args, name) => {
    const at = findOperandIndex(args);
    const isWallet = /^0x/i.test(args[at] ?? "");
    return BANS.run(isWallet ? args.toSpliced(at, 0, "add") : args, name);
  },
};

// `presage names`: lists the names that account owners chose, removes a name, and forbids names and words.

const NAMES_HELP = `Usage: presage names list [SEARCH] [--removed]
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
type Forbidden = Readonly<Record<"text" | "time" | "operator" | "reason", string>> & {
  readonly match: "name" | "word";
};
type ForbiddenChange = Pick<Forbidden, "text" | "match"> & { readonly changed: boolean };

/** Maximum number of printed names; the operator API has the rest in pages. */
const MAX_LISTED = 200;

const FORBIDDEN_TEXT = {
  operands: { TEXT: "text" },
  flags: { "--word": "switch" },
  fields: ({ line }: OperationInput) => ({ match: line.flags.has("--word") ? "word" : "name" }),
} as const;

const names = describeFamily(NAMES_HELP, {
  list: describeSubcommand<{ readonly data: readonly Name[]; readonly next: string | null }>({
    route: "GET /names",
    operands: { "[SEARCH]": "search" },
    switches: { "--removed": "removed" },
    fields: () => ({ limit: MAX_LISTED }),
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
  forbid: describeSubcommand<
    ForbiddenChange & { readonly bearers: readonly Pick<Name, "address" | "name">[] }
  >({
    ...FORBIDDEN_TEXT,
    route: "POST /forbidden-names",
    text: ({ text, changed, bearers }) => {
      const already = changed ? "" : " already";
      const lines = bearers.map(({ address, name }) => `${address} has the name ${name}.\n`).join("");
      return `"${text}" is forbidden${already}.\n${lines}`;
    },
  }),
  allow: describeSubcommand<ForbiddenChange>({
    ...FORBIDDEN_TEXT,
    route: "DELETE /forbidden-names",
    text: ({ text, match, changed }) =>
      `"${text}" is ${changed ? "allowed again" : `not forbidden as a ${match}`}.\n`,
  }),
  forbidden: describeSubcommand<readonly Forbidden[]>({
    route: "GET /forbidden-names",
    text: (all) =>
      columnsText(
        all,
        { TEXT: "text", AS: "match", SINCE: "time", BY: "operator", REASON: "reason" },
        "Nothing is forbidden.",
      ),
  }),
});

const namesText = (listed: readonly Name[]): string =>
  columnsText(
    listed,
    {
      NAME: "name",
      WALLET: "address",
      SINCE: ({ chosen, removed }) => removed?.time ?? chosen,
      "REMOVED BY": ({ removed }) => removed?.operator,
      REASON: ({ removed }) => removed?.reason,
    },
    "There are no such names.",
  );

export const SUBCOMMANDS: Subcommands = { account: ACCOUNTS, credit, debit, key, ban, names };
