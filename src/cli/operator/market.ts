/** `presage market ...`: creates, edits, opens, pauses, resolves and archives markets. */
import type { Static } from "typebox";
import type { Payout } from "../../core/markets/catalog.ts";
import { FEE_LIMITS, listTermsOn } from "../../core/markets/market-terms.ts";
import type { TermKind } from "../../core/markets/market-terms.ts";
import { parseCount } from "../../core/units.ts";
import type { MarketAnswer as Schema } from "../../http/admin/markets/market-answer.ts";
import { textFlags, getTextFlag } from "../terminal/command-line.ts";
import type { CommandLine, FlagKinds, Subcommands } from "../terminal/command-line.ts";
import { columnsText, countText, printable, rowsText } from "../terminal/table.ts";
import { describeFamily, describeSubcommand, callRoute, requireChange } from "./operation.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";

/** Formats the flags of market terms of these kinds for the help text. */
const formatFlags = (...kinds: readonly TermKind[]): string =>
  listTermsOn("flag")
    .filter(({ row }) => kinds.includes(row.kind))
    .map(({ name }) => name)
    .join(", ");

/** Breaks lines of a help text above 120 characters. */
const breakLines = (text: string): string => text.replaceAll(/(?=.{121})(.{1,120}) /g, "$1\n");

const FLAGS_HELP = `Flags of create: --slug TEXT, --description TEXT, --outcomes FIRST,SECOND (Yes,No), --label TEXT (its short name in
the event), ${formatFlags("step", "shares", "money")}, --starts and --ends TIME, --source URL (what decides it), --image URL,
--icon URL, --creator WALLET, --fee-rate 0.02, --fee-exponent 1, --fee-of-makers (resting orders pay as well),
${formatFlags("choice")}, --market-version v1|v2 (v2 for position ids of Polymarket's Protocol V2), --open (it is
a draft otherwise). Flags of edit: --question, --label, --description, --starts,
--ends, --source, --image, --icon, --tick, the fees of later orders, and --free. Traders see each edit with the value before it.
--unchanged-since NUMBER, the last edit as show tells it, has the edit refused where somebody edited meanwhile.
Question, label, description and source stay once there are orders, shares or trades; clarify adds a text then.`;

