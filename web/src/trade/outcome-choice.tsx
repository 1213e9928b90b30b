/** Buttons for the two outcomes, each with its current price. */
import { useBook } from "../live/live-context.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";
import { otherSide } from "./walk-book.ts";

type Props = OrderFieldProps & { readonly onOutcome: (outcome: 0 | 1) => void };

export function OutcomeChoice(props: Props) {
  const { trade } = useText();
  return (
    <div className="trade-outcomes" role="group" aria-label={trade.outcome}>
      <OutcomeButton {...props} own={0} />
      <OutcomeButton {...props} own={1} />
    </div>
  );
}

function OutcomeButton({ market, outcome, onOutcome, form, own }: Props & { readonly own: 0 | 1 }) {
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { tokenId, name } = market.outcomes[own];
  const { book, live } = useBook(tokenId);
  const price = otherSide(book, form.side)[0]?.price;
  return (
    <button
      type="button"
      className={own === 0 ? "first" : "second"}
      aria-pressed={outcome === own}
      onClick={() => onOutcome(own)}
    >
      <span className="trade-outcome-name">{nameOf(name)}</span>
      <span className={live ? "number" : "number trade-stale"}>
        {price === undefined ? "–" : formats.cents(price)}
      </span>
    </button>
  );
}
