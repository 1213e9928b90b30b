/** `presage orders cancel`: cancels open orders of any account. */
import type { Static } from "typebox";
import type { CanceledAnswer, RehearsedCancellation } from "../../http/admin/markets/orders.ts";
import type { CommandLine } from "../command-line.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { tableText } from "../table.ts";

export const ORDERS_HELP = `Usage: presage orders cancel [--wallet WALLET] [--market MARKET] [--outcome yes|no] --reason TEXT [--yes]
       presage orders rehearse [--wallet WALLET] [--market MARKET] [--outcome yes|no]

cancel takes open orders out: all of a wallet, with those of the contract wallets that it signs for; all of a market, or
of one outcome of it; or those of a wallet in a market. What they held is free again, and their owners are notified.
New orders are taken as before: presage ban and presage market pause refuse them. MARKET is a condition id or a slug;
yes is its first outcome, no the second. rehearse tells how many orders of whom it would be, and changes nothing. cancel
is asked about once more at a terminal; --yes answers that. The exchange must run.

  presage orders rehearse --market will-it-rain
  presage orders cancel --market will-it-rain --outcome no --reason "the rules were wrong" --yes
  presage orders cancel --wallet 0x00000000000000000000000000000000000000a1 --reason "his program ran wild" --yes
`;

const NAMES = { "--wallet": "address", "--market": "market", "--outcome": "outcome" } as const;

type Canceled = Static<typeof CanceledAnswer>;
type Rehearsed = Static<typeof RehearsedCancellation>;

const REHEARSE = describeSubcommand({
  route: "GET /orders/rehearsal",
  texts: NAMES,
  check: assertOrdersNamed,
  text: rehearsedText,
});

const ORDERS: OperationFamily = {
  cancel: describeSubcommand<Canceled>({
    route: "POST /orders/cancel",
    texts: NAMES,
    check: assertOrdersNamed,
    warning: async (input) => {
      const { text } = await REHEARSE.perform(input);
      return `${text}They will be cancelled.`;
    },
    text: (done) => `Orders cancelled: ${done.canceledOrders}, of ${walletsText(done)}.\n`,
  }),
  rehearse: REHEARSE,
};

export const orders = (args: readonly string[]): Promise<number> => runOperationGroup("orders", ORDERS, args);

function assertOrdersNamed({ flags }: CommandLine): void {
  const empty = Object.keys(NAMES).find((flag) => flags.get(flag)?.[0]?.trim() === "");
  if (empty !== undefined) throw new Error(`${empty}: expected a text, got an empty one`);
  if (flags.has("--wallet") || flags.has("--market")) return;
  throw new Error("orders: expected --wallet or --market, got neither; see presage orders --help");
}

const walletsText = ({ wallets }: Pick<Canceled, "wallets">): string =>
  wallets === 1 ? "1 wallet" : `${wallets} wallets`;

function rehearsedText(rehearsed: Rehearsed): string {
  const { orders: count, markets, wallets, accounts } = rehearsed;
  const rows = accounts.map((account) => [account.address, String(account.orders)]);
  const more = wallets > accounts.length ? `${wallets - accounts.length} more wallets\n` : "";
  return `${tableText(["WALLET", "ORDERS"], rows, "No order is open.")}${more}Open orders: ${count}, of ${walletsText(rehearsed)}, in ${markets === 1 ? "1 market" : `${markets} markets`}.\n`;
}
