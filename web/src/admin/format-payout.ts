/** Formats payouts, with the names of the market's outcomes. */
import type { Market } from "../api/generated/operator.ts";
import type { PayoutName } from "./market-steps.ts";
import type { ConsoleText } from "./console-text.ts";

type Outcomes = Market["outcomes"];

export function formatPayout(
  payout: readonly [number, number] | null,
  outcomes: Outcomes,
  words: ConsoleText["market"],
): string {
  if (payout === null) return "";
  if (payout[0] === payout[1]) return words.half;
  return words.pays(payout[0] > 0 ? outcomes[0] : outcomes[1]);
}

export function formatPayoutChoice(
  word: PayoutName,
  outcomes: Outcomes,
  words: ConsoleText["market"],
): string {
  if (word === "half") return words.half;
  return words.pays(word === "yes" ? outcomes[0] : outcomes[1]);
}
