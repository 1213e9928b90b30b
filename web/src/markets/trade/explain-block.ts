/** Explains why an order cannot succeed. */
import { findAmountFlaw } from "../../base/money.ts";
import type { Text } from "../../text/en.ts";
import type { Formats } from "../../text/formats.ts";
import type { OrderBlock } from "./order-block.ts";
import type { OrderForm } from "./plan-order.ts";

// Explains why typed text is no amount of money or shares.

/** Maximum decimals of an amount. */
const AMOUNT_DECIMALS = { money: 6, shares: 2 } as const;

type Words = { readonly text: Text; readonly formats: Formats };

/** Describes the received and the expected text. `amount` is as typed. */
export function explainAmount(
  amount: string,
  unit: keyof typeof AMOUNT_DECIMALS,
  { text, formats }: Words,
): string {
  const { blocks, problems } = text.trade;
  const typedText = amount.trim();
  const places = AMOUNT_DECIMALS[unit];
  switch (findAmountFlaw(formats.typed(typedText), places)) {
    case undefined:
      return blocks.blank;
    case "unreadable":
      return typedText === "" ? blocks.blank : problems.amount(typedText, formats.exampleNumber);
    case "tooFine":
      return problems.tooFine(typedText, formats.count(places));
    case "tooLarge":
      return problems.tooLarge(typedText);
  }
}

type ExplainBlockWords = { readonly text: Text; readonly formats: Formats };

export function explainBlock(
  block: OrderBlock,
  form: OrderForm,
  { text, formats }: ExplainBlockWords,
): string {
  const { blocks, problems, notes, closed } = text.trade;
  switch (block.kind) {
    case "closed":
      return closed;
    case "mode":
      return text.layout.modes[block.mode] ?? closed;
    case "nothing":
      return form.side === "BUY" ? blocks.noSeller : blocks.noBuyer;
    case "tooLittle":
      return notes.tooLittle(formats.shares(block.shares));
    case "range":
      return notes.range(formats.cents(block.lowest), formats.cents(block.highest));
    case "offTick":
      return notes.offTick(formats.cents(block.tick));
    case "minimum":
      return notes.minimum(formats.shares(block.minimum));
    case "money":
      return (block.partly ? blocks.wholeMoney : blocks.money)(
        formats.money(block.available),
        formats.moneyUp(block.needed),
        formats.moneyUp(block.missing),
      );
    case "shares":
      return blocks.shares(formats.shares(block.available), formats.shares(block.needed));
    case "crosses":
    case "past":
      return notes[block.kind];
    case "wallet":
    case "blank":
    case "postOnlyMode":
      return blocks[block.kind];
    case "amount":
      return explainAmount(form.amount, form.unit, { text, formats });
    case "price":
      return problems.price(form.price.trim(), formats.written("55.5"));
    case "small":
    case "expiry":
      return problems[block.kind];
  }
}
