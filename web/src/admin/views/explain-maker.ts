/** Explains why a house maker does not quote both sides, from the reason that the exchange gives. */
import type { Formats } from "../../text/formats.ts";
import type { ConsoleText } from "../parts/console-text.ts";
import { formatMoney } from "../parts/format-amounts.ts";

type Words = Pick<ConsoleText, "house" | "market" | "mode">;
type Explain = (words: Words, formats: Formats, found: readonly string[]) => string;

const nameOf = (names: object, name: string): string =>
  String(new Map(Object.entries(names)).get(name) ?? name);

/** Reasons with their explanations; the first that matches applies. */
const REASONS: readonly (readonly [reason: RegExp, explain: Explain])[] = [
  [/^the market is (?:resolved|archived)$/, ({ house }) => house.whys.ended],
  [
    /^the market is (\w+)$/,
    ({ house, market }, _, [status = ""]) => house.whys.market(nameOf(market.statuses, status)),
  ],
  [/^a resolution is proposed$/, ({ house }) => house.whys.proposed],
  [/^a resolution is disputed$/, ({ house }) => house.whys.disputed],
  [
    /^the exchange is in mode (.+)$/,
    ({ house, mode }, _, [name = ""]) => house.whys.mode(nameOf(mode.names, name)),
  ],
  [/^the master key is another one/, ({ house }) => house.whys.key],
  [/^its account is banned$/, ({ house }) => house.whys.banned],
  [
    /its loss at the worst winner is (-?[\d.]+) of at most ([\d.]+)/,
    ({ house }, formats, [loss = "", most = ""]) =>
      house.whys.loss(formatMoney(loss, formats), formatMoney(most, formats)),
  ],
  [/^(.+) stopped it$/, ({ house }, _, [operator = ""]) => house.whys.stopped(operator)],
];

export function explainMaker(why: string, words: Words, formats: Formats): string {
  for (const [reason, explain] of REASONS) {
    const match = reason.exec(why);
    if (match !== null) return explain(words, formats, match.slice(1));
  }
  return why;
}
