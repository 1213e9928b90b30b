/** The amount of an order, in dollars or in shares. */
import { useId } from "react";
import { useText } from "../text/language.tsx";
import { AmountShortcuts } from "./amount-shortcuts.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";

const UNITS = ["money", "shares"] as const;

export function AmountField(props: OrderFieldProps) {
  const { form, change } = props;
  const { trade } = useText();
  const field = useId();
  const names = { money: trade.inMoney, shares: trade.inShares };
  return (
    <div className="field">
      <div className="trade-line">
        <label htmlFor={field}>{trade.amount}</label>
        <div className="trade-units" role="group" aria-label={trade.unit}>
          {UNITS.map((unit) => (
            <button
              key={unit}
              type="button"
              className="plain"
              aria-pressed={form.unit === unit}
              onClick={() => change({ unit, amount: unit === form.unit ? form.amount : "" })}
            >
              {names[unit]}
            </button>
          ))}
        </div>
      </div>
      <input
        id={field}
        className="number trade-amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={form.amount}
        onChange={({ target }) => change({ amount: target.value })}
      />
      <AmountShortcuts {...props} />
    </div>
  );
}
