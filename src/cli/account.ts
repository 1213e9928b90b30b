/** `presage account open`: opens the account of a wallet, in an exchange where none opens by itself. */
import { textOf } from "./command-line.ts";
import { runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";

export const ACCOUNT_HELP = `Usage: presage account open WALLET --reason TEXT [--owner WALLET]

Opens an account with nothing in it, for presage credit to put something in. In the sandbox accounts open by
themselves. --owner names the wallet whose key signs for a contract wallet; without it a wallet signs for itself. Which
it is stays so for ever. The exchange must run.

  presage account open 0x00000000000000000000000000000000000000a1 --reason "member 17"
  presage account open 0x00000000000000000000000000000000000000c1 --owner 0x00000000000000000000000000000000000000a1 --reason "her wallet"
`;

type Account = { readonly address: string; readonly owner: string; readonly opened: boolean };

const ACCOUNTS: OperationFamily = {
  open: {
    operands: ["WALLET"],
    flags: { "--owner": "text" },
    changes: true,
    perform: async ({ line, operands: [address], reason, call }) => {
      const body = { address, owner: textOf(line, "--owner"), reason };
      const opened: Account = JSON.parse(await call({ method: "POST", path: "/accounts", body }));
      return { json: opened, text: openedText(opened) };
    },
  },
};

function openedText({ address, owner, opened }: Account): string {
  const signer = owner === address ? "its own key" : `the key of ${owner}`;
  return `${address} has an account${opened ? "" : " already"}; ${signer} signs for it.\n`;
}

export const account = (args: readonly string[]): Promise<number> =>
  runOperationGroup("account", ACCOUNTS, args);
