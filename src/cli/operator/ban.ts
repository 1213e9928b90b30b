/** `presage ban`: bans wallets, lifts bans and lists them. Orders of a banned wallet are refused. */
import type { Static } from "typebox";
import type { BanAnswer } from "../../http/admin/people/bans.ts";
import { findOperandIndex } from "../command-line.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { tableText } from "../table.ts";

export const BAN_HELP = `Usage: presage ban [add] WALLET --reason TEXT
       presage ban remove WALLET --reason TEXT
       presage ban list

A banned wallet's orders are refused, those of the contract wallets that it signs for as well, and all its open
orders are cancelled. It keeps what it has: it can still redeem, merge and withdraw. The exchange must run.

  presage ban 0x00000000000000000000000000000000000000a1 --reason "traded with itself"
  presage ban remove 0x00000000000000000000000000000000000000a1 --reason "explained"
  presage ban list --json
`;

type Ban = {
  readonly address: string;
  readonly time: string;
  readonly operator: string | null;
  readonly reason: string | null;
};
type Change = Static<typeof BanAnswer>;

const BANS: OperationFamily = {
  add: describeSubcommand<Change>({
    route: "POST /bans",
    operands: { WALLET: "address" },
    text: ({ address, changed, canceledOrders }) =>
      `${address} is banned${changed ? "" : " already"}. Orders cancelled: ${canceledOrders}.\n`,
  }),
  remove: describeSubcommand<Change>({
    route: "DELETE /bans/:address",
    operands: { WALLET: "address" },
    text: ({ address, changed }) => `${address} is ${changed ? "not banned any more" : "not banned"}.\n`,
  }),
  list: describeSubcommand({ route: "GET /bans", text: bansText }),
};

/** Runs the operation that the first operand names. Bans a wallet if the operand is one. */
export function ban(args: readonly string[]): Promise<number> {
  const at = findOperandIndex(args);
  const isWallet = /^0x/i.test(args[at] ?? "");
  return runOperationGroup("ban", BANS, isWallet ? args.toSpliced(at, 0, "add") : args);
}

function bansText(bans: readonly Ban[]): string {
  const rows = bans.map(({ address, time, operator, reason }) => [
    address,
    time,
    operator ?? "",
    reason ?? "",
  ]);
  return tableText(["WALLET", "SINCE", "BY", "REASON"], rows, "Nobody is banned.");
}
