/** Buttons for buy or sell, and for a market or a limit order. */
import { centsText } from "../money.ts";
import { useText } from "../text/language.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";
import { otherSide } from "./walk-book.ts";

const SIDES = ["BUY", "SELL"] as const;
const KINDS = ["market", "limit"] as const;

export function SideChoice({ form, change, market, outcome, view }: OrderFieldProps) {
  const { common, trade } = useText();
  const names = { BUY: common.buy, SELL: common.sell };
  const classes = { BUY: "buy", SELL: "sell" };
  function chooseKind(kind: OrderFieldProps["form"]["kind"]): void {
    const price = otherSide(view.book, form.side)[0]?.price ?? market.outcomes[outcome].price;
    change(kind === "limit" && form.price === "" ? { kind, price: centsText(price) } : { kind });
  }
  return (
    <div className="trade-head">
      <div className="trade-sides" role="group" aria-label={trade.side}>
        {SIDES.map((side) => (
          <button
            key={side}
            type="button"
            className={classes[side]}
            aria-pressed={form.side === side}
            onClick={() => change({ side, unit: side === "SELL" ? "shares" : form.unit })}
          >
            {names[side]}
          </button>
        ))}
      </div>
      <div className="trade-kinds" role="group" aria-label={trade.kind}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="plain"
            aria-pressed={form.kind === kind}
            onClick={() => chooseKind(kind)}
          >
            {trade[kind]}
          </button>
        ))}
      </div>
    </div>
  );
}
