/** `presage market create EVENT QUESTION`: creates a market in an event, as a draft or opened at once. */
import { listTermsOn } from "../core/market-terms.ts";
import { textFlags, textOf, textsOf } from "./command-line.ts";
import type { CommandLine } from "./command-line.ts";
import { FEE_FLAGS, readFees } from "./fee-flags.ts";
import { marketText } from "./market-answer.ts";
import type { MarketAnswer } from "./market-answer.ts";
import type { OperatorSubcommand } from "./operation.ts";

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

export const createMarket: OperatorSubcommand = {
  operands: ["EVENT", "QUESTION"],
  flags: {
    ...textFlags(TEXTS),
    "--outcomes": "text",
    ...FEE_FLAGS,
    ...textFlags(TERM_FLAGS.choices),
    "--open": "switch",
  },
  changes: true,
  check: termsOf,
  perform: async ({ line, operands, reason, call }) => {
    const [event, question] = operands;
    const body = { event, question, ...termsOf(line), reason };
    const created: MarketAnswer = JSON.parse(await call({ method: "POST", path: "/markets", body }));
    return { json: created, text: marketText(created) };
  },
};

function termsOf(line: CommandLine): object {
  return {
    ...textsOf(line, TEXTS),
    outcomes: readOutcomes(textOf(line, "--outcomes")),
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
    Object.entries(TERM_FLAGS.choices).map(([flag, field]) => [field, readChoice(flag, textOf(line, flag))]),
  );

function readChoice(flag: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === "true" || text === "false") return text && text === "true";
  throw new Error(`${flag}: expected true or false, got "${text}"`);
}
