/** Explains why an order cannot succeed. */
import type { Text } from "../text/en.ts";
import type { Formats } from "../text/formats.ts";
import { explainAmount } from "./explain-amount.ts";
import type { OrderBlock } from "./order-block.ts";
import type { OrderForm } from "./order-form.ts";

type Words = { readonly text: Text; readonly formats: Formats };

export function explainBlock(block: OrderBlock, form: OrderForm, { text, formats }: Words): string {
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
