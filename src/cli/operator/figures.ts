/** `presage figures`: shows volume, active traders and fees by day, week or month, or ranks the markets by them. */
import type { Static } from "typebox";
import { SPAN_UNITS } from "../../http/admin/exchange/statistics.ts";
import type { StatisticsAnswer, RankedMarketsAnswer } from "../../http/admin/exchange/statistics.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { textFlags, getTextFlag, getTextFlags } from "../command-line.ts";
import type { CommandLine } from "../command-line.ts";
import { runOperation } from "./operation.ts";
import type { CommandOutput, OperationInput, OperatorSubcommand } from "./operation.ts";
import { tableText } from "../table.ts";

export const STATISTICS_HELP = `Usage: presage figures [--by day|week|month|market] [--from DAY] [--to DAY]
                       [--market MARKET | --event EVENT | --category TAG] [--without-house]
                       [--order volume|traders|fees|trades] [--limit N] [--offset N]

Shows how much was traded, by how many wallets and for which fees, with new accounts, deposits and withdrawals: by day
(unless given), week or month, or by market. --from is the first day, --to the day before which the figures end, as in
presage export; the last thirty days unless given. Days are UTC. MARKET is a condition id or a slug, EVENT an id or a
slug, TAG a slug. --without-house leaves out the accounts of the house and, in a sandbox, of residents. --order ranks
markets, 50 of them unless --limit says otherwise, after --offset others. The exchange must run.

  presage figures --by month --from 2026-01-01
  presage figures --by market --order fees --from 2026-05-01 --to 2026-06-01
  presage figures --market will-it-rain-in-bern-on-1-may --json
`;

const BY = [...SPAN_UNITS, "market"] as const;

const NAMES = {
  "--from": "from",
  "--to": "to",
  "--market": "market",
  "--event": "event",
  "--category": "category",
} as const;
const RANKING = { "--order": "order", "--limit": "limit", "--offset": "offset" } as const;

const STATISTICS: OperatorSubcommand = {
  operands: [],
  flags: { ...textFlags(NAMES), ...textFlags(RANKING), "--by": "text", "--without-house": "switch" },
  changes: false,
  check: (line) => {
    const by = readBy(line);
    const ranking = Object.keys(RANKING).find((flag) => line.flags.has(flag));
    if (by !== "market" && ranking !== undefined)
      throw new Error(`figures: expected ${ranking} with --by market only, got it with --by ${by}`);
  },
  perform: (input) => (readBy(input.line) === "market" ? showMarkets(input) : showSpans(input)),
};

export const statistics = (args: readonly string[]): Promise<number> =>
  runOperation("figures", STATISTICS, args);

function readBy(line: CommandLine): (typeof BY)[number] {
  const text = getTextFlag(line, "--by") ?? "day";
  const found = BY.find((name) => name === text);
  if (found !== undefined) return found;
  throw new Error(`figures: expected --by ${BY.join(", ")}, got "${text}"${didYouMean(text, BY)}`);
}

async function showSpans({ line, call }: OperationInput): Promise<CommandOutput> {
  const query = buildQueryParams(line, { ...getTextFlags(line, NAMES), per: readBy(line) });
  const found: Static<typeof StatisticsAnswer> = JSON.parse(
    await call({ method: "GET", path: `/figures?${query}` }),
  );
  const header = ["FROM", ...STATISTIC_NAMES, "ACCOUNTS", "DEPOSITS", "WITHDRAWALS"];
  const rows = [...found.data, { ...found.total, from: "total" }].map(({ from, ...span }) => [
    from,
    ...formatCells(span),
    ...[span.accounts, span.deposits, span.withdrawals].map((cell) => String(cell ?? "-")),
  ]);
  return { json: found, text: tableText(header, rows, "") };
}

async function showMarkets({ line, call }: OperationInput): Promise<CommandOutput> {
  const query = buildQueryParams(line, { ...getTextFlags(line, NAMES), ...getTextFlags(line, RANKING) });
  const found: Static<typeof RankedMarketsAnswer> = JSON.parse(
    await call({ method: "GET", path: `/figures/markets?${query}` }),
  );
  const rows = found.data.map(({ slug, question, ...market }) => [slug, ...formatCells(market), question]);
  const table = tableText(
    ["MARKET", ...STATISTIC_NAMES, "QUESTION"],
    rows,
    "No market traded on these days.",
  );
  const isPart = found.data.length < found.total;
  return { json: found, text: isPart ? `${table}Markets that traded: ${found.total}\n` : table };
}

const STATISTIC_NAMES = ["VOLUME", "TRADES", "TRADERS", "FEES"];

type Statistics = Pick<Static<typeof StatisticsAnswer>["total"], "volume" | "trades" | "traders" | "fees">;

const formatCells = ({ volume, trades, traders, fees }: Statistics): string[] => [
  volume,
  String(trades),
  String(traders),
  fees,
];

function buildQueryParams({ flags }: CommandLine, texts: object): URLSearchParams {
  const named = Object.entries(texts).filter(([, text]) => text !== undefined);
  return new URLSearchParams(flags.has("--without-house") ? [...named, ["withoutHouse", "true"]] : named);
}
