/** `presage credit` and `presage debit`: add collateral to the account of a wallet, or take it out. */
import { runOperation } from "./operation.ts";
import type { CommandOutput, OperatorSubcommand, OperationInput } from "./operation.ts";

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

const CREDIT: OperatorSubcommand = {
  operands: ["WALLET", "AMOUNT"],
  changes: true,
  perform: (input) => moveCollateral(input, "/credits"),
};

const DEBIT: OperatorSubcommand = {
  operands: ["WALLET", "AMOUNT"],
  changes: true,
  warning: async ({ operands: [address, amount] }) => `${amount} will be taken from ${address}.`,
  perform: (input) => moveCollateral(input, "/debits"),
};

export const credit = (args: readonly string[]): Promise<number> => runOperation("credit", CREDIT, args);
export const debit = (args: readonly string[]): Promise<number> => runOperation("debit", DEBIT, args);

async function moveCollateral(
  { operands, reason, call }: OperationInput,
  path: string,
): Promise<CommandOutput> {
  const [address, amount] = operands;
  const moved: Balance = JSON.parse(await call({ method: "POST", path, body: { address, amount, reason } }));
  return {
    json: moved,
    text: `${moved.address} has ${moved.balance} now, of which ${moved.available} are available.\n`,
  };
}
