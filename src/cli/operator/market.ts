/** `presage market ...`: creates, opens, pauses, resolves and archives markets. */
import { listTermsOn } from "../../core/markets/market-terms.ts";
import type { TermKind } from "../../core/markets/market-terms.ts";
import { clarifyMarket, editMarket, FEE_FLAGS, readFees } from "./listing-edits.ts";
import {
  getMarket,
  marketPath,
  marketText,
  payoutText,
  readPayout,
  stateLine,
  stateText,
} from "./market-answer.ts";
import type { MarketAnswer } from "./market-answer.ts";
import { runOperationGroup } from "./operation.ts";
import type { CommandOutput, OperatorSubcommand, OperationFamily, OperationInput } from "./operation.ts";
import { textFlags, getTextFlag, getTextFlags } from "../command-line.ts";
import type { CommandLine } from "../command-line.ts";
import { printable } from "../table.ts";

/** Flags of terms of these kinds, as the help shows them. */
const formatFlags = (...kinds: readonly TermKind[]): string =>
  listTermsOn("flag")
    .filter(({ row }) => kinds.includes(row.kind))
    .map(({ name }) => name)
    .join(", ");

/** Breaks lines that are longer than those of the other helps. */
const breakLines = (text: string): string => text.replaceAll(/(?=.{121})(.{1,120}) /g, "$1\n");

const FLAGS_HELP = `Flags of create: --slug TEXT, --description TEXT, --outcomes FIRST,SECOND (Yes,No), --label TEXT (its short name in
the event), ${formatFlags("step", "shares", "money")}, --starts and --ends TIME, --source URL (what decides it), --image URL,
--icon URL, --creator WALLET, --fee-rate 0.02, --fee-exponent 1, --fee-of-makers (resting orders pay as well),
${formatFlags("choice")}, --open (it is a draft otherwise). Flags of edit: --question, --label, --description, --starts,
--ends, --source, --image, --icon, the fees of later orders, and --free. Traders see each edit with the value before it.
--unchanged-since NUMBER, the last edit as show tells it, has the edit refused where somebody edited meanwhile.
Question, label, description and source stay once there are orders, shares or trades; clarify adds a text then.`;

export const MARKET_HELP = `Usage: presage market create EVENT QUESTION [flags]
       presage market edit MARKET --reason TEXT [flags]
       presage market clarify MARKET TEXT --reason TEXT
       presage market show MARKET
       presage market open|pause|resume|archive|dispute|undo MARKET --reason TEXT
       presage market propose MARKET OUTCOME --reason TEXT [--evidence TEXT] [--link URL]
       presage market resolve MARKET OUTCOME --reason TEXT [--yes]

MARKET is a condition id or a slug, EVENT an id or a slug, OUTCOME one that the market names, or half. The exchange
must run. Every change takes a reason, which the audit log keeps; at a terminal, what is missing is asked for.
resolve and archive are asked about once more there; --yes answers that. docs/market-lifecycle.md draws the life of
a market.

${breakLines(FLAGS_HELP)}

  presage market create 1000000001 "Will it rain in Bern on 1 May?" --ends 2027-05-01T22:00:00Z --reason "asked for"
  presage market edit will-it-rain-in-bern-on-1-may --image https://weather.example/bern.png --reason "a picture of it"
  presage market clarify will-it-rain-in-bern-on-1-may "Dew is no rain." --reason "somebody asked"
  presage market open will-it-rain-in-bern-on-1-may --reason "rules checked"
  presage market pause will-it-rain-in-bern-on-1-may --reason "the source is down"
  presage market resume will-it-rain-in-bern-on-1-may --reason "the source is back"
  presage market propose will-it-rain-in-bern-on-1-may yes --evidence "3 mm" --link https://weather.example/1-may --reason "published"
  presage market dispute will-it-rain-in-bern-on-1-may --reason "another station was meant"
  presage market resolve will-it-rain-in-bern-on-1-may yes --reason "checked twice" --yes
  presage market undo will-it-rain-in-bern-on-1-may --reason "wrong day"
  presage market archive will-it-rain-in-bern-on-1-may --reason "season over" --yes
  presage market show will-it-rain-in-bern-on-1-may --json
`;

// Creation of a market in an event, as a draft or opened at once.

/** Terms by the names of their flags: amounts go unchanged into the request, a choice is true or false. */
const TERM_FLAGS = { amounts: termFlags(false), choices: termFlags(true) };

function termFlags(isChoice: boolean): Readonly<Record<string, string>> {
  const terms = listTermsOn("flag").filter(({ row }) => (row.kind === "choice") === isChoice);
  return Object.fromEntries(terms.map(({ name, row }) => [name.replace(/ .*/, ""), row.given ?? ""]));
}

