/** `presage orders` and `maker`: cancels open orders of any account, and lets the house make chosen markets. */
import type { Static } from "typebox";
import type { HouseMakerAnswer } from "../../http/admin/exchange/house-makers.ts";
import type { CanceledAnswer, RehearsedCancellation } from "../../http/admin/markets/orders.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import { columnsText, countText, printable, rowsText } from "../terminal/table.ts";
import { describeFamily, describeSubcommand } from "./operation.ts";

// `presage orders cancel`: cancels open orders of any account.

const ORDERS_HELP = `Usage: presage orders cancel [--wallet WALLET] [--market MARKET] [--outcome yes|no] --reason TEXT [--yes]
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

type CanceledOrders = Static<typeof CanceledAnswer>;

const REHEARSE = describeSubcommand({
  route: "GET /orders/rehearsal",
  texts: NAMES,
  check: assertOrdersNamed,
  text: rehearsedText,
});

const orders = describeFamily(ORDERS_HELP, {
  cancel: describeSubcommand<CanceledOrders>({
    route: "POST /orders/cancel",
    texts: NAMES,
    check: assertOrdersNamed,
    warning: async (input) => {
      const { text } = await REHEARSE.perform(input);
      return `${text}They will be cancelled.`;
    },
    text: ({ canceledOrders, wallets }) =>
      `Orders cancelled: ${canceledOrders}, of ${countText(wallets, "wallet")}.\n`,
  }),
  rehearse: REHEARSE,
});

function assertOrdersNamed({ flags }: CommandLine): void {
  const empty = Object.keys(NAMES).find((flag) => flags.get(flag)?.[0]?.trim() === "");
  if (empty !== undefined) throw new Error(`${empty}: expected a text, got an empty one`);
  if (flags.has("--wallet") || flags.has("--market")) return;
  throw new Error("orders: expected --wallet or --market, got neither; see presage orders --help");
}

function rehearsedText(rehearsed: Static<typeof RehearsedCancellation>): string {
  const { orders: count, markets, wallets, accounts } = rehearsed;
  const table = columnsText(accounts, { WALLET: "address", ORDERS: "orders" }, "No order is open.");
  const more = wallets > accounts.length ? `${wallets - accounts.length} more wallets\n` : "";
  return `${table}${more}Open orders: ${count}, of ${countText(wallets, "wallet")}, in ${countText(markets, "market")}.\n`;
}

// `presage maker`: runs house market makers, each with a budget and a maximum loss per market.

const MAKER_HELP = `Usage: presage maker list
       presage maker show MARKET
       presage maker start MARKET --max-loss AMOUNT --reason TEXT [--budget AMOUNT] [--kind lmsr|fair-value]
                           [--price PRICE] [--levels COUNT]
       presage maker stop MARKET --reason TEXT [--yes]

The house makes chosen markets, so that clients find somebody to trade with: from an account of its own in each, which
everybody sees as House. start credits that account with the budget, which is the maximum loss unless given, and
remembers the terms across restarts. The maker loses no more than the maximum, whoever wins. lmsr quotes on the curve of
the logarithmic market scoring rule; fair-value quotes around a price that follows its fills. --price is that of the
first outcome to begin at. stop cancels its orders and tells what is left, which presage debit takes out.

  presage maker start will-it-rain --max-loss 500 --price 0.6 --reason "a book for the opening"
  presage maker list
  presage maker stop will-it-rain --reason "others make it now" --yes
`;

type Maker = Static<typeof HouseMakerAnswer>;
type Makers = { readonly data: readonly Maker[] };

const maker = describeFamily(MAKER_HELP, {
  list: describeSubcommand<readonly Maker[], Makers>({
    route: "GET /house-makers",
    complete: ({ data }) => data,
    text: makersTable,
  }),
  show: describeSubcommand<readonly Maker[], Makers>({
    route: "GET /house-makers",
    operands: { MARKET: "market" },
    complete: ({ data }) => data,
    text: (makers, { operands: [market] }) =>
      makers.length === 0 ? `The house does not make ${market}.\n` : makers.map(makerText).join("\n"),
  }),
  start: describeSubcommand({
    route: "POST /markets/:market/house-maker/start",
    operands: { MARKET: "market" },
    texts: { "--max-loss": "maximumLoss", "--budget": "budget", "--kind": "kind", "--price": "price" },
    numbers: { "--levels": "levels" },
    check: ({ flags }: CommandLine) => {
      if (!flags.has("--max-loss"))
        throw new Error("maker start needs --max-loss AMOUNT, the most that the house may lose there");
    },
    text: startedText,
  }),
  stop: describeSubcommand({
    route: "POST /markets/:market/house-maker/stop",
    operands: { MARKET: "market" },
    warning: async ({ operands: [market] }) =>
      `The house will cancel its orders in ${market}, and place no more.`,
    text: makerText,
  }),
});

function makersTable(makers: readonly Maker[]): string {
  return columnsText(
    makers,
    {
      MARKET: "slug",
      RUN: "run",
      KIND: "kind",
      STATE: "state",
      LOSS: "loss",
      "AT MOST": "maximumLoss",
      COLLATERAL: "collateral",
      BIDS: "bids",
      ASKS: "asks",
      WHY: "why",
    },
    "The house makes no markets. To start one: presage maker start MARKET --max-loss AMOUNT",
  );
}

function makerText(one: Maker): string {
  const curve = one.liquidity === null ? "" : ` with b ${one.liquidity}`;
  return rowsText([
    ["market", printable(one.slug)],
    ["account", `${one.account}, which clients see as House`],
    ["maker", `${one.kind}${curve}, from ${one.startPrice}, up to ${one.levels} quotes on each side`],
    ["state", one.why === "" ? one.state : `${one.state}: ${one.why}`],
    ["loss", `${one.loss} of at most ${one.maximumLoss}, at the worst winner`],
    ["budget", one.moved === "0" ? one.budget : `${one.budget}, and ${one.moved} since`],
    ["has", `${one.collateral}, of which ${one.available} are available; shares ${one.shares.join(" and ")}`],
    ["orders", `${one.bids} bids, ${one.asks} asks`],
  ]);
}

/** Formats a started maker; its first quotes follow the start, so the text names the command that shows them. */
function startedText(one: Maker): string {
  const isQuoteDue = one.state === "quoting" && one.bids + one.asks === 0;
  const next = `It places its first quotes within seconds. To see them: presage maker show ${printable(one.slug)}\n`;
  return isQuoteDue ? makerText(one) + next : makerText(one);
}

export const SUBCOMMANDS: Subcommands = { orders, maker };
