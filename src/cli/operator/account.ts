/** `presage account`, `credit` and `debit`: accounts of wallets, their notes and their collateral. */
import type { AccountAnswer } from "../../http/admin/people/accounts.ts";
import type { FundedAccounts, RehearsedFundings } from "../../http/admin/people/funding.ts";
import { describeSubcommand, runOperation, runOperationGroup } from "./operation.ts";
import type { OperationFamily, OperationInput, OperatorSubcommand } from "./operation.ts";
import { rowsText, tableText } from "../table.ts";
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import type { Static } from "typebox";

// Reads CSV files that an operator gives to a subcommand.

/** Reads a file of CSV; throws an Error of one line when it cannot be read, or is not in UTF-8. */
export function readCsv(file: string): string {
  const bytes = readBytes(file);
  if (!isUtf8(bytes))
    throw new Error(
      `${file}: expected CSV in UTF-8, got ${describeInvalidByte(bytes)}; save it as CSV UTF-8`,
    );
  return bytes.toString("utf8");
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const NEWLINE = 10;

/** Names the first byte that is not valid UTF-8, with its position. */
function describeInvalidByte(bytes: Buffer): string {
  let [at, length] = [0, lengthAt(bytes, 0)];
  while (length !== undefined) {
    at += length;
    length = lengthAt(bytes, at);
  }
  const line = bytes.subarray(0, at).filter((byte) => byte === NEWLINE).length + 1;
  return `the byte 0x${bytes.subarray(at, at + 1).toString("hex")} in line ${line}`;
}

/** Length in bytes of the UTF-8 character at this position; `undefined` if none begins there. */
const lengthAt = (bytes: Buffer, at: number): number | undefined =>
  [1, 2, 3, 4].find((length) => at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)));

// `presage account fund`: credits the wallets of a CSV file, all of them or none.

const FUND: OperatorSubcommand = {
  operands: ["FILE"],
  changes: true,
  warning: async (input) => rehearsedText(await rehearse(input)),
  perform: async ({ operands: [file], reason, call }) => {
    const body = { csv: readCsv(file), reason };
    const done: Static<typeof FundedAccounts> = JSON.parse(
      await call({ method: "POST", path: "/accounts/fundings", body }),
    );
    return {
      json: done,
      text: `Accounts credited: ${done.accounts}, of which ${done.opened} were opened; ${done.total} in all.\n`,
    };
  },
};

type Rehearsed = Static<typeof RehearsedFundings>;

async function rehearse({ operands: [file], call }: OperationInput): Promise<Rehearsed> {
  const body = { csv: readCsv(file) };
  return JSON.parse(await call({ method: "POST", path: "/accounts/fundings/rehearsal", body }));
}

/** Writes the result of the dry run. Throws if a line is wrong: nothing is left to confirm. */
function rehearsedText({ accounts, opens, total, lines, faults }: Rehearsed): string {
  const [first] = faults;
  if (first !== undefined)
    throw new Error(
      `line ${first.line}: ${first.fault}${faults.length > 1 ? `; ${faults.length - 1} more lines are wrong` : ""}; nothing was done`,
    );
  const rows = lines.map((line) => [
    String(line.line),
    line.address,
    line.amount,
    line.opens ? "opens" : "",
    line.note,
  ]);
  return `${tableText(["LINE", "WALLET", "AMOUNT", "", "NOTE"], rows, "")}Accounts to credit: ${accounts}, of which ${opens} are opened; ${total} in all.`;
}

export const ACCOUNT_HELP = `Usage: presage account open WALLET --reason TEXT [--owner WALLET]
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

type Account = { readonly address: string; readonly owner: string; readonly opened: boolean };

const ACCOUNTS: OperationFamily = {
  open: describeSubcommand({
    route: "POST /accounts",
    operands: { WALLET: "address" },
    texts: { "--owner": "owner" },
    text: openedText,
  }),
  show: describeSubcommand({
    route: "GET /accounts/:address",
    operands: { WALLET: "address" },
    text: accountText,
  }),
  fund: FUND,
  note: describeSubcommand<{ readonly address: string }>({
    route: "POST /accounts/:address/notes",
    operands: { WALLET: "address" },
    fields: ({ reason }) => ({ text: reason, reason: undefined }),
    text: ({ address }) => `The note about ${address} is kept.\n`,
  }),
};

type ShownAccount = Static<typeof AccountAnswer>;

function accountText({ ban, notes, positions, ...account }: ShownAccount): string {
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
  const held = positions.map(({ question, outcome, shares, worth }) => [shares, outcome, worth, question]);
  const noted = notes.map(({ time, operator, text }) => [time, operator, text]);
  return `${fields}\n${tableText(["SHARES", "OUTCOME", "WORTH", "QUESTION"], held, "It has no shares.")}\n${tableText(["NOTED", "BY", "NOTE"], noted, "There are no notes.")}`;
}

function openedText({ address, owner, opened }: Account): string {
  const signer = owner === address ? "its own key" : `the key of ${owner}`;
  return `${address} has an account${opened ? "" : " already"}; ${signer} signs for it.\n`;
}

export const account = (args: readonly string[]): Promise<number> =>
  runOperationGroup("account", ACCOUNTS, args);

// `presage credit` and `presage debit`: add collateral to the account of a wallet, or take it out.

export const CREDIT_HELP = `Usage: presage credit WALLET AMOUNT --reason TEXT

Adds collateral to the wallet's account, and counts it as deposited. The exchange must run.

  presage credit 0x00000000000000000000000000000000000000a1 250 --reason "bank transfer 1041"
`;

export const DEBIT_HELP = `Usage: presage debit WALLET AMOUNT --reason TEXT [--yes]

Takes collateral that no open order holds out of the wallet's account. The exchange must run.

  presage debit 0x00000000000000000000000000000000000000a1 12.5 --reason "credited twice" --yes
`;

type Balance = {
  readonly address: string;
  readonly amount: string;
  readonly balance: string;
  readonly available: string;
};

const MOVED = {
  operands: { WALLET: "address", AMOUNT: "amount" },
  text: ({ address, balance, available }: Balance) =>
    `${address} has ${balance} now, of which ${available} are available.\n`,
};

const CREDIT = describeSubcommand({ ...MOVED, route: "POST /credits" });

const DEBIT = describeSubcommand({
  ...MOVED,
  route: "POST /debits",
  warning: async ({ operands: [address, amount] }) => `${amount} will be taken from ${address}.`,
});

export const credit = (args: readonly string[]): Promise<number> => runOperation("credit", CREDIT, args);
export const debit = (args: readonly string[]): Promise<number> => runOperation("debit", DEBIT, args);