const MARKET_HELP = `Usage: presage market create EVENT QUESTION [flags]
       presage market edit MARKET --reason TEXT [flags]
       presage market clarify MARKET TEXT --reason TEXT
       presage market show MARKET
       presage market open|pause|resume|archive|dispute|undo MARKET --reason TEXT
       presage market propose MARKET OUTCOME --reason TEXT [--evidence TEXT] [--link URL]
       presage market resolve MARKET OUTCOME --reason TEXT [--yes]

MARKET is a condition id or a slug, EVENT an id or a slug, OUTCOME one that the market names, or half. The exchange
must run. Every change takes a reason, which the audit log keeps; at a terminal, what is missing is asked for.
resolve and archive are asked about once more there; --yes answers that. docs/operating/market-lifecycle.md draws the life of
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

// Flags of listings. Events and markets have the same texts, edits and clarifications.

/** Flags of the texts that both events and markets have, each with its field. */
export const LISTING_TEXTS = {
  "--description": "description",
  "--starts": "startDate",
  "--ends": "endDate",
  "--source": "resolutionSource",
  "--image": "image",
  "--icon": "icon",
} as const;

/** Flag with the number of the last edit that `show` printed; the change is refused if a later edit exists. */
const UNCHANGED = "--unchanged-since";

type EditResult = {
  readonly subject: string;
  readonly changed: readonly string[];
  /** Markets that changed with their event. */
  readonly markets?: readonly object[];
};

type Edit = Pick<OperatorSubcommand, "flags"> & {
  readonly texts: Readonly<Record<string, string>>;
  readonly read: (line: CommandLine) => object;
};

/** Describes the edit of an event or market: by flags of its texts, and by flags that `read` reads. */
export function describeEdit(kind: "event" | "market", { texts, flags, read }: Edit): OperatorSubcommand {
  return describeSubcommand<EditResult>({
    route: kind === "event" ? "POST /events/:event/edit" : "POST /markets/:market/edit",
    operands: kind === "event" ? { EVENT: "event" } : { MARKET: "market" },
    texts,
    flags: { ...flags, [UNCHANGED]: "text" },
    read: (line) => {
      const unchangedSince = readUnchanged(line);
      const fields = read(line);
      requireChange(line, { subcommand: `${kind} edit`, flags: Object.keys({ ...texts, ...flags }) });
      return { unchangedSince, ...fields };
    },
    text: ({ changed, markets = [] }, { operands: [named] }) => {
      const also =
        markets.length > 0 ? `, with ${countText(markets.length, "market")} that had the same` : "";
      return `${printable(named)}: changed ${changed.join(", ")}${also}.\n`;
    },
  });
}

function readUnchanged(line: CommandLine): number | undefined {
  const text = getTextFlag(line, UNCHANGED);
  const batch = text === undefined ? undefined : parseCount(text);
  if (text !== undefined && batch === undefined)
    throw new Error(`${UNCHANGED}: expected the number of the last edit that show tells, got "${text}"`);
  return batch;
}

/** Formats the result of an added clarification. */
export const clarifiedText = (_: object, { operands: [named] }: OperationInput): string =>
  `${printable(named)}: the clarification stands beside its rules.\n`;

// Creation of a market in an event, as a draft or opened at once.

const FEE_FLAGS = {
  "--fee-rate": "text",
  "--fee-exponent": "text",
  "--fee-of-makers": "switch",
} as const satisfies FlagKinds;

/** Reads the fees of a request; `undefined` if no fee flag is given. */
function readFees(line: CommandLine): object | undefined {
  const rate = getTextFlag(line, "--fee-rate");
  const exponent = getTextFlag(line, "--fee-exponent");
  const ofMakers = line.flags.has("--fee-of-makers");
  if (rate === undefined) {
    if (exponent === undefined && !ofMakers) return undefined;
    throw new Error("--fee-exponent and --fee-of-makers need --fee-rate beside them");
  }
  return { rate, ...(exponent !== undefined && { exponent: readExponent(exponent) }), takerOnly: !ofMakers };
}

function readExponent(text: string): number {
  const { least, most, range } = FEE_LIMITS.exponent;
  const exponent = parseCount(text) ?? 0;
  if (exponent >= least && exponent <= most) return exponent;
  throw new Error(`--fee-exponent: expected a whole number from ${range}, got "${text}"`);
}

/** Flags of market terms, each with its field. Amounts go unchanged into the request; choices become true or false. */
const TERM_FLAGS = { amounts: termFlags(false), choices: termFlags(true) };

function termFlags(isChoice: boolean): Readonly<Record<string, string>> {
  const terms = listTermsOn("flag").filter(({ row }) => (row.kind === "choice") === isChoice);
  return Object.fromEntries(terms.map(({ name, row }) => [name.replace(/ .*/, ""), row.given ?? ""]));
}

const CREATE = describeSubcommand({
  route: "POST /markets",
  operands: { EVENT: "event", QUESTION: "question" },
  texts: {
    "--slug": "slug",
    "--label": "label",
    "--creator": "creator",
    "--market-version": "version",
    ...TERM_FLAGS.amounts,
    ...LISTING_TEXTS,
  },
  named: { "--outcomes": "outcomes", "--fee-rate": "fees.rate", ...TERM_FLAGS.choices },
  flags: { "--outcomes": "text", ...FEE_FLAGS, ...textFlags(TERM_FLAGS.choices), "--open": "switch" },
  read: (line) => ({
    outcomes: readOutcomes(getTextFlag(line, "--outcomes")),
    fees: readFees(line),
    ...readChoices(line),
    open: line.flags.has("--open"),
  }),
  text: marketText,
});

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

// Changes of a market's status, up to its resolution.

type Step = Parameters<typeof describeSubcommand<MarketAnswer>>[0];

/** Describes a subcommand that changes a market and prints its new state. */
const describeStep = (route: Step["route"], further: Partial<Step> = {}): OperatorSubcommand =>
  describeSubcommand({ operands: { MARKET: "market" }, ...further, route, text: stateLine });

/** Describes a subcommand that decides a market's payout; the operand names one of the market's outcomes. */
const describeDecision = (route: Step["route"], further: Partial<Step>): OperatorSubcommand =>
  describeStep(route, {
    ...further,
    operands: { MARKET: "market", OUTCOME: "" },
    fields: async (input) => ({
      payout: readPayout(await getMarket(input, input.operands[0]), input.operands[1]),
    }),
  });

const MARKETS = describeFamily(MARKET_HELP, {
  create: CREATE,
  edit: describeEdit("market", {
    texts: { "--question": "question", "--label": "label", "--tick": "tick", ...LISTING_TEXTS },
    flags: { ...FEE_FLAGS, "--free": "switch" },
    read: (line) => ({ fees: readFees(line), free: line.flags.has("--free") || undefined }),
  }),
  clarify: describeSubcommand({
    route: "POST /markets/:market/clarify",
    operands: { MARKET: "market", TEXT: "text" },
    text: clarifiedText,
  }),
  show: describeSubcommand({
    route: "GET /markets/:market",
    operands: { MARKET: "market" },
    text: marketText,
  }),
  open: describeStep("POST /markets/:market/open"),
  pause: describeStep("POST /markets/:market/pause"),
  resume: describeStep("POST /markets/:market/resume"),
  propose: describeDecision("POST /markets/:market/propose", {
    texts: { "--evidence": "evidence", "--link": "link" },
  }),
  dispute: describeStep("POST /markets/:market/dispute"),
  resolve: describeDecision("POST /markets/:market/resolve", {
    warning: async (input) => {
      const found = await getMarket(input, input.operands[0]);
      const paid = payoutText(found, readPayout(found, input.operands[1]));
      return `${introduction(found)}\nIt will be resolved: ${printable(paid)} is paid, and its open orders are cancelled.\nIt can be undone only until somebody redeems.`;
    },
  }),
  undo: describeStep("POST /markets/:market/undo"),
  archive: describeStep("POST /markets/:market/archive", {
    warning: async (input) => {
      const found = await getMarket(input, input.operands[0]);
      return `${introduction(found)}\nIt will be archived, which tells clients to hide it, and never trade again.`;
    },
  }),
});

const introduction = (answer: MarketAnswer): string =>
  printable(`"${answer.question}" (${answer.slug}) is ${stateText(answer)}.`);

// The operator API's answer about a market, as text.

export type MarketAnswer = Static<typeof Schema>;

export const getMarket = (input: OperationInput, named: string): Promise<MarketAnswer> =>
  callRoute(input, "GET /markets/:market", { market: named });

type Outcomes = Pick<MarketAnswer, "outcomes">;

/**
 * Reads a payout: the name of an outcome of this market, or half to each. Refuses other words, even Yes and No:
 * outcomes may have other names.
 */
export function readPayout({ outcomes }: Outcomes, text: string): Payout {
  const alike = outcomes.filter((outcome) => outcome.toLowerCase() === text.toLowerCase());
  const [meant, ...others] = outcomes.includes(text) ? [text] : alike;
  if (meant !== undefined && others.length === 0) return meant === outcomes[0] ? [1, 0] : [0, 1];
  if (text.toLowerCase() === "half") return [1, 1];
  const [first, second] = outcomes;
  throw new Error(`expected "${first}", "${second}" or half to each as the outcome, got "${text}"`);
}

function payoutText({ outcomes }: Outcomes, [first, second]: Payout): string {
  if (first === second) return "half to each";
  return first > second ? outcomes[0] : outcomes[1];
}

const resolutionText = (outcomes: Outcomes, payout: Payout): string =>
  payout[0] === payout[1] ? "each outcome pays half" : `${payoutText(outcomes, payout)} pays`;

/** Formats a state like `active, Yes is proposed`. */
function stateText(market: MarketAnswer): string {
  const { status, proposal, resolution } = market;
  if (resolution !== null) return `${status}, ${resolutionText(market, resolution.payout)}`;
  if (proposal === null) return status;
  const disputed = proposal.disputed ? " and disputed" : "";
  return `${status}, ${payoutText(market, proposal.payout)} is proposed${disputed}`;
}

/** Formats the state of a market after a change, in one line. */
function stateLine(market: MarketAnswer): string {
  return `${printable(market.slug)} is ${printable(stateText(market))}.\n`;
}

/** Formats all fields and possible steps of a market. */
export function marketText(market: MarketAnswer): string {
  const { event, outcomes, tokenIds } = market;
  const fields = rowsText([
    ["question", market.question],
    ["event", `${event.id} ${event.title}`],
    ["slug", market.slug],
    ["version", market.version],
    ["condition", market.conditionId],
    ...outcomes.map((outcome, index) => [`token of ${outcome}`, tokenIds[index] ?? ""]),
    ["status", stateText(market)],
    ["orders", ordersText(market)],
    ["fees", feesText(market)],
    ["redemption", redemptionText(market)],
    ["ends", market.endDate ?? "not said"],
    ["last edit", String(market.lastEdit)],
    ["figures", `backing ${market.backing}, volume ${market.volume}, open orders ${market.openOrders}`],
  ]);
  return market.steps.length === 0 ? fields : `${fields}\n${stepsText(market)}`;
}

/** Formats the market's terms for orders, without absent ones. */
function ordersText(market: MarketAnswer): string {
  const values = new Map<string, unknown>(Object.entries(market));
  return listTermsOn("shown")
    .map(({ name, row: { given = "" } }) => ({ name, value: values.get(given) ?? null }))
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => `${name} ${value}`)
    .join(", ");
}

function feesText({ fees }: MarketAnswer): string {
  if (fees === null) return "none";
  const payers = fees.takerOnly ? "takers pay" : "takers and makers pay";
  return `rate ${fees.rate}, exponent ${fees.exponent}, ${payers}`;
}

function redemptionText({ autoRedeem }: MarketAnswer): string {
  if (autoRedeem === null) return "as the exchange is set";
  return autoRedeem ? "automatic, with the resolution" : "by each holder";
}

const stepsText = (market: MarketAnswer): string =>
  columnsText(market.steps, {
    TIME: "time",
    STEP: "step",
    PAYOUT: ({ payout }) => payout && payoutText(market, payout),
    EVIDENCE: ({ evidence, link }) => [evidence, link].filter(Boolean).join(" "),
  });

export const SUBCOMMANDS: Subcommands = { market: MARKETS };
