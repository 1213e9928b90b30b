/** `presage maker list|show|start|stop`: runs house market makers, each with a budget and a maximum loss per market. */
import type { Static } from "typebox";
import type { HouseMakerAnswer } from "../../http/admin/exchange/house-makers.ts";
import { getTextFlag, getNumberFlag } from "../command-line.ts";
import type { CommandLine } from "../command-line.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily, OperationInput } from "./operation.ts";
import { printable, rowsText, tableText } from "../table.ts";

export const MAKER_HELP = `Usage: presage maker list
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

/** Flags whose text goes unchanged into the request, each with its field there. */
const TEXTS = {
  "--max-loss": "maximumLoss",
  "--budget": "budget",
  "--kind": "kind",
  "--price": "price",
} as const;

const OPERATIONS: OperationFamily = {
  list: {
    operands: [],
    changes: false,
    perform: async (input) => {
      const makers = await readMakers(input, "/house-makers");
      return { json: makers, text: formatTable(makers) };
    },
  },
  show: {
    operands: ["MARKET"],
    changes: false,
    perform: async (input) => {
      const [market] = input.operands;
      const makers = await readMakers(input, `/house-makers?market=${encodeURIComponent(market)}`);
      const text =
        makers.length === 0 ? `The house does not make ${market}.\n` : makers.map(formatMaker).join("\n");
      return { json: makers, text };
    },
  },
  start: describeSubcommand({
    route: "POST /markets/:market/house-maker/start",
    operands: { MARKET: "market" },
    texts: TEXTS,
    flags: { "--levels": "text" },
    check: checkTerms,
    fields: ({ line }) => ({ levels: getNumberFlag(line, "--levels") }),
    text: formatMaker,
  }),
  stop: describeSubcommand({
    route: "POST /markets/:market/house-maker/stop",
    operands: { MARKET: "market" },
    warning: async ({ operands: [market] }) =>
      `The house will cancel its orders in ${market}, and place no more.`,
    text: formatMaker,
  }),
};

export const maker = (args: readonly string[]): Promise<number> =>
  runOperationGroup("maker", OPERATIONS, args);

async function readMakers({ call }: OperationInput, path: string): Promise<readonly Maker[]> {
  const { data }: { data: readonly Maker[] } = JSON.parse(await call({ method: "GET", path }));
  return data;
}

function checkTerms(line: CommandLine): void {
  if (getTextFlag(line, "--max-loss") === undefined)
    throw new Error("maker start needs --max-loss AMOUNT, the most that the house may lose there");
  getNumberFlag(line, "--levels");
}

const formatTable = (makers: readonly Maker[]): string =>
  tableText(
    ["MARKET", "RUN", "KIND", "STATE", "LOSS", "AT MOST", "COLLATERAL", "BIDS", "ASKS", "WHY"],
    makers.map((one) => [
      one.slug,
      String(one.run),
      one.kind,
      one.state,
      one.loss,
      one.maximumLoss,
      one.collateral,
      String(one.bids),
      String(one.asks),
      one.why,
    ]),
    "The house makes no markets. To start one: presage maker start MARKET --max-loss AMOUNT",
  );

function formatMaker(one: Maker): string {
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
