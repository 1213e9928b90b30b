/** Formats payouts, with the names of the market's outcomes. */
import type { Market } from "../api/generated/operator.ts";
import type { PayoutWord } from "./market-steps.ts";
import type { Words } from "./words.ts";

type Outcomes = Market["outcomes"];

export function payoutWords(
  payout: readonly [number, number] | null,
  outcomes: Outcomes,
  words: Words["market"],
): string {
  if (payout === null) return "";
  if (payout[0] === payout[1]) return words.half;
  return words.pays(payout[0] > 0 ? outcomes[0] : outcomes[1]);
}

export function payoutChoice(word: PayoutWord, outcomes: Outcomes, words: Words["market"]): string {
  if (word === "half") return words.half;
  return words.pays(word === "yes" ? outcomes[0] : outcomes[1]);
}