/** Flags whose text goes unchanged into the request, each with its field there. */
const TEXTS = {
  "--slug": "slug",
  "--description": "description",
  "--label": "label",
  ...TERM_FLAGS.amounts,
  "--starts": "startDate",
  "--ends": "endDate",
  "--source": "resolutionSource",
  "--image": "image",
  "--icon": "icon",
  "--creator": "creator",
} as const;

const create: OperatorSubcommand = {
  operands: ["EVENT", "QUESTION"],
  flags: {
    ...textFlags(TEXTS),
    "--outcomes": "text",
    ...FEE_FLAGS,
    ...textFlags(TERM_FLAGS.choices),
    "--open": "switch",
  },
  changes: true,
  check: readMarketFlags,
  perform: async ({ line, operands, reason, call }) => {
    const [event, question] = operands;
    const body = { event, question, ...readMarketFlags(line), reason };
    const created: MarketAnswer = JSON.parse(await call({ method: "POST", path: "/markets", body }));
    return { json: created, text: marketText(created) };
  },
};

function readMarketFlags(line: CommandLine): object {
  return {
    ...getTextFlags(line, TEXTS),
    outcomes: readOutcomes(getTextFlag(line, "--outcomes")),
    fees: readFees(line),
    ...readChoices(line),
    open: line.flags.has("--open"),
  };
}

function readOutcomes(text: string | undefined): readonly string[] | undefined {
  const outcomes = text?.split(",").map((outcome) => outcome.trim());
  if (outcomes === undefined || outcomes.length === 2) return outcomes;
  throw new Error(`--outcomes: expected two names with a comma between them, like Up,Down; got "${text}"`);
}

const readChoices = (line: CommandLine): object =>
  Object.fromEntries(
    Object.entries(TERM_FLAGS.choices).map(([flag, field]) => [
      field,
      readChoice(flag, getTextFlag(line, flag)),
    ]),
  );

function readChoice(flag: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === "true" || text === "false") return text && text === "true";
  throw new Error(`${flag}: expected true or false, got "${text}"`);
}

const MARKETS: OperationFamily = {
  create,
  edit: editMarket,
  clarify: clarifyMarket,
  show: {
    operands: ["MARKET"],
    changes: false,
    perform: async (input) => {
      const found = await getMarket(input, input.operands[0]);
      return { json: found, text: marketText(found) };
    },
  },
  open: stepOperation("open"),
  pause: stepOperation("pause"),
  resume: stepOperation("resume"),
  propose: {
    operands: ["MARKET", "OUTCOME"],
    flags: { "--evidence": "text", "--link": "text" },
    changes: true,
    perform: async (input) => {
      const payout = await readPayoutFlag(input);
      const [evidence, link] = [getTextFlag(input.line, "--evidence"), getTextFlag(input.line, "--link")];
      return takeStep(input, "propose", { payout, evidence, link });
    },
  },
  dispute: stepOperation("dispute"),
  resolve: {
    operands: ["MARKET", "OUTCOME"],
    changes: true,
    warning: async (input) => {
      const found = await getMarket(input, input.operands[0]);
      const paid = payoutText(found, readPayout(found, input.operands[1]));
      return `${introduction(found)}\nIt will be resolved: ${printable(paid)} is paid, and its open orders are cancelled.\nIt can be undone only until somebody redeems.`;
    },
    perform: async (input) => takeStep(input, "resolve", { payout: await readPayoutFlag(input) }),
  },
  undo: stepOperation("undo"),
  archive: {
    ...stepOperation("archive"),
    warning: async (input) => {
      const found = await getMarket(input, input.operands[0]);
      return `${introduction(found)}\nIt will be archived, which tells clients to hide it, and never trade again.`;
    },
  },
};

export const market = (args: readonly string[]): Promise<number> =>
  runOperationGroup("market", MARKETS, args);

/** Makes the operation of a step whose only input is a reason. */
function stepOperation(step: string): OperatorSubcommand {
  return { operands: ["MARKET"], changes: true, perform: (input) => takeStep(input, step, {}) };
}

async function takeStep(
  { call, operands, reason }: OperationInput,
  step: string,
  terms: object,
): Promise<CommandOutput> {
  const path = `${marketPath(operands[0])}/${step}`;
  const changed: MarketAnswer = JSON.parse(await call({ method: "POST", path, body: { ...terms, reason } }));
  return { json: changed, text: stateLine(changed) };
}

const readPayoutFlag = async (input: OperationInput): Promise<readonly [number, number]> =>
  readPayout(await getMarket(input, input.operands[0]), input.operands[1]);

const introduction = (answer: MarketAnswer): string =>
  printable(`"${answer.question}" (${answer.slug}) is ${stateText(answer)}.`);
