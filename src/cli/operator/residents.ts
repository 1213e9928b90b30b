/** `presage residents`: shows the simulated traders of a sandbox, sets their pace and tunes them by market. */
import type { SimulationState } from "../../http/sandbox/simulation-control.ts";
import { SIMULATION_PACES } from "../../store/sandbox/simulation-settings.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { findOperandIndex, getTextFlag, getNumberFlag } from "../command-line.ts";
import type { CommandLine } from "../command-line.ts";
import { describeSubcommand, runOperation } from "./operation.ts";
import { tableText } from "../table.ts";

export const SIMULATED_TRADERS_HELP = `Usage: presage residents
       presage residents off|quiet|normal|busy
       presage residents tune MARKET [--trading on|off] [--maker fair-value|lmsr]
                                     [--maximum-loss AMOUNT] [--levels COUNT] [--spread STEPS]

Shows what the resident traders of a running sandbox do in each market: the maker's price, its shares and collateral, its
loss at the worst winner and the most that it may lose, and why it withdrew where it did. A word sets the pace of all; off
takes out their resting orders. tune changes one market, named by condition id or slug; its maker quotes again at once. What
is set holds after a restart, a pace until PRESAGE_RESIDENTS is another one.

  presage residents
  presage residents busy
  presage residents tune will-it-rain --maker lmsr --maximum-loss 2000
  presage residents tune will-it-rain --trading off
`;

const SHOW = describeSubcommand({ route: "GET /sandbox/residents", text: stateText });

const PACE = describeSubcommand({
  route: "POST /sandbox/residents",
  operands: { PACE: "pace" },
  text: stateText,
});

const TUNE = describeSubcommand({
  route: "POST /sandbox/residents/:market",
  operands: { tune: "", MARKET: "market" },
  texts: { "--maker": "maker", "--maximum-loss": "maximumLoss" },
  flags: { "--trading": "text", "--levels": "text", "--spread": "text" },
  check: (line) => void readTuning(line),
  fields: ({ line }) => readTuning(line),
  text: stateText,
});

function readTuning(line: CommandLine): object {
  const trading = getTextFlag(line, "--trading");
  if (trading !== undefined && trading !== "on" && trading !== "off")
    throw new Error(`--trading: expected on or off, got "${trading}"`);
  return {
    trading: trading && trading === "on",
    levels: getNumberFlag(line, "--levels"),
    spread: getNumberFlag(line, "--spread"),
  };
}

export function simulatedTraders(args: readonly string[]): Promise<number> {
  const at = findOperandIndex(args);
  const word = at === -1 ? undefined : args[at];
  if (word === undefined) return runOperation("residents", SHOW, args);
  if (word === "tune") return runOperation("residents", TUNE, args);
  const paces: readonly string[] = SIMULATION_PACES;
  if (paces.includes(word)) return runOperation("residents", PACE, args);
  const words = [...paces, "tune"];
  throw new Error(
    `residents: expected nothing or one of ${words.join(", ")}, got "${word}"${didYouMean(word, words)}; see presage residents --help`,
  );
}

const HEADINGS = ["MARKET", "MAKER", "PRICE", "B", "SHARES", "COLLATERAL", "LOSS", "AT MOST", "WITHDRAWN"];

/** The simulated traders by market, as a table. */
export function stateText({ pace, markets }: SimulationState): string {
  const rows = markets.map((one) => [
    one.market,
    one.trading ? one.maker : "off",
    one.fairValue ?? "",
    one.b ?? "",
    one.inventory.join(" / "),
    one.collateral,
    one.loss,
    one.maximumLoss,
    one.withdrawn,
  ]);
  return `Pace: ${pace}\n${tableText(HEADINGS, rows, "No market has residents.")}`;
}
