/** Puts into words why typed text is no amount of money or of shares. */
import { findAmountFlaw } from "../money.ts";
import type { Text } from "../text/en.ts";
import type { Formats } from "../text/formats.ts";

/** Decimals that an amount may have. */
const AMOUNT_PLACES = { money: 6, shares: 2 } as const;

type Words = { readonly text: Text; readonly formats: Formats };

/** Names what came and what is expected. `amount` is as it was typed. */
export function explainAmount(
  amount: string,
  unit: keyof typeof AMOUNT_PLACES,
  { text, formats }: Words,
): string {
  const { blocks, problems } = text.trade;
  const typed = amount.trim();
  const places = AMOUNT_PLACES[unit];
  switch (findAmountFlaw(formats.typed(typed), places)) {
    case undefined:
      return blocks.blank;
    case "unreadable":
      return typed === "" ? blocks.blank : problems.amount(typed, formats.exampleNumber);
    case "tooFine":
      return problems.tooFine(typed, formats.count(places));
    case "tooLarge":
      return problems.tooLarge(typed);
  }
}
