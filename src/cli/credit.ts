/** `presage credit` and `presage debit`: add collateral to the account of a wallet, or take it out. */
import { describeSubcommand, runOperation } from "./operation.ts";

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
