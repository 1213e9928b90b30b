/** Explains why typed text is no amount of money or shares. */
import { findAmountFlaw } from "../money.ts";
import type { Text } from "../text/en.ts";
import type { Formats } from "../text/formats.ts";

/** Maximum decimals of an amount. */
const AMOUNT_PLACES = { money: 6, shares: 2 } as const;

type Words = { readonly text: Text; readonly formats: Formats };

/** Describes the received and the expected text. `amount` is as typed. */
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
